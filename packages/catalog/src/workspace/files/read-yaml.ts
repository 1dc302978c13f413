import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type YAMLError,
} from 'yaml'
import type { WorkspaceProblem } from '../../definitions/workspace.ts'
import type { DocumentPath } from '../structure/shape.ts'
import { type AliasProblem, aliasProblems, MAX_REPEATED } from './aliases.ts'
import { createPositions, type Position, type SourceText } from './read-source.ts'

/** The data of a YAML file with the positions of its values. */
export interface YamlFile {
  readonly file: string
  /** The data; null for an empty file or one that is not readable. */
  readonly value: unknown
  /** Mistakes in the YAML itself. */
  readonly problems: readonly WorkspaceProblem[]
  /** Whether the data can be used: true even with a duplicate key, false with any other mistake. */
  readonly isReadable: boolean
  /** Where the value at `path` begins, or the nearest thing above it that exists. */
  positionOf(path: DocumentPath): Position
  /** Where the key of the value at `path` begins. */
  positionOfKey(path: DocumentPath): Position
  /** Where character `offset` of the text at `path` stands; the beginning when the YAML escapes it. */
  positionInText(path: DocumentPath, offset: number): Position
  /** The value at `path` as the author wrote it, which is not how a number prints; null for lists and keys. */
  writtenAt(path: DocumentPath): string | null
}

/** Reads one YAML file, with or without a byte order mark. Never throws: what is wrong becomes problems. */
export function readYaml(source: SourceText): YamlFile {
  const text = source.text.replace(/^\ufeff/, '')
  const at = createPositions(text)
  const problemAt = (offset: number, message: string, suggestion: string | null) => ({
    file: source.file,
    ...at(offset),
    path: '',
    message,
    suggestion,
  })
  try {
    const document = parseDocument(text, {
      prettyErrors: false,
      stringKeys: true,
      // Editors with the YAML language server read `<<` so.
      merge: true,
      // Not `silent`, which hides a second document in the file as well.
      logLevel: 'error',
    })
    const wrong = listYamlErrors(document)
    const problems = wrong.map((yamlError) =>
      problemAt(yamlError.pos[0], sentence(yamlError), REMEDIES[yamlError.code] ?? null),
    )
    for (const aliasProblem of aliasProblems(document)) {
      const [message, suggestion] = aliasSentence(aliasProblem)
      problems.push(problemAt(aliasProblem.alias.range?.[0] ?? 0, message, suggestion))
    }
    const isReadable =
      problems.length === wrong.length &&
      wrong.every((yamlError) => yamlError.code === 'DUPLICATE_KEY')
    return {
      file: source.file,
      value: isReadable ? document.toJS({ maxAliasCount: -1 }) : null,
      problems,
      isReadable,
      positionOf: (path) => at(nodeAt(document, path)?.range?.[0] ?? 0),
      positionOfKey: (path) => at(keyAt(document, path)?.range?.[0] ?? 0),
      positionInText: (path, offset) => at(offsetInText(document, text, path, offset)),
      writtenAt: (path) => writtenAt(document, text, path),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const start = { line: 1, column: 1 }
    return {
      file: source.file,
      value: null,
      problems: [problemAt(0, `The YAML cannot be read: ${reason}`, null)],
      isReadable: false,
      positionOf: () => start,
      positionOfKey: () => start,
      positionInText: () => start,
      writtenAt: () => null,
    }
  }
}

/** The mistakes that the reader found. Mistakes after a document that is too deep are only its consequence. */
function listYamlErrors({ errors, warnings }: Document): readonly YAMLError[] {
  const tooDeep = errors.find((yamlError) => yamlError.code === 'RESOURCE_EXHAUSTION')
  return tooDeep === undefined ? [...errors, ...warnings] : [tooDeep]
}

function sentence({ code, message }: YAMLError): string {
  return `Expected YAML, found a mistake: ${SENTENCES[code] ?? message}`
}

type ByCode = Readonly<Partial<Record<YAMLError['code'], string>>>

const SENTENCES: ByCode = {
  MULTIPLE_DOCS: 'A second document begins here',
  NON_STRING_KEY: 'Keys must be texts',
  RESOURCE_EXHAUSTION: 'Lists and keys are nested too deeply to be read',
}

const REMEDIES: ByCode = {
  DUPLICATE_KEY: 'keep one of the two keys',
  TAB_AS_INDENT: 'indent with spaces',
  BAD_SCALAR_START: 'put the text in single quotes',
  UNEXPECTED_TOKEN: 'put the text in single quotes',
  BAD_DQ_ESCAPE: 'put the text in single quotes',
  MULTIPLE_DOCS: 'put each document in a file of its own',
}

function aliasSentence({ alias, kind }: AliasProblem): readonly [string, string | null] {
  return kind === 'lost'
    ? [
        `Expected the alias of an anchor before it, found *${alias.source}`,
        `write &${alias.source} at its value`,
      ]
    : [`Expected aliases that repeat at most ${MAX_REPEATED} values, found more`, null]
}

/** The deepest node on the way along `path`. Below an alias that is the alias itself: there it is used. */
function nodeAt(document: Document, path: DocumentPath): Node | null {
  let node: Node | null = document.contents
  for (const step of path) {
    const next = findChildNode(node, step)
    if (next === null) break
    node = next
  }
  return node
}

function keyAt(document: Document, path: DocumentPath): Node | null {
  const parent = nodeAt(document, path.slice(0, -1))
  const key = path.at(-1)
  if (isMap(parent)) {
    const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key)
    if (isScalar(pair?.key)) return pair.key
  }
  return nodeAt(document, path)
}

function findChildNode(node: Node | null, step: string | number): Node | null {
  if (isAlias(node)) return null
  if (!isMap(node) && !isSeq(node)) return null
  return (node.get(step, true) as Node | undefined) ?? null
}

/** Text without escapes is in the file character by character, so offsets can be added. */
function offsetInText(
  document: Document,
  source: string,
  path: DocumentPath,
  offset: number,
): number {
  const node = nodeAt(document, path)
  const start = node?.range?.[0] ?? 0
  if (!isScalar(node) || typeof node.value !== 'string' || node.range == null) return start
  const written = source.slice(start, node.range[1])
  if (written === node.value) return start + offset
  return written.slice(1, -1) === node.value ? start + 1 + offset : start
}

function writtenAt(document: Document, source: string, path: DocumentPath): string | null {
  const node = nodeAt(document, path)
  if (!isScalar(node) || node.range == null) return null
  return source.slice(node.range[0], node.range[1])
}

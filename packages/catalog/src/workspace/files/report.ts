import { nearNames } from '@tributary/core'
import type { Diagnostic } from '@tributary/expression'
import type { WorkspaceProblem } from '../../definitions/workspace.ts'
import { type DocumentPath, formatPath } from '../structure/shape.ts'
import type { YamlFile } from './read-yaml.ts'

/** Where an object of a document stands. */
export interface Origin {
  readonly yaml: YamlFile
  readonly path: DocumentPath
}

/** Collects the mistakes of a workspace with their positions. */
export interface Report {
  readonly problems: readonly WorkspaceProblem[]
  /** Names of definitions that were dropped for a mistake; using them is not reported as another mistake. */
  readonly broken: Set<string>
  /** Whether a name is, or seems to be, that of a definition that was dropped for a mistake. */
  isOfBroken(name: string, candidates: Iterable<string>): boolean
  /** A mistake at `path` below a file's root. */
  inFile(
    yaml: YamlFile,
    path: DocumentPath,
    message: string,
    suggestion: string | null,
    atKey?: boolean,
  ): void
  /** A mistake at `path` below an object of a document. */
  at(raw: object, path: DocumentPath, message: string, suggestion?: string | null): void
  /** Whether a mistake was found at or below `path` of an object. */
  hasProblem(raw: object, path: DocumentPath): boolean
  /** A name that nothing has; silent when it seems to be the name of something broken. */
  unknown(raw: object, path: DocumentPath, reference: UnknownReference): void
  /** The errors of an expression that stands at `path` below an object. */
  expression(raw: object, path: DocumentPath, diagnostics: readonly Diagnostic[]): void
  /** Remembers where an object of a document stands. */
  remember(raw: object, origin: Origin): void
  /** `file:line` of an object, for messages about two places. */
  placeOf(raw: object): string
}

/** A name that should have been one of the candidates. */
export interface UnknownReference {
  readonly kind: string
  readonly name: string
  readonly candidates: Iterable<string>
}

/** An empty report. */
export function createReport(): Report {
  const problems: WorkspaceProblem[] = []
  const broken = new Set<string>()
  const origins = new WeakMap<object, Origin>()
  const findOrigin = (raw: object): Origin => {
    const origin = origins.get(raw)
    if (origin === undefined) throw new TypeError('The object is not part of a document')
    return origin
  }
  const at: Report['at'] = (raw, path, message, suggestion = null) => {
    const origin = findOrigin(raw)
    const full = [...origin.path, ...path]
    const { file } = origin.yaml
    problems.push({
      file,
      ...origin.yaml.positionOf(full),
      path: formatPath(full),
      message,
      suggestion,
    })
  }
  const isOfBroken: Report['isOfBroken'] = (name, candidates) => {
    if (broken.has(name)) return true
    const misnamed = [...broken].filter((brokenName) => !/^\w+$/.test(brokenName))
    return nearNames(name, misnamed).length > 0 && nearNames(name, candidates).length === 0
  }
  return {
    problems,
    broken,
    isOfBroken,
    at,
    inFile(yaml, path, message, suggestion, atKey = false) {
      const position = atKey ? yaml.positionOfKey(path) : yaml.positionOf(path)
      problems.push({ file: yaml.file, ...position, path: formatPath(path), message, suggestion })
    },
    hasProblem(raw, path) {
      const { yaml, path: above } = findOrigin(raw)
      const at = formatPath([...above, ...path])
      return problems.some((problem) => problem.file === yaml.file && problem.path.startsWith(at))
    },
    unknown(raw, path, { kind, name, candidates }) {
      const candidateNames = [...candidates]
      if (isOfBroken(name, candidateNames)) return
      at(
        raw,
        path,
        `Expected the name of ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}, found "${name}"`,
        suggestionFor(name, candidateNames),
      )
    },
    expression(raw, path, diagnostics) {
      const origin = findOrigin(raw)
      const full = [...origin.path, ...path]
      for (const diagnostic of diagnostics) {
        if (diagnostic.severity !== 'error') continue
        const position = origin.yaml.positionInText(full, diagnostic.span.start)
        const place = { file: origin.yaml.file, ...position, path: formatPath(full) }
        problems.push({ ...place, ...withSuggestion(diagnostic) })
      }
    },
    remember: (raw, origin) => void origins.set(raw, origin),
    placeOf(raw) {
      const { yaml, path } = findOrigin(raw)
      return `${yaml.file}:${yaml.positionOf(path).line}`
    },
  }
}

/** The message and the mend of a diagnostic, apart: some messages end with what may have been hint. */
function withSuggestion({
  message,
  fixes,
}: Diagnostic): Pick<WorkspaceProblem, 'message' | 'suggestion'> {
  const [main, hint] = message.split('; did you mean ', 2)
  return hint === undefined
    ? { message, suggestion: fixes?.[0]?.title ?? null }
    : { message: main ?? message, suggestion: `did you mean ${hint}` }
}

function suggestionFor(name: string, candidates: readonly string[]): string | null {
  const near = nearNames(name, candidates)[0]
  if (near !== undefined) return `did you mean "${near}"?`
  return candidates.length === 0 ? null : `there are: ${candidates.slice(0, 10).join(', ')}`
}

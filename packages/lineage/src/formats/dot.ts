import type { LineageContent } from '../model/content.ts'
import { invalidImport } from '../model/errors.ts'
import type { LineageDocument } from './document.ts'
import { caption, type DrawnLine, draw, encodeFacts, readDrawing } from './drawing.ts'
import { withoutMark } from './place.ts'

/**
 * A lineage in the language of Graphviz, drawn from left to right; edges of columns are dashed. The attribute
 * `tributary` holds what the drawing does not show, so that {@link readDot} gives the same lineage.
 */
export function* writeDot(content: LineageContent): Generator<string, void, undefined> {
  yield 'digraph lineage {\n  rankdir=LR;\n  node [shape=box];\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const { type, name: shown } = caption(vertex)
    yield `  ${name} [label="${quoted(type)}\\n${quoted(shown)}", tributary="${encodeFacts(vertex)}"];\n`
  }
  for (const { src, dst, edgeType, sources } of edges) {
    const style = edgeType === 'COLUMN_IMPACT' ? 'dashed' : 'solid'
    const facts = encodeFacts({ edgeType, sources })
    yield `  ${src} -> ${dst} [style=${style}, tributary="${facts}"];\n`
  }
  yield '}\n'
}

/**
 * Reads what {@link writeDot} wrote, and only that: not every drawing is a lineage. Throws
 * LINEAGE_INVALID_IMPORT with `file` and the line.
 */
export function readDot(text: string, file = 'lineage.dot'): LineageDocument {
  return readDrawing(file, linesOf(text, file))
}

const LINE = /^ {2}(v\d+)(?: -> (v\d+))? \[.*\btributary="([\w%.-]*)"\];$/
const FRAME = new Set(['digraph lineage {', '  rankdir=LR;', '  node [shape=box];', '}', ''])

function* linesOf(text: string, file: string): Generator<DrawnLine> {
  const lines = withoutMark(text).split(/\r?\n/)
  if (lines[0] !== 'digraph lineage {') {
    throw invalidImport({ file, path: 'line 1' }, 'must be "digraph lineage {"')
  }
  for (const [i, line] of lines.entries()) {
    const match = LINE.exec(line)
    if (match !== null) {
      const [, src, dst, facts] = match
      yield { names: dst === undefined ? [src!] : [src!, dst], facts: facts!, line: i + 1 }
    } else if (!FRAME.has(line)) {
      throw invalidImport({ file, path: `line ${i + 1}` }, 'is not a line of a lineage drawing')
    }
  }
}

/** Line breaks of a name become blanks: a label has two lines. */
function quoted(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
}

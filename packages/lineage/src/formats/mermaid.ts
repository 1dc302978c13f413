import type { LineageContent } from '../model/content.ts'
import { invalidImport } from '../model/errors.ts'
import type { LineageDocument } from './document.ts'
import { caption, type DrawnLine, draw, encodeFacts, readDrawing } from './drawing.ts'
import { withoutMark } from './place.ts'

/**
 * A lineage as a Mermaid flowchart, from left to right; edges of columns are dotted. Comments hold what the
 * drawing does not show, so that {@link readMermaid} gives the same lineage.
 */
export function* writeMermaid(content: LineageContent): Generator<string, void, undefined> {
  yield 'flowchart LR\n'
  const { vertices, edges } = draw(content)
  for (const { name, vertex } of vertices) {
    const { type, name: shown } = caption(vertex)
    yield `  ${name}["${type}<br/>${escaped(shown)}"]\n%% ${name} ${encodeFacts(vertex)}\n`
  }
  for (const { src, dst, edgeType, sources } of edges) {
    const arrow = edgeType === 'COLUMN_IMPACT' ? '-.->' : '-->'
    yield `  ${src} ${arrow} ${dst}\n%% ${src} ${dst} ${encodeFacts({ edgeType, sources })}\n`
  }
}

/**
 * Reads what {@link writeMermaid} wrote, and only that: the boxes and arrows are drawings of its comments.
 * Throws LINEAGE_INVALID_IMPORT with `file` and the line.
 */
export function readMermaid(text: string, file = 'lineage.mmd'): LineageDocument {
  return readDrawing(file, linesOf(text, file))
}

const COMMENT = /^%% (v\d+)(?: (v\d+))? ([\w%.-]+)$/
const DRAWN = /^ {2}v\d+(?:\[".*"\]| -\.?-> v\d+)$/

function* linesOf(text: string, file: string): Generator<DrawnLine> {
  const lines = withoutMark(text).split(/\r?\n/)
  if (lines[0] !== 'flowchart LR') {
    throw invalidImport({ file, path: 'line 1' }, 'must be "flowchart LR"')
  }
  for (const [i, line] of lines.entries()) {
    const match = COMMENT.exec(line)
    if (match !== null) {
      const [, src, dst, facts] = match
      yield { names: dst === undefined ? [src!] : [src!, dst], facts: facts!, line: i + 1 }
    } else if (i > 0 && line !== '' && !DRAWN.test(line)) {
      throw invalidImport({ file, path: `line ${i + 1}` }, 'is not a line of a lineage drawing')
    }
  }
}

/** Mermaid reads HTML in labels and `#…;` as a character. */
function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[#"<>&`%]/g, (sign) => `#${sign.charCodeAt(0)};`)
}

import type { Span } from '../span.ts'
import { applyFix } from './apply-fix.ts'
import type { Diagnostic } from './diagnostic.ts'

const MARGIN = 60
const WIDE =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}/u

/**
 * A diagnostic for a terminal, in plain text: code and sentence, the line with carets under the place,
 * each label on a line of its own, and the text after the best fix. A long line is cut around the place.
 */
export function formatDiagnostic(text: string, diagnostic: Diagnostic): string {
  const lines = [`${diagnostic.code} ${diagnostic.message}`, ...excerpt(text, diagnostic.span)]
  for (const label of diagnostic.labels ?? []) {
    const [line, carets] = excerpt(text, label.span)
    lines.push(line, `${carets} ${label.text}`)
  }
  const fix = diagnostic.fixes?.[0]
  if (fix) {
    const first = Math.min(...fix.edits.map((edit) => edit.span.start))
    lines.push(`  fix: ${lineAround(applyFix(text, fix), { start: first, end: first }).line}`)
  }
  return lines.join('\n')
}

function excerpt(text: string, span: Span): readonly [string, string] {
  const { line, from } = lineAround(text, span)
  const before = line.slice(0, span.start - from)
  const marked = line.slice(span.start - from, span.end - from)
  return [`  ${line}`, `  ${' '.repeat(cells(before))}${'^'.repeat(Math.max(1, cells(marked)))}`]
}

/** The line of a span, at most {@link MARGIN} units before it and after its end, and the offset it begins at. */
function lineAround(text: string, span: Span): { readonly line: string; readonly from: number } {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1
  const newline = text.indexOf('\n', span.start)
  const lineEnd = newline === -1 ? text.length : newline
  const from = Math.max(lineStart, span.start - MARGIN)
  const to = Math.min(
    lineEnd,
    Math.max(span.start, Math.min(span.end, span.start + MARGIN)) + MARGIN,
  )
  return { line: text.slice(from, to).replace(/[\t\r]/g, ' '), from }
}

function cells(text: string): number {
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

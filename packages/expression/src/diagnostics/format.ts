import type { Span } from '../tree/span.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { DiagnosticLocale } from './messages/messages.ts'
import { translateDiagnostic } from './translate.ts'
import { applyFix } from './working-fixes.ts'

/** Options of {@link formatDiagnostic}. */
export interface FormatOptions {
  /** @defaultValue `en` */
  readonly locale?: DiagnosticLocale
}

const MARGIN = 60
const FIX: Readonly<Record<DiagnosticLocale, string>> = { en: 'fix: ', zh: '改为：' }

/**
 * Formats a diagnostic as plain text for a terminal: code and message, the line with carets under the place,
 * each label on a line of its own, and the text after the best fix. Long lines are cut around the place;
 * invisible characters are shown as `�`.
 * @example
 * ```ts
 * import { formatDiagnostic, parse } from '@tributary/attribution/expression'
 * const text = 'IN([region], "a"'
 * formatDiagnostic(text, parse(text).diagnostics[0]!).split('\n')[0] // => "EXP1010 missing ')'"
 * formatDiagnostic(text, parse(text).diagnostics[0]!, { locale: 'zh' }).split('\n')[0] // => 'EXP1010 缺少“)”'
 * ```
 */
export function formatDiagnostic(
  text: string,
  diagnostic: Diagnostic,
  options: FormatOptions = {},
): string {
  const { locale = 'en' } = options
  const { code, message, span, labels = [], fixes = [] } = translateDiagnostic(diagnostic, locale)
  const lines = [`${code} ${message}`, ...excerpt(text, span)]
  for (const label of labels) {
    const [line, carets] = excerpt(text, label.span)
    // Two marks of one line go below one another.
    if (line !== lines[1]) lines.push(line)
    lines.push(`${carets} ${label.text}`)
  }
  const [fix] = fixes
  if (fix !== undefined) {
    const first = Math.min(...fix.edits.map((edit) => edit.span.start))
    lines.push(
      `  ${FIX[locale]}${lineAround(applyFix(text, fix), { start: first, end: first }).line}`,
    )
  }
  return lines.join('\n')
}

function excerpt(text: string, span: Span): readonly [string, string] {
  const { line, from } = lineAround(text, span)
  const before = line.slice(0, span.start - from)
  const marked = line.slice(span.start - from, span.end - from)
  return [
    `  ${line}`,
    `  ${' '.repeat(terminalWidth(before))}${'^'.repeat(Math.max(1, terminalWidth(marked)))}`,
  ]
}

/**
 * The line of a span, cut to {@link MARGIN} units before and after it, and the offset at which the cut line
 * begins.
 */
function lineAround(text: string, span: Span): { readonly line: string; readonly from: number } {
  const lineStart = span.start === 0 ? 0 : text.lastIndexOf('\n', span.start - 1) + 1
  const newline = text.indexOf('\n', span.start)
  const lineEnd = newline === -1 ? text.length : newline
  const from = wholeCharacter(text, Math.max(lineStart, span.start - MARGIN))
  const end = Math.max(span.start, Math.min(span.end, span.start + MARGIN))
  const to = wholeCharacter(text, Math.min(lineEnd, end + MARGIN))
  return { line: showInvisible(text.slice(from, to)), from }
}

/** The offset, moved by one when it is inside a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1))
    ? at + 1
    : at
}

/** East Asian wide and full-width characters (Unicode Standard Annex 11) and emoji. */
const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
const SEGMENTER = new Intl.Segmenter()

/**
 * The number of terminal cells of a text: two for a wide character, one for any other, combining characters
 * counted with their base.
 */
function terminalWidth(text: string): number {
  // Plain ASCII, nearly every text, needs no segmenting.
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of SEGMENTER.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

/** Control and format characters, lone surrogates and line separators, except for the zero-width joiners. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/** A text of the same length with tabs as spaces and invisible characters as `�`. */
function showInvisible(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === '\t' || character === '\r' ? ' ' : '\ufffd'.repeat(character.length),
  )
}

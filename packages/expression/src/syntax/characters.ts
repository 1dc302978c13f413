import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'

/**
 * Characters that an expression must not contain, raw or escaped: control characters other than tab and line
 * ends, and lone surrogates.
 */
export const FORBIDDEN: RegExp =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u
/** Texts of these characters alone need no further check. */
const ORDINARY = /^[\t\n\r\x20-\x7e]*$/
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const NOTHING: readonly Diagnostic[] = []
/** The number of characters that are reported. */
const MOST_FOUND = 50

/** Errors for characters that an expression must not contain, warnings for those that change how it is displayed. */
export function checkCharacters(text: string): readonly Diagnostic[] {
  if (ORDINARY.test(text)) return NOTHING
  const diagnostics: Diagnostic[] = []
  for (const [pattern, code] of [
    [new RegExp(FORBIDDEN, 'gu'), 'EXP1002'],
    [DIRECTION, 'EXP1009'],
  ] as const) {
    for (const { index, 0: character } of text.matchAll(pattern)) {
      const span = { start: index, end: index + character.length }
      const params = { what: codePoint(character) }
      const fixes = [replaceBy('remove it', span, '')]
      diagnostics.push(report(code, { span, params, fixes }))
      if (diagnostics.length === MOST_FOUND) return diagnostics
    }
  }
  return diagnostics
}

function codePoint(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

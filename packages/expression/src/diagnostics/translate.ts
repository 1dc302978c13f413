import type { Diagnostic } from './diagnostic.ts'
import { chinesePhrase } from './messages/chinese-phrases.ts'
import { type DiagnosticLocale, fillHoles, MESSAGES } from './messages/messages.ts'

/**
 * The params that hold phrases of the messages. The others hold names and numbers that the user wrote, as does
 * `found` except in {@link FOUND_IN_WORDS}.
 */
const PHRASE_PARAMS: ReadonlySet<string> = new Set([
  'expected',
  'reason',
  'where',
  'what',
  'kind',
  'parameter',
  'suggestion',
])
const FOUND_IN_WORDS: ReadonlySet<string> = new Set(['EXP2002', 'EXP2015'])

/**
 * Translates the message, labels, expectations and fix titles of a diagnostic.
 * @example
 * ```ts
 * import { parse, translateDiagnostic } from '@tributary/attribution/expression'
 * translateDiagnostic(parse('').diagnostics[0]!, 'zh').message // => '表达式为空'
 * ```
 */
export function translateDiagnostic(diagnostic: Diagnostic, locale: DiagnosticLocale): Diagnostic {
  if (locale === 'en') return diagnostic
  const { labels, expected, fixes } = diagnostic
  return {
    ...diagnostic,
    message: chineseMessage(diagnostic),
    ...(labels && {
      labels: labels.map((label) => ({ ...label, text: chinesePhrase(label.text) })),
    }),
    ...(expected && { expected: expected.map(chinesePhrase) }),
    ...(fixes && { fixes: fixes.map((fix) => ({ ...fix, title: chinesePhrase(fix.title) })) }),
  }
}

function chineseMessage({ code, params }: Diagnostic): string {
  const translated = Object.entries(params).map(([name, value]) => {
    const isPhrase = PHRASE_PARAMS.has(name) || (name === 'found' && FOUND_IN_WORDS.has(code))
    return [name, isPhrase ? chinesePhrase(String(value)) : value]
  })
  return fillHoles(MESSAGES.zh[code], Object.fromEntries(translated))
}

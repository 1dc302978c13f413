import type { Diagnostic } from './diagnostic.ts'
import { chinesePhrase } from './messages/chinese-phrases.ts'
import { type DiagnosticLocale, fillHoles, MESSAGES } from './messages/messages.ts'

/**
 * Params that hold words of ours; the others hold what the user wrote, names and figures. `found` is words
 * for these codes only.
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

/** The same diagnostic with its sentence, labels, expectations and the titles of its fixes in a language. */
export function translateDiagnostic(diagnostic: Diagnostic, locale: DiagnosticLocale): Diagnostic {
  if (locale === 'en') return diagnostic
  const { labels, expected, fixes } = diagnostic
  return {
    ...diagnostic,
    message: chineseMessage(diagnostic),
    ...(labels && { labels: labels.map((one) => ({ ...one, text: chinesePhrase(one.text) })) }),
    ...(expected && { expected: expected.map(chinesePhrase) }),
    ...(fixes && { fixes: fixes.map((one) => ({ ...one, title: chinesePhrase(one.title) })) }),
  }
}

function chineseMessage({ code, params }: Diagnostic): string {
  const translated = Object.entries(params).map(([name, value]) => {
    const isPhrase = PHRASE_PARAMS.has(name) || (name === 'found' && FOUND_IN_WORDS.has(code))
    return [name, isPhrase ? chinesePhrase(String(value)) : value]
  })
  return fillHoles(MESSAGES.zh[code], Object.fromEntries(translated))
}

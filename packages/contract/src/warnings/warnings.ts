import { formatShare } from '@tributary/core/numbers'
import { CHINESE_WARNINGS } from './chinese.ts'
import { ENGLISH_WARNINGS } from './english.ts'
import { WARNING_CODES, type WarningCode, type WarningTexts } from './warning-text.ts'

/** One warning of an answer. */
export interface AnswerWarning {
  /** A {@link WarningCode}; a newer service may send another one. */
  readonly code: string
  /** Everything behind the code, as the answer has it. */
  readonly detail: string
}

/** A warning for a person. */
export interface WarningSentences {
  /** A noun phrase, for headings and lists. */
  readonly short: string
  /** Sentences that say what happened and what it does to the answer. */
  readonly long: string
  /** A sentence that says what to do; null when there is nothing to do. */
  readonly action: string | null
}

/** Options of {@link describeWarning}. */
export interface WarningOptions {
  /** @defaultValue `en` */
  readonly language?: 'en' | 'zh'
  /** Whether the answer compares two periods or two groups. @defaultValue `periods` */
  readonly compares?: 'periods' | 'groups'
  /** How the reader asks for averages, such as `--average`. @defaultValue not said */
  readonly averages?: string
}

/** Separates two warnings; a detail may have semicolons. */
const SEPARATOR = /; (?=[A-Z]+_[A-Z_]+(?: |;|$)|(?:OVERFLOW|TRUNCATED)(?: |;|$))/

/** At the end of a detail: comparing averages is no way out. */
const NO_AVERAGE = / average=no$/

/** The warning that no base period has data, which NO_DATA says already. */
const NO_PERIOD = /^PARTIAL_RANGE (?:current|compare)=0 /

/**
 * Reads the warnings of an answer or of its tables, `CODE detail; CODE detail`, each once. A period without any data is
 * warned of by `NO_DATA_CURRENT` or `NO_DATA_COMPARE` alone. Of warnings that differ in `average=no` alone, which says that
 * averages are no way out, the other one remains.
 *
 * @example
 * ```ts
 * import { readWarnings } from '@tributary/client/contract'
 *
 * readWarnings('RANGE_LENGTH_DIFFERS current=30 compare=31; NEGATIVE_BASE')
 * // => [
 * //      { code: 'RANGE_LENGTH_DIFFERS', detail: 'current=30 compare=31' },
 * //      { code: 'NEGATIVE_BASE', detail: '' },
 * //    ]
 * ```
 */
export function readWarnings(...texts: readonly (string | null)[]): readonly AnswerWarning[] {
  const entries = texts.flatMap((text) =>
    text === null || text === '' ? [] : text.split(SEPARATOR),
  )
  const warnings: AnswerWarning[] = []
  const distinctEntries = new Set(entries)
  for (const entry of distinctEntries) {
    if (NO_PERIOD.test(entry)) continue
    // Averages are a way out for one of the metrics that are warned of.
    if (NO_AVERAGE.test(entry) && distinctEntries.has(entry.replace(NO_AVERAGE, ''))) continue
    const [code = ''] = entry.split(' ', 1)
    const detail = entry.slice(code.length + 1)
    // Tables repeat the code of a warning that the answer has with its details.
    if (detail !== '' || !warnings.some((warning) => warning.code === code)) {
      warnings.push({ code, detail })
    }
  }
  return warnings
}

/** A warning as answers have it: its code and its details. */
export function writeWarning({ code, detail }: AnswerWarning): string {
  return detail === '' ? code : `${code} ${detail}`
}

/**
 * Describes a warning in sentences; null for a code that this version does not know.
 *
 * @example
 * ```ts
 * import { describeWarning } from '@tributary/client/contract'
 *
 * describeWarning({ code: 'OBJECTS_OVERLAP', detail: 'rows=20856' })
 * // => {
 * //      short: 'Rows counted twice',
 * //      long: '20,856 rows are in both periods and are counted in both.',
 * //      action: 'Choose periods that do not overlap.',
 * //    }
 * ```
 */
export function describeWarning(
  { code, detail }: AnswerWarning,
  { language = 'en', compares = 'periods', averages }: WarningOptions = {},
): WarningSentences | null {
  if (!isWarningCode(code)) return null
  const { short, long, action } = TEXTS[language][code]
  const details = readDetails(code, detail)
  const facts = {
    compares,
    averages: averages ?? null,
    text: (name: string) => details.get(name),
    quantity: (name: string) => formatQuantity(details.get(name)),
    share: (name: string) => (details.has(name) ? formatShare(details.get(name)!) : NONE),
  }
  return { short, long: long(facts), action: action?.(facts) ?? null }
}

const TEXTS: Readonly<Record<'en' | 'zh', WarningTexts>> = {
  en: ENGLISH_WARNINGS,
  zh: CHINESE_WARNINGS,
}

function isWarningCode(code: string): code is WarningCode {
  return (WARNING_CODES as readonly string[]).includes(code)
}

const DETAIL = /(\w+)=(\S+(?: \d\d:\d\d:\d\d\S*)?)/g

function readDetails(code: WarningCode, detail: string): ReadonlyMap<string, string> {
  if (code === 'NOT_ATTRIBUTABLE') return new Map(detail === '' ? [] : [['reason', detail]])
  return new Map([...detail.matchAll(DETAIL)].map(([, name = '', text = '']) => [name, text]))
}

/** A missing detail. */
const NONE = '?'

const plain = new Intl.NumberFormat('en-US')
const rounded = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

function formatQuantity(text: string | undefined): string {
  const number = Number(text ?? Number.NaN)
  if (!Number.isFinite(number)) return text ?? NONE
  return Number.isInteger(number) ? plain.format(number) : rounded.format(number)
}

import { nearNames } from '@tributary/core'
import {
  type FromTo,
  type RangeProblem,
  type RangeWords,
  type Reading,
  readSingleRange,
  type SingleRange,
} from './range-words.ts'
import { type CustomPeriods, PLAIN_CALENDAR, type WorkCalendar } from './work-calendar.ts'

/** The words of a range; or the reason why a text is no range, and near ranges. */
export type RangeReading =
  | { readonly words: RangeWords }
  | (RangeProblem & { readonly near: readonly string[] })

/** The reason for a range that ends before it begins. */
export const REVERSED = 'it ends before it begins'

const FORMS =
  'write it as 2001, 2001-Q2, 2001-06, 2001-W23, 2001-06-01, 2001-06-01..2001-06-15, last-month, last-7d, mtd, ytd, today or yesterday'
const FISCAL_FORMS = `${FORMS}; fiscal years as FY2002, FY2002-Q3, last-fiscal-quarter or fytd`

function formsIn({ fiscalYearStart, custom = [] }: WorkCalendar): string {
  const forms = fiscalYearStart === null ? FORMS : FISCAL_FORMS
  const declaredPeriods = custom.find(({ grain }) => grain !== null)
  if (declaredPeriods === undefined) return forms
  const label = declaredPeriods.labels.at(-1)
  const word = wordText(declaredPeriods)
  return `${forms}; periods of the calendar as ${label === undefined ? '' : `${label}, `}last-${word} or ${word}-to-date`
}

/** `retail-month` */
function wordText({ word }: CustomPeriods): string {
  return word.toLowerCase().replaceAll('_', '-')
}

/**
 * Parses the words of a range: one period, or two with `..` between them, which are both included. The weeks and fiscal
 * years are those of a calendar.
 */
export function parseRangeWords(
  text: string,
  calendar: WorkCalendar = PLAIN_CALENDAR,
): RangeReading {
  const written = text.trim()
  const ends = written.split(/(?<!\.)\.\.(?!\.)/).map((end) => end.trim())
  if (ends.length === 2) return fromTo(ends[0]!, ends[1]!, calendar)
  const reading = readSingleRange(written, calendar)
  if (reading === null) return { problem: formsIn(calendar), near: nearRanges(written, calendar) }
  return 'words' in reading ? reading : { ...reading, near: [] }
}

function fromTo(left: string, right: string, calendar: WorkCalendar): RangeReading {
  if (left === '' || right === '') {
    return { problem: 'it needs both ends, as in 2001-06-01..today', near: [] }
  }
  const [first, last] = [readSingleRange(left, calendar), readSingleRange(right, calendar)]
  if (first === null) return unknownEnd(left, calendar, (end) => `${end}..${right}`)
  if (last === null) return unknownEnd(right, calendar, (end) => `${left}..${end}`)
  if ('problem' in first) return { ...first, near: [] }
  if ('problem' in last) return { ...last, near: [] }
  const words: FromTo = { kind: 'fromTo', first: first.words, last: last.words }
  return isReversedRange(words) ? { problem: REVERSED, near: [`${right}..${left}`] } : { words }
}

function unknownEnd(
  end: string,
  calendar: WorkCalendar,
  written: (end: string) => string,
): RangeReading {
  const near = nearRanges(end, calendar).filter((range) => !range.includes('..'))
  return { problem: `"${end}" is not a period; ${formsIn(calendar)}`, near: near.map(written) }
}

/** Whether two periods of the calendar are in the wrong order; that of words depends on the moment. */
function isReversedRange({ first, last }: FromTo): boolean {
  return first.kind === 'calendar' && last.kind === 'calendar' && first.from > last.from
}

const UNITS: readonly string[] = ['hour', 'day', 'week', 'month', 'quarter', 'year']
const WORDS: readonly string[] = [
  'today',
  'yesterday',
  ...UNITS.map((unit) => `last-${unit}`),
  ...UNITS.map((unit) => `this-${unit}`),
  'wtd',
  'mtd',
  'qtd',
  'ytd',
]
const FISCAL_WORDS: readonly string[] = [
  'last-fiscal-quarter',
  'this-fiscal-quarter',
  'last-fiscal-year',
  'this-fiscal-year',
  'fqtd',
  'fytd',
]
const DIGITS_OF_DATE = /^(\d{4})[./]?(\d{2})(?:[./]?(\d{2}))?$/
const QUARTER_FIRST = /^q([1-4])[\s/-]*(\d{4})$/i
const BETWEEN_ENDS = /\s*(?:\.{3}|…|–|—|\/|,)\s*|\s+(?:to|until|till|through|-)\s+/i
const RECENT =
  /^(?:past|last|previous)?-?(\d{1,5})-?(?:([dwmqyh])|(day|week|month|quarter|year|hour)s?)$/

/** The ranges that a text of another form may mean. */
function nearRanges(text: string, calendar: WorkCalendar): readonly string[] {
  const [, year, ...dateParts] = DIGITS_OF_DATE.exec(text) ?? []
  const date = [year, ...dateParts].filter((part) => part !== undefined).join('-')
  if (isPeriod(readSingleRange(date, calendar))) return [date]
  const quarter = QUARTER_FIRST.exec(text)
  if (quarter !== null) return [`${quarter[2]}-Q${quarter[1]}`]
  const ends = text.split(BETWEEN_ENDS)
  if (ends.length === 2 && ends.every((end) => isPeriod(readSingleRange(end, calendar)))) {
    return [ends.join('..')]
  }
  const word = text.toLowerCase().replace(/[\s_]+/g, '-')
  const recent = RECENT.exec(word)
  if (recent !== null) return [`last-${Number(recent[1])}${recent[2] ?? recent[3]!.charAt(0)}`]
  const declaredLists = calendar.custom ?? []
  const rangeWords = [
    ...WORDS,
    ...(calendar.fiscalYearStart === null ? [] : FISCAL_WORDS),
    ...declaredLists.flatMap((declaredPeriods) => [
      `last-${wordText(declaredPeriods)}`,
      `this-${wordText(declaredPeriods)}`,
    ]),
    ...declaredLists.flatMap(({ labels }) => labels),
  ]
  return word.length < 3 ? [] : nearNames(word, rangeWords)
}

function isPeriod(reading: Reading<SingleRange> | null): boolean {
  return reading !== null && 'words' in reading
}

import { formatPercent, formatQuantity, NO_NUMBER } from '@tributary/core/numbers'
import type { Paint } from '../terminal/paint.ts'
import { printable } from './text.ts'

/** The numbers and words of a warning: `current=15 of=30`. */
type Facts = ReadonlyMap<string, string>

/** What each warning of an attribution answer means, and what to do about it. */
const SENTENCES: Readonly<Record<string, (facts: Facts, detail: string) => string>> = {
  RANGE_LENGTH_DIFFERS: (facts) =>
    `The ranges have ${fact(facts, 'current')} and ${fact(facts, 'compare')} periods, so the totals may differ for that alone. To compare averages per period, add --average.`,
  PARTIAL_RANGE: (facts) => {
    const side = facts.has('current') ? 'current' : 'compare'
    return `The data covers ${fact(facts, side)} of the ${fact(facts, 'of')} periods of the ${SIDES[side]} range. Choose a range that the data covers, or add --average.`
  },
  NO_DATA_CURRENT: (facts) => `The current range has no rows. ${extent(facts)}`,
  NO_DATA_COMPARE: (facts) => `The compared range has no rows. ${extent(facts)}`,
  AVERAGE_UNDEFINED: (facts) =>
    `The data has no period of the ${SIDES[facts.get('window') ?? ''] ?? ''} range, so there is no average over it. Leave --average out, or choose another range.`,
  OVERALL_UNDEFINED: () =>
    'Before the filters the whole did not change, or has no value, so no row has a share of that change. The shares shown are those of the filtered rows.',
  NOT_ADDITIVE: (facts) =>
    `The same item counts in several rows, so the contributions miss the whole change by ${fact(facts, 'gap')}.`,
  NOT_ATTRIBUTABLE: (_, detail) =>
    `This metric cannot be split into contributions${detail === '' ? '' : `: ${detail}`}. Values and growth are shown.`,
  RATIO_UNDEFINED: () =>
    'A denominator is zero or changes its sign, so there are no shares. Compare ranges in which it is not zero.',
  CHANGE_WITHIN_ROUNDING: () =>
    'The whole changed by no more than its rounding, so there is nothing to split.',
  OVERFLOW: () =>
    'A number is beyond the range of a DOUBLE (1.8e308) and is left out. Divide what is added up, for example by 1e6.',
  TOTAL_UNCHANGED: () => 'The whole did not change, so no row has a share of the change.',
  NEGATIVE_BASE: () =>
    'A compared value is negative, so its growth % has the opposite sign of its growth.',
  OFFSETTING_CHANGES: () =>
    'Large changes cancel each other, so shares are far beyond 100 %. Read the contributions instead.',
  TRUNCATED: (facts) =>
    `Of ${fact(facts, 'rows')} rows those that moved the metric most are included; they have ${percent(facts.get('explained'))} of all changes.`,
  OBJECTS_OVERLAP: (facts) =>
    `${fact(facts, 'rows')} rows are in both sides and count in both. Choose sides that have no row in common.`,
  COMPARE_DIMENSION: () =>
    'This dimension tells the two sides apart, so each of its rows is on one side only. Split by another dimension.',
  NOT_CLOSED: () =>
    'The formula has no value, or jumps, between the two totals, so there are no shares.',
}

const SIDES: Readonly<Record<string, string>> = { current: 'current', compare: 'compared' }

function fact(facts: Facts, name: string): string {
  const text = facts.get(name)
  if (text === undefined) return 'some'
  const number = formatQuantity(text, Number.isInteger(Number(text)) ? 0 : 4)
  return number === NO_NUMBER ? text : number
}

function percent(fraction: string | undefined): string {
  return fraction === undefined ? 'most' : formatPercent(fraction).replace('+', '')
}

function extent(facts: Facts): string {
  const [first, last] = [facts.get('first'), facts.get('last')]
  if (first === undefined || last === undefined) return 'Choose a range that the data covers.'
  return `The data goes from ${first} to ${last}; choose a range within.`
}

/** Separates two warnings; a detail may contain semicolons itself. */
const SEPARATOR = /; (?=[A-Z]+_[A-Z_]+(?: |;|$))/
const FACT = /(\w+)=(\S+(?: \d\d:\d\d:\d\d\S*)?)/g

/** That a range has no rows is told by NO_DATA of that range. */
const NO_PERIOD = /^PARTIAL_RANGE (?:current|compare)=0 /

/** The lines of a `warning` field: `! ` with a sentence and the code for each warning. None for null. */
export function renderWarning(warning: string | null, paint: Paint): readonly string[] {
  if (warning === null || warning === '') return []
  const entries = warning.split(SEPARATOR).filter((entry) => !NO_PERIOD.test(entry))
  return entries.map((entry) => {
    const [code = ''] = entry.split(' ', 1)
    const detail = entry.slice(code.length + 1)
    const facts = new Map(
      [...detail.matchAll(FACT)].map(([, name = '', text = '']) => [name, text]),
    )
    const sentence = SENTENCES[code]?.(facts, detail)
    if (sentence === undefined) return paint('warning', `! ${printable(entry)}`)
    return `${paint('warning', `! ${printable(sentence)}`)} ${paint('faint', code)}`
  })
}

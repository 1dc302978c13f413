import type { Grain } from '../values/value-type.ts'
import type { Period, PeriodCount } from './period.ts'

const LETTERS: ReadonlyMap<string, Grain> = new Map<string, Grain>([
  ['y', 'YEAR'],
  ['q', 'QUARTER'],
  ['m', 'MONTH'],
  ['w', 'WEEK'],
  ['d', 'DAY'],
  ['h', 'HOUR'],
  ['min', 'MINUTE'],
  ['mi', 'MINUTE'],
  ['s', 'SECOND'],
])

/** A period in its short form: `7d` (the last seven days), `ytd` (year to date), `cm` (this month); null for another text. */
export function quickPeriod(text: string): Period | null {
  const word = text.startsWith('period__') ? text.slice('period__'.length) : text
  const lastFew = /^(\d{1,9})(y|q|min|m|w|d|h)$/.exec(word)
  if (lastFew !== null) return lastPeriods(Number(lastFew[1]), LETTERS.get(lastFew[2]!)!)
  const toDate = /^(y|q|m|w|d|h|mi)t(?:(\d{1,4})?(d|h|min|s))$/.exec(word)
  if (toDate !== null) {
    const last = stretch(toDate[2], LETTERS.get(toDate[3]!)!)
    const within = stretch(undefined, LETTERS.get(toDate[1]!)!)
    return last === null || within === null ? null : { kind: 'grainToDate', within, last }
  }
  const current = /^c(\d{1,4})?(y|q|min|m|w|d|h|s)$/.exec(word)
  if (current === null) return null
  const own = stretch(current[1], LETTERS.get(current[2]!)!)
  return own === null ? null : { kind: 'toDate', offset: own, last: own }
}

function lastPeriods(count: number, grain: Grain): Period | null {
  if (count === 0) return null
  const last: PeriodCount = { count: 0, grain, each: 1 }
  return { kind: 'toDate', offset: { count: 1 - count, grain, each: 1 }, last }
}

function stretch(several: string | undefined, grain: Grain): PeriodCount | null {
  const each = several === undefined ? 1 : Number(several)
  const divides = grain === 'HOUR' || grain === 'MINUTE' || grain === 'SECOND'
  return each < 1 || (each > 1 && !divides) ? null : { count: 0, grain, each }
}

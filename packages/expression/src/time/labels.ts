import { dateText, floorDivide } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import type { Grain } from '../values/value-type.ts'
import { listedNumber, listedPeriods } from './custom-grain.ts'
import { addGrain, splitGrain, truncate, wordOfGrain } from './grains.ts'
import { parseTime } from './parse-time.ts'
import { customPeriods, grainOfWord, type WorkCalendar } from './work-calendar.ts'

/**
 * The name of the period of a grain that begins at a moment: `FY2002-Q3`, or the label of a custom calendar. Null for
 * grains whose periods are called by their dates.
 */
export function periodLabel(start: bigint, grain: Grain, calendar: WorkCalendar): string | null {
  const word = wordOfGrain(grain)
  if (word === 'FISCAL_YEAR' || word === 'FISCAL_QUARTER')
    return fiscalLabel(start, grain, calendar)
  const periods = listedPeriods(grain)
  const declaredPeriods = customPeriods(word, calendar)
  if (periods === null || declaredPeriods?.grain !== grain) return null
  const { starts, end } = periods
  const number = listedNumber(periods, Number(floorDivide(start, DAY)))
  if (number < 0) return `before ${dateText(starts[0] ?? 0)}`
  return declaredPeriods.labels[number] ?? `from ${dateText(end)}`
}

function fiscalLabel(start: bigint, grain: Grain, calendar: WorkCalendar): string | null {
  const { fiscalYearStart: month, fiscalYearName } = calendar
  if (month === null) return null
  const yearStart = truncate(start, `FISCAL_YEAR(${month})`)
  const named = fiscalYearName === 'END' ? addGrain(yearStart, 11, 'MONTH') : yearStart
  const year = `FY${dateText(Number(floorDivide(named, DAY))).slice(0, 4)}`
  if (wordOfGrain(grain) === 'FISCAL_YEAR') return year
  const quarters = [0, 1, 2, 3].map((quarter) => addGrain(yearStart, quarter, 'QUARTER'))
  return `${year}-Q${quarters.findLastIndex((quarterStart) => quarterStart <= start) + 1}`
}

/**
 * The name of a period that an answer has by its first day: `2001-Q2`, `FY2002-Q3`, or the label of a custom calendar. The
 * grain is the suffix of the column's name; other values are returned as they are.
 */
export function shownPeriod(column: string, text: string, calendar: WorkCalendar): string {
  const word = splitGrain(column, calendar)?.grain
  const grain = word === undefined ? null : grainOfWord(word, calendar)
  const start = grain === null ? null : parseTime(text)
  if (grain === null || start === null) return text
  if (grain === 'YEAR' || grain === 'QUARTER' || grain === 'MONTH') {
    return truncate(start, grain) === start ? writtenPeriod(start, grain) : text
  }
  return periodLabel(start, grain, calendar) ?? text
}

function writtenPeriod(start: bigint, grain: 'YEAR' | 'QUARTER' | 'MONTH'): string {
  const date = dateText(Number(floorDivide(start, DAY)))
  if (grain === 'MONTH') return date.slice(0, 7)
  const year = date.slice(0, 4)
  return grain === 'YEAR' ? year : `${year}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`
}

/** A label as it is compared with others: in any case, and with blanks or `_` for `-`. */
export function labelKey(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
}

/** The number of the period with a label; null when none has it. */
export function findLabelNumber(text: string, labels: readonly string[]): number | null {
  let numbers = numbersByLabel.get(labels)
  if (numbers === undefined) {
    numbers = new Map(labels.map((label, number) => [labelKey(label), number]))
    numbersByLabel.set(labels, numbers)
  }
  return numbers.get(labelKey(text)) ?? null
}

/** Labels are looked up for each text that is read as a range. */
const numbersByLabel = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

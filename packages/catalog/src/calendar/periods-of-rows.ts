import { type CustomWord, toText } from '@tributary/expression'
import {
  type CustomPeriods,
  customGrain,
  DAY,
  labelKey,
  MOST_LISTED_DAYS,
  unreadGrain,
} from '@tributary/expression/internal'
import type { CalendarSource } from '../definitions/calendar.ts'

/** A row of a dataset that lists periods; times in microseconds since 1970-01-01. */
export interface CalendarRow {
  readonly start: bigint | null
  /** Null without a column for it. */
  readonly end: bigint | null
  /** One for each grain of the source. */
  readonly labels: readonly (string | null)[]
}

/** The periods of the grains of a source; else what is wrong with its rows. */
export type PeriodsReading =
  | { readonly periods: readonly CustomPeriods[] }
  | { readonly problem: string }

/** The periods of a source before its rows are read. */
export function unreadPeriods({ grains }: CalendarSource): readonly CustomPeriods[] {
  return grains.map(({ name }) => ({
    word: toCustomWord(name),
    grain: unreadGrain(name),
    labels: [],
  }))
}

/** The periods of a source whose rows cannot be read, with the reason. */
export function brokenPeriods(
  { grains }: CalendarSource,
  problem: string,
): readonly CustomPeriods[] {
  return grains.map(({ name }) => ({ word: toCustomWord(name), grain: null, labels: [], problem }))
}

function toCustomWord(name: string): CustomWord {
  return name as CustomWord
}

/**
 * The periods that the rows of a dataset list, in any order. They follow one another without a gap or an overlap; a problem
 * names the row by the day that it starts on.
 */
export function periodsOfRows(
  source: CalendarSource,
  rows: readonly CalendarRow[],
): PeriodsReading {
  try {
    const { parts, end } = locateParts(source, rows)
    return { periods: source.grains.map((_, index) => groupPeriods(source, { parts, end, index })) }
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message }
    throw error
  }
}

/** A mistake in a row; it is caught in this file. */
class RowProblem extends Error {}

/** A row with its first day, in days since 1970-01-01. */
interface Part {
  readonly start: number
  readonly labels: readonly (string | null)[]
}

interface Parts {
  readonly parts: readonly Part[]
  /** The day after the last part. */
  readonly end: number
}

interface Located extends Part {
  /** The last day, or the day after it; null where no column has it. */
  readonly end: number | null
}

function locateParts(source: CalendarSource, rows: readonly CalendarRow[]): Parts {
  const parts = rows.map((row) => locate(source, row)).toSorted((a, b) => a.start - b.start)
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined) {
    throw problem(source, 'Expected a row for each period, found no row')
  }
  for (const [index, { start }] of parts.entries()) {
    if (index > 0 && parts[index - 1]!.start === start) {
      throw problem(
        source,
        `Expected one row for each start, found two that start on ${day(start)}`,
      )
    }
  }
  const reading = source.end === null ? withoutEnds(source, parts) : withEnds(source, parts)
  if (reading.end - first.start > MOST_LISTED_DAYS) {
    const years = Math.floor(MOST_LISTED_DAYS / 366)
    const actualRange = `found ${day(first.start)} to ${day(reading.end - 1)}`
    throw problem(
      source,
      `Expected at most ${years} years from the first row to the last, ${actualRange}`,
    )
  }
  return reading
}

function locate(source: CalendarSource, { start, end, labels }: CalendarRow): Located {
  const { start: column, end: endColumn } = source
  if (start === null) {
    const named = labels.find((label) => label !== null)
    const where = named === undefined ? 'a row without labels' : `the row labelled "${named}"`
    throw problem(source, `Expected a date in "${column}" of ${where}, found nothing`)
  }
  if (start % DAY !== 0n) {
    const actualStart = toText(start, 'TIMESTAMP')
    throw problem(source, `Expected "${column}" to be the start of a day, found ${actualStart}`)
  }
  const first = Number(start / DAY)
  if (endColumn !== null && end === null) {
    throw problem(source, `Expected a date in "${endColumn}" of ${rowOn(first)}, found nothing`)
  }
  return { start: first, end: end === null ? null : floorDay(end), labels }
}

/** Each row ends where the next one starts; the last one as the others when they are alike, or it is an end itself. */
function withoutEnds(source: CalendarSource, parts: readonly Located[]): Parts {
  const last = parts.at(-1)!
  if (parts.length > 1 && last.labels.every(isBlank)) {
    return { parts: parts.slice(0, -1), end: last.start }
  }
  const lengths = new Set(parts.slice(1).map(({ start }, index) => start - parts[index]!.start))
  const [length, ...remainingLengths] = lengths
  if (length !== undefined && remainingLengths.length === 0)
    return { parts, end: last.start + length }
  const reason = `${rowOn(last.start)} is the last, and rows differ in length`
  const fix = 'name the column of ends in "end", or add a row without labels on the day after it'
  throw problem(source, `Expected an end of the calendar, found none: ${reason}; ${fix}`)
}

function withEnds(source: CalendarSource, parts: readonly Located[]): Parts {
  const [first, second] = parts
  // The ends are last days, unless the first row says that they are the starts of the next ones.
  const isAfter = second !== undefined && first!.end === second.start
  for (const [index, { start, end }] of parts.entries()) {
    const after = isAfter ? end! : end! + 1
    if (after <= start) {
      throw problem(
        source,
        `Expected ${rowOn(start)} to end after that, found ${day(end!)} in "${source.end}"`,
      )
    }
    const next = parts[index + 1]?.start
    if (next === undefined || next === after) continue
    const detail = `${rowOn(start)} ends with ${day(after - 1)}, and the next starts on ${day(next)}`
    const what =
      next > after
        ? `a gap of ${formatDayCount(next - after)}`
        : `an overlap of ${formatDayCount(after - next)}`
    throw problem(source, `Expected rows that follow one another, found ${what}: ${detail}`)
  }
  const last = parts.at(-1)!
  return { parts, end: isAfter ? last.end! : last.end! + 1 }
}

function groupPeriods(
  source: CalendarSource,
  { parts, end, index }: Parts & { readonly index: number },
): CustomPeriods {
  const { name, label: column } = source.grains[index]!
  const starts: number[] = []
  const labels: string[] = []
  const startsByLabel = new Map<string, number>()
  let current: string | null = null
  for (const part of parts) {
    const label = part.labels[index] ?? null
    if (isBlank(label)) {
      throw problem(
        source,
        `Expected a label in "${column}" of ${rowOn(part.start)}, found nothing`,
      )
    }
    const key = labelKey(label!)
    if (key === current) continue
    const before = startsByLabel.get(key)
    if (before !== undefined) {
      const detail = `"${label}" is that of the period from ${day(before)} and again of that from ${day(part.start)}`
      throw problem(
        source,
        `Expected labels in "${column}" that tell all periods apart, found that ${detail}; write the year too, as in 2002-P1`,
      )
    }
    startsByLabel.set(key, part.start)
    current = key
    starts.push(part.start)
    labels.push(label!.trim())
  }
  return { word: toCustomWord(name), grain: customGrain(name, { starts, end }), labels }
}

function problem({ dataset }: CalendarSource, text: string): RowProblem {
  return new RowProblem(`The calendar "${dataset}": ${text}`)
}

function isBlank(label: string | null): boolean {
  return label === null || label.trim() === ''
}

function rowOn(start: number): string {
  return `the row that starts on ${day(start)}`
}

function day(days: number): string {
  return toText(days, 'DATE') ?? ''
}

function formatDayCount(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

function floorDay(time: bigint): number {
  return Number((time - (((time % DAY) + DAY) % DAY)) / DAY)
}

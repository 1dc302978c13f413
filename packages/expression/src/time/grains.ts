import { civilOf, daysInMonth, daysOf, floorDivide } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import type { Grain } from '../values/value-type.ts'

const SECOND = 1_000_000n

/** Grains of a fixed length, in microseconds. The other grains consist of months. */
const LENGTHS: ReadonlyMap<Grain, bigint> = new Map<Grain, bigint>([
  ['SECOND', SECOND],
  ['MINUTE', 60n * SECOND],
  ['HOUR', 3600n * SECOND],
  ['DAY', DAY],
  ['WEEK', 7n * DAY],
])

const MONTHS: ReadonlyMap<Grain, number> = new Map<Grain, number>([
  ['MONTH', 1],
  ['QUARTER', 3],
  ['YEAR', 12],
])

/** Every grain, finest first. */
export const GRAINS: readonly Grain[] = [...LENGTHS.keys(), ...MONTHS.keys()]

const BY_NAME: ReadonlyMap<string, Grain> = new Map(GRAINS.map((grain) => [grain, grain]))

/** The grain with a name, in any case; null when there is none. */
export function grainNamed(word: string): Grain | null {
  return BY_NAME.get(word.toUpperCase()) ?? null
}

/** Whether a grain is finer than a day. */
export function isFinerThanDay(grain: Grain): boolean {
  return (LENGTHS.get(grain) ?? DAY) < DAY
}

/**
 * The first moment of the period of `grain` that contains `time`; both in microseconds since 1970-01-01. A
 * week begins on Monday.
 * @example
 * ```ts
 * import { parseTime, truncate } from '@tributary/expression'
 * truncate(parseTime('2026-03-14 09:30')!, 'MONTH') === parseTime('2026-03-01') // => true
 * ```
 */
export function truncate(time: bigint, grain: Grain): bigint {
  const length = LENGTHS.get(grain)
  if (length !== undefined) {
    const offset = grain === 'WEEK' ? WEEK_OFFSET : 0n
    return floorDivide(time + offset, length) * length - offset
  }
  const { year, month } = civilOf(Number(floorDivide(time, DAY)))
  const months = MONTHS.get(grain)!
  const first = month - ((month - 1) % months)
  return BigInt(daysOf({ year, month: first, day: 1 })) * DAY
}

/** 1970-01-01 was a Thursday: weeks begin three days before it. */
const WEEK_OFFSET = 3n * DAY

/** The number of the period of `grain` that contains `time`; the numbers of neighbours differ by one. */
export function periodNumber(time: bigint, grain: Grain): number {
  const length = LENGTHS.get(grain)
  if (length !== undefined) {
    return Number(floorDivide(time + (grain === 'WEEK' ? WEEK_OFFSET : 0n), length))
  }
  const { year, month } = civilOf(Number(floorDivide(time, DAY)))
  return Math.floor((year * 12 + month - 1) / MONTHS.get(grain)!)
}

/**
 * Moves `time` by `count` periods of `grain`; times in microseconds since 1970-01-01. A day that the target
 * month does not have becomes its last day.
 * @example
 * ```ts
 * import { addGrain, parseTime } from '@tributary/expression'
 * addGrain(parseTime('2024-01-31')!, 1, 'MONTH') === parseTime('2024-02-29') // => true
 * ```
 */
export function addGrain(time: bigint, count: number, grain: Grain): bigint {
  const length = LENGTHS.get(grain)
  if (length !== undefined) return time + BigInt(count) * length
  const days = floorDivide(time, DAY)
  const { year, month, day } = civilOf(Number(days))
  const months = year * 12 + (month - 1) + count * MONTHS.get(grain)!
  const target = { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 }
  const last = day > 28 ? daysInMonth(target.year, target.month) : 28
  return BigInt(daysOf({ ...target, day: Math.min(day, last) })) * DAY + (time - days * DAY)
}

/** The first moment of the period after the one that contains `time`. */
export function nextPeriod(time: bigint, grain: Grain): bigint {
  return addGrain(truncate(time, grain), 1, grain)
}

/** The first start of a period of `grain` at or after `time`. */
export function startAtOrAfter(time: bigint, grain: Grain): bigint {
  const start = truncate(time, grain)
  return start === time ? time : addGrain(start, 1, grain)
}

/** A name with a grain suffix. */
export interface GrainedName {
  readonly base: string
  readonly grain: Grain
  /** The suffix as written, `__Month`. */
  readonly suffix: string
}

/** Splits `metric_time__month` into name and grain; null for a name without a grain suffix. */
export function splitGrain(name: string): GrainedName | null {
  const at = name.lastIndexOf('__')
  if (at <= 0) return null
  const grain = grainNamed(name.slice(at + 2))
  return grain === null ? null : { base: name.slice(0, at), grain, suffix: name.slice(at) }
}

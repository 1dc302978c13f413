import { truncate } from '../../time/grains.ts'
import { floorDivide } from '../../values/civil.ts'
import { DAY } from '../../values/value.ts'
import type { Grain } from '../../values/value-type.ts'
import { timePart } from './time-parts.ts'

const LENGTHS: Partial<Record<Grain, bigint>> = {
  SECOND: 1_000_000n,
  MINUTE: 60_000_000n,
  HOUR: 3_600_000_000n,
  DAY,
}

/** A number of the period of a grain that a time, in microseconds since 1970-01-01, is in; neighbours differ by one. */
export function periodNumber(time: bigint, grain: Grain): bigint {
  const length = LENGTHS[grain]
  if (length !== undefined) return floorDivide(time, length)
  if (grain === 'WEEK') return floorDivide(truncate(time, 'WEEK') + 3n * DAY, 7n * DAY)
  const year = BigInt(timePart(time, 'Year'))
  if (grain === 'YEAR') return year
  return grain === 'QUARTER'
    ? year * 4n + BigInt(timePart(time, 'Quarter'))
    : year * 12n + BigInt(timePart(time, 'Month'))
}

import { daysInMonth, toEpochDays } from '../values/civil.ts'
import { DAY } from '../values/value.ts'

const FORM =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?)?)?$/
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/**
 * Parses an ISO text, `2025`, `2025-04`, `2025-04-01`, `2025-04-01 13:00` or `2025-04-01T13:00:00.5`, to
 * microseconds since 1970-01-01. Parts that are left out take their first value. Null for any other text.
 * @example
 * ```ts
 * import { parseTime } from '@tributary/attribution/expression'
 * parseTime('1970-01-02') // => 86400000000n
 * parseTime('2025-02-30') // => null
 * ```
 */
export function parseTime(text: string): bigint | null {
  const reading = readTime(text)
  return 'time' in reading ? reading.time : null
}

/** A time in microseconds since 1970-01-01, or the reason why a text is not a time. */
export type TimeReading = { readonly time: bigint } | { readonly problem: string }

/** {@link parseTime} with the reason of a failure. */
export function readTime(text: string): TimeReading {
  const parts = FORM.exec(text)
  if (!parts) return { problem: 'write it as 2025-04-01 or 2025-04-01 13:00:00' }
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', part = ''] =
    parts
  return composeTime({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    micros: Number(part.padEnd(6, '0')),
  })
}

/** A date and a time of day. */
interface Moment {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly micros: number
}

/** The time of its parts, or the reason why one of them is out of range. */
export function composeTime(parts: Moment): TimeReading {
  const problem = findMomentProblem(parts)
  if (problem !== null) return { problem }
  const seconds = (parts.hour * 60 + parts.minute) * 60 + parts.second
  return { time: BigInt(toEpochDays(parts)) * DAY + BigInt(seconds * 1_000_000 + parts.micros) }
}

function findMomentProblem({ year, month, day, hour, minute, second }: Moment): string | null {
  if (year < 1) return 'years begin with 0001'
  if (month < 1 || month > 12) return 'months go from 01 to 12'
  // No month is shorter.
  const days = day > 28 ? daysInMonth(year, month) : 28
  if (day > days) return `${MONTHS[month - 1]} ${year} has ${days} days`
  if (day < 1) return 'days begin with 01'
  if (hour > 23) return 'hours go from 00 to 23'
  if (minute > 59) return 'minutes go from 00 to 59'
  return second > 59 ? 'seconds go from 00 to 59' : null
}

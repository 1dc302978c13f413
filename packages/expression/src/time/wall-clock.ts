import { toEpochDays } from '../values/civil.ts'

/**
 * A moment on the wall clock of a time zone, in microseconds since 1970-01-01 00:00:00 of that wall clock:
 * what `Now()` is in expressions, which know no zones.
 */
export function localTime(at: Date, timeZone: string): bigint {
  return BigInt(toWallTime(at.getTime(), timeZone)) * 1000n
}

/**
 * The moment at which the wall clock of a time zone shows `wall`, in microseconds since 1970-01-01 00:00:00 of that
 * wall clock, as {@link localTime} has it. Of two such moments, when clocks are put back, the first; null for a time
 * that is left out when they are put forward.
 */
export function momentOfLocalTime(wall: bigint, timeZone: string): Date | null {
  const localMilliseconds = Number(wall / 1000n)
  // No zone changes its clocks twice within two days, so the offset is that of the day before or of the day after.
  const candidates = [localMilliseconds - DAY, localMilliseconds + DAY].map(
    (near) => localMilliseconds - offsetAt(near, timeZone),
  )
  const moments = candidates.filter((at) => localTime(new Date(at), timeZone) === wall)
  return moments.length === 0 ? null : new Date(Math.min(...moments))
}

/** In milliseconds. */
const DAY = 86_400_000

/** How far the wall clock of a zone is ahead of UTC at a moment, all in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  return toWallTime(at, timeZone) - at
}

/** The time on the wall clock at a moment, both in milliseconds. */
function toWallTime(at: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of getZoneFormat(timeZone).formatToParts(at))
    parts[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  const seconds = toEpochDays({ year, month, day }) * 86_400 + hour * 3600 + minute * 60 + second
  return seconds * 1000 + (((at % 1000) + 1000) % 1000)
}

/** By zone: to make one takes a hundred times as long as to use it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function getZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(timeZone)
  if (cachedFormat !== undefined) return cachedFormat
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

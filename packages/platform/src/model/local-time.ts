/**
 * A moment on the wall clock of a time zone, in microseconds since 1970-01-01 00:00:00 of that wall clock:
 * what `Now()` is in expressions, which know no zones.
 */
export function localTime(at: Date, timeZone: string): bigint {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = value
  const wall = Date.UTC(
    Number(parts.year),
    Number(parts.month) - 1,
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second),
    at.getUTCMilliseconds(),
  )
  return BigInt(wall) * 1000n
}

/** By zone: to make one takes a hundred times as long as to use it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
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

const DAY = 86_400_000

/**
 * The moment at which the wall clock of a time zone shows `wall`, in microseconds since 1970-01-01 00:00:00 of that
 * wall clock, as `localTime` has it. Of two such moments, when clocks are put back, the first; null for a time
 * that is left out when they are put forward.
 */
export function momentOfLocalTime(wall: bigint, timeZone: string): Date | null {
  const shown = Number(wall / 1000n)
  // No zone changes its clocks twice within two days, so the offset is that of the day before or of the day after.
  const candidates = [shown - DAY, shown + DAY].map((near) => shown - offsetAt(near, timeZone))
  const found = candidates.filter((at) => localTime(new Date(at), timeZone) === wall)
  return found.length === 0 ? null : new Date(Math.min(...found))
}

/** How far the wall clock is ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  return Number(localTime(new Date(at), timeZone) / 1000n) - at
}

/** A zone and a moment at which its clock changes, in seconds since 1970. */
export interface ClockChange {
  readonly zone: string
  readonly at: number
  readonly what: string
}

const seconds = (iso: string): number => Date.parse(iso) / 1000

/** Gaps, repeated hours and half hours, changes at midnight, a quarter of an hour, a day that is left out, and no change. */
export const CLOCK_CHANGES: readonly ClockChange[] = [
  { zone: 'Europe/Berlin', at: seconds('2024-03-31T01:00:00Z'), what: 'an hour is left out' },
  { zone: 'Europe/Berlin', at: seconds('2024-10-27T01:00:00Z'), what: 'an hour comes twice' },
  { zone: 'America/New_York', at: seconds('2024-03-10T07:00:00Z'), what: 'an hour is left out' },
  { zone: 'America/New_York', at: seconds('2024-11-03T06:00:00Z'), what: 'an hour comes twice' },
  {
    zone: 'Australia/Lord_Howe',
    at: seconds('2024-10-05T15:30:00Z'),
    what: 'half an hour is left out',
  },
  {
    zone: 'Australia/Lord_Howe',
    at: seconds('2024-04-06T15:00:00Z'),
    what: 'half an hour comes twice',
  },
  { zone: 'America/Sao_Paulo', at: seconds('2017-10-15T03:00:00Z'), what: 'midnight is left out' },
  {
    zone: 'America/Sao_Paulo',
    at: seconds('2018-02-18T02:00:00Z'),
    what: 'the hour before midnight comes twice',
  },
  {
    zone: 'Asia/Kathmandu',
    at: seconds('1985-12-31T18:30:00Z'),
    what: 'the clock gains 15 minutes',
  },
  { zone: 'Pacific/Apia', at: seconds('2011-12-30T10:00:00Z'), what: 'a day is left out' },
  { zone: 'UTC', at: seconds('2024-03-31T01:00:00Z'), what: 'nothing' },
]

const formats = new Map<string, Intl.DateTimeFormat>()

/** The wall clock of a zone at a moment, both in microseconds: the oracle of the tests, by the platform's own calendar. */
export function wallClock(zone: string, moment: bigint): bigint {
  let format = formats.get(zone)
  if (format === undefined) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
    formats.set(zone, format)
  }
  const whole = moment / 1_000_000n - (moment % 1_000_000n < 0n ? 1n : 0n)
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(Number(whole) * 1000)) {
    parts[type] = Number(value)
  }
  const { year, month, day, hour, minute, second } = parts
  const wall = Date.UTC(year!, month! - 1, day, hour, minute, second)
  return BigInt(wall) * 1000n + (moment - whole * 1_000_000n)
}

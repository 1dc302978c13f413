/** The periods that times are truncated to. A week begins on the day of {@link startWeeksOn}. */
export type Grain =
  | 'SECOND'
  | 'MINUTE'
  | 'HOUR'
  | 'DAY'
  | 'WEEK'
  | 'MONTH'
  | 'QUARTER'
  | 'FISCAL_QUARTER'
  | 'YEAR'
  | 'FISCAL_YEAR'

/** The month in which a fiscal year starts, whose quarters are no calendar quarters. */
export const FISCAL_START = 2

/** The day on which a week starts. That of most engines is Monday. */
export type WeekStart = 'MONDAY' | 'SUNDAY'

let weekStart: WeekStart = 'SUNDAY'

/** The day on which weeks start now. */
export function currentWeekStart(): WeekStart {
  return weekStart
}

/** Lets the weeks of questions and of what is expected start on a day, until the next call. */
export function startWeeksOn(day: WeekStart): void {
  weekStart = day
}

/** Milliseconds since 1970-01-01 on a wall clock without zone. */
export type Moment = number

export const HOUR = 3_600_000
export const DAY: number = 24 * HOUR

const LENGTHS: Readonly<Partial<Record<Grain, number>>> = {
  SECOND: 1000,
  MINUTE: 60_000,
  HOUR,
  DAY,
}
const MONTHS: Readonly<Partial<Record<Grain, number>>> = {
  ...{ MONTH: 1, QUARTER: 3, YEAR: 12 },
  ...{ FISCAL_QUARTER: 3, FISCAL_YEAR: 12 },
}

/** The beginning of the period that a moment is in. */
export function startOf(moment: Moment, grain: Grain): Moment {
  const length = LENGTHS[grain]
  if (length !== undefined) return Math.floor(moment / length) * length
  const date = new Date(moment)
  if (grain === 'WEEK') {
    const days = weekStart === 'SUNDAY' ? date.getUTCDay() : weekday(moment) - 1
    return startOf(moment, 'DAY') - days * DAY
  }
  const months = MONTHS[grain]!
  const shift = grain.startsWith('FISCAL') ? FISCAL_START - 1 : 0
  const first = Math.floor((date.getUTCMonth() - shift) / months) * months + shift
  return Date.UTC(date.getUTCFullYear(), first)
}

/** A moment moved by periods; in a month that is too short it is the last day. */
export function moved(moment: Moment, count: number, grain: Grain): Moment {
  if (grain === 'WEEK') return moment + 7 * count * DAY
  const length = LENGTHS[grain]
  if (length !== undefined) return moment + count * length
  const date = new Date(moment)
  const month = date.getUTCMonth() + count * MONTHS[grain]!
  const days = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), days))
  return day + (moment - startOf(moment, 'DAY'))
}

/** The beginning of the period after the one that a moment is in. */
export function nextPeriod(moment: Moment, grain: Grain): Moment {
  return moved(startOf(moment, grain), 1, grain)
}

/** What a clock in a time zone shows at a moment of UTC. */
export function wallClock(moment: number, zone: string): Moment {
  const parts = formatOf(zone).formatToParts(moment)
  const part = (type: string) => Number(parts.find((one) => one.type === type)!.value)
  const [year, month, day] = [part('year'), part('month') - 1, part('day')]
  const seconds = Date.UTC(year, month, day, part('hour'), part('minute'), part('second'))
  return seconds + (((moment % 1000) + 1000) % 1000)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const numeric = 'numeric' as const
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, hourCycle: 'h23' as const },
    ...{ year: numeric, month: numeric, day: numeric },
    ...{ hour: numeric, minute: numeric, second: numeric },
  })
  formats.set(zone, format)
  return format
}

/** 1 for Monday to 7 for Sunday. */
export function weekday(moment: Moment): number {
  return new Date(moment).getUTCDay() || 7
}

/** `2024-05-01`, `2024-05-01 13:00:00` or `2024-05-01 13:00:00.500`, read as a wall clock. */
export function parseMoment(text: string): Moment {
  return Date.parse(
    `${text.length === 10 ? `${text} 00:00:00` : text}`.replace(' ', 'T').concat('Z'),
  )
}

/** `2024-05-01` */
export function dayText(moment: Moment): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** `2024-05-01 13:00:00`, with six fractional digits where they are not 0. */
export function momentText(moment: Moment): string {
  const [day, clock = ''] = new Date(moment).toISOString().split('T')
  const fraction = clock.slice(9, 12)
  return `${day} ${clock.slice(0, 8)}${fraction === '000' ? '' : `.${fraction}000`}`
}

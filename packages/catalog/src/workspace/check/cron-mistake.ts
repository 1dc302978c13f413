import type { Report } from '../files/report.ts'

/** A field of a cron expression: its range and the names of its numbers. */
interface CronField {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly names: readonly string[]
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

const FIELDS: readonly CronField[] = [
  { name: 'minute', from: 0, to: 59, names: [] },
  { name: 'hour', from: 0, to: 23, names: [] },
  { name: 'day', from: 1, to: 31, names: [] },
  { name: 'month', from: 1, to: 12, names: MONTHS },
  { name: 'weekday', from: 0, to: 7, names: WEEKDAYS },
]

const LONGEST_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Reports a wrong cron expression at the key `cron`. */
export function checkCron(report: Report, raw: object, text: string): void {
  const mistake = findCronMistake(text)
  if (mistake !== null) report.at(raw, ['cron'], mistake, 'for example "0 3 * * *", daily at 3')
}

/**
 * The mistake in a cron expression of the five usual fields, as a sentence; null for none. A field is a
 * list of `*`, numbers and ranges, each perhaps with a step (`0,15-45/10`); months and weekdays have English names of
 * three letters; weekday 7 is Sunday, as 0.
 */
function findCronMistake(text: string): string | null {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) {
    const wanted = FIELDS.map((field) => field.name).join(', ')
    return `Expected a cron expression of five fields (${wanted}), found "${text}"`
  }
  for (const [i, field] of FIELDS.entries()) {
    if (parseCronField(parts[i]!, field) !== null) continue
    const { name, from, to } = field
    return `Expected "*", numbers from ${from} to ${to}, ranges or steps for the ${name}, found "${parts[i]}"`
  }
  return neverMistake(text, parts)
}

/** A day that none of the months has, and no weekday besides. */
function neverMistake(text: string, [, , day, month, weekday]: readonly string[]): string | null {
  if (weekday !== '*' || day!.startsWith('*')) return null
  const first = Math.min(...parseCronField(day!, FIELDS[2]!)!)
  const longest = Math.max(
    ...parseCronField(month!, FIELDS[3]!)!.map((monthNumber) => LONGEST_MONTH[monthNumber - 1]!),
  )
  return first <= longest
    ? null
    : `Expected a cron expression that matches a time, found "${text}", which never matches`
}

/** The numbers that a field says; null when it is wrong. */
function parseCronField(text: string, field: CronField): readonly number[] | null {
  const values: number[] = []
  for (const item of text.split(',')) {
    const some = itemValues(item, field)
    if (some === null) return null
    values.push(...some)
  }
  return values
}

const ITEM = /^(?:(\*)|([A-Za-z0-9]+)(?:-([A-Za-z0-9]+))?)(?:\/(\d+))?$/

function itemValues(item: string, field: CronField): readonly number[] | null {
  const match = ITEM.exec(item)
  if (match === null) return null
  const [, star, low, high, stepText] = match
  const from = star === undefined ? parseCronNumber(low!, field) : field.from
  const single = stepText === undefined ? from : field.to
  const to =
    high === undefined ? (star === undefined ? single : field.to) : parseCronNumber(high, field)
  const step = stepText === undefined ? 1 : Number(stepText)
  if (from === null || to === null || to < from || step === 0) return null
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)
}

function parseCronNumber(text: string, { from, to, names }: CronField): number | null {
  const named = names.indexOf(text.toUpperCase())
  const number = named >= 0 ? named + (names === MONTHS ? 1 : 0) : Number(text)
  return Number.isInteger(number) && number >= from && number <= to ? number : null
}

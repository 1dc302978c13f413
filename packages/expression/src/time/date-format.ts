import { floorDivide, toCivilDate, twoDigits } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import { composeTime, type TimeReading } from './parse-time.ts'

/** A field of a date format, in Java's letters. */
export type DateField = 'yyyy' | 'MM' | 'dd' | 'HH' | 'mm' | 'ss'

/** A parsed date format: fields and the text between them. */
export type DateFormat = readonly ({ readonly field: DateField } | { readonly text: string })[]

const FIELDS: readonly DateField[] = ['yyyy', 'MM', 'dd', 'HH', 'mm', 'ss']
const DATE_FIELDS: readonly DateField[] = ['yyyy', 'MM', 'dd']
const PART = /([A-Za-z])\1*|[^A-Za-z]+/g
const LETTER = /^[A-Za-z]/

/**
 * Parses a date format in Java's letters; returns the reason when it is not valid. `date` requires year, month
 * and day.
 */
export function parseDateFormat(
  format: string,
  demand: 'date' | 'any' = 'date',
): { readonly format: DateFormat } | { readonly problem: string } {
  const parts: DateFormat[number][] = []
  const used: DateField[] = []
  for (const part of format.match(PART) ?? []) {
    const field = FIELDS.find((dateField) => dateField === part)
    if (field === undefined && LETTER.test(part)) return { problem: `'${part}' is not a field` }
    parts.push(field ? { field } : { text: part })
    if (field) used.push(field)
  }
  const missing =
    demand === 'date' ? DATE_FIELDS.find((dateField) => !used.includes(dateField)) : undefined
  if (missing !== undefined) return { problem: `${missing} is missing` }
  if (new Set(used).size < used.length) return { problem: 'a field is repeated' }
  return { format: parts }
}

/**
 * Reads a text in a date format; returns the reason when it does not match. All digits and separators must be
 * present, and nothing else.
 */
export function parseFormattedTime(text: string, format: DateFormat): TimeReading {
  const values = { yyyy: 0, MM: 0, dd: 0, HH: 0, mm: 0, ss: 0 }
  let at = 0
  for (const part of format) {
    const stretch = 'field' in part ? part.field : part.text
    const end = at + stretch.length
    if ('field' in part) {
      const digits = text.slice(at, end)
      if (digits.length < stretch.length || !DIGITS.test(digits)) return misfit(format)
      values[part.field] = Number(digits)
    } else if (!text.startsWith(stretch, at)) return misfit(format)
    at = end
  }
  if (at < text.length) return misfit(format)
  const { yyyy: year, MM: month, dd: day, HH: hour, mm: minute, ss: second } = values
  return composeTime({ year, month, day, hour, minute, second, micros: 0 })
}

const DIGITS = /^\d+$/

function misfit(format: DateFormat): TimeReading {
  return { problem: `write it as ${formatText(format)}` }
}

function formatText(format: DateFormat): string {
  return format.map((part) => ('field' in part ? part.field : part.text)).join('')
}

/** Writes a time, in microseconds since 1970-01-01, in a date format. */
export function printFormattedTime(time: bigint, format: DateFormat): string {
  const days = floorDivide(time, DAY)
  const { year, month, day } = toCivilDate(Number(days))
  const seconds = Number((time - days * DAY) / 1_000_000n)
  const fields: Readonly<Record<DateField, string>> = {
    yyyy: String(year).padStart(4, '0'),
    MM: twoDigits(month),
    dd: twoDigits(day),
    HH: twoDigits(Math.floor(seconds / 3600)),
    mm: twoDigits(Math.floor(seconds / 60) % 60),
    ss: twoDigits(seconds % 60),
  }
  return format.map((part) => ('field' in part ? fields[part.field] : part.text)).join('')
}

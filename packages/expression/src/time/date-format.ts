import { civilOf, floorDivide, twoDigits } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import { momentOf, type TimeReading } from './parse-time.ts'

/** A field of a date format, in Java's letters. */
export type DateField = 'yyyy' | 'MM' | 'dd' | 'HH' | 'mm' | 'ss'

/** A parsed date format: fields and the text between them. */
export type DateFormat = readonly ({ readonly field: DateField } | { readonly text: string })[]

const FIELDS: readonly DateField[] = ['yyyy', 'MM', 'dd', 'HH', 'mm', 'ss']
const PART = /([A-Za-z])\1*|[^A-Za-z]+/g

/**
 * Parses a date format in Java's letters; returns the reason when it is not valid. `date` requires year, month
 * and day.
 */
export function parseDateFormat(
  format: string,
  demand: 'date' | 'any' = 'date',
): { readonly format: DateFormat } | { readonly problem: string } {
  const parts: DateFormat[number][] = []
  for (const [part, letter] of format.matchAll(PART)) {
    const field = FIELDS.find((one) => one === part)
    if (letter !== undefined && field === undefined) return { problem: `'${part}' is not a field` }
    parts.push(field ? { field } : { text: part })
  }
  const used = parts.flatMap((part) => ('field' in part ? [part.field] : []))
  for (const field of demand === 'date' ? (['yyyy', 'MM', 'dd'] as const) : []) {
    if (!used.includes(field)) return { problem: `${field} is missing` }
  }
  if (new Set(used).size < used.length) return { problem: 'a field is repeated' }
  return { format: parts }
}

/**
 * Reads a text in a date format; returns the reason when it does not match. All digits and separators must be
 * present, and nothing else.
 */
export function readFormatted(text: string, format: DateFormat): TimeReading {
  const match = new RegExp(`^(?:${formatPattern(format)})$`, 'u').exec(text)
  if (!match?.groups) return { problem: `write it as ${formatText(format)}` }
  const { groups } = match
  return momentOf({
    year: Number(groups.yyyy),
    month: Number(groups.MM),
    day: Number(groups.dd),
    hour: Number(groups.HH ?? 0),
    minute: Number(groups.mm ?? 0),
    second: Number(groups.ss ?? 0),
    micros: 0,
  })
}

function formatPattern(format: DateFormat): string {
  return format
    .map((part) =>
      'field' in part
        ? `(?<${part.field}>\\d{${part.field.length}})`
        : part.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    )
    .join('')
}

function formatText(format: DateFormat): string {
  return format.map((part) => ('field' in part ? part.field : part.text)).join('')
}

/** Writes a time, in microseconds since 1970-01-01, in a date format. */
export function writeFormatted(time: bigint, format: DateFormat): string {
  const days = floorDivide(time, DAY)
  const { year, month, day } = civilOf(Number(days))
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

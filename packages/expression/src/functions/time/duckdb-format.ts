import type { DateField, DateFormat } from '../../time/date-format.ts'
import { HOUR, YEAR } from '../duckdb-patterns.ts'

const SPECIFIERS: Readonly<Record<DateField, string>> = {
  yyyy: '%Y',
  MM: '%m',
  dd: '%d',
  HH: '%H',
  mm: '%M',
  ss: '%S',
}

const PATTERNS: ReadonlyMap<DateField, string> = new Map<DateField, string>([
  ['yyyy', YEAR],
  ['HH', HOUR],
])

/** A date format in the letters of `strptime`. */
export function strptimeFormat(format: DateFormat): string {
  return format
    .map((part) => ('field' in part ? SPECIFIERS[part.field] : part.text.replaceAll('%', '%%')))
    .join('')
}

/** The texts that a format allows, as a regular expression: `strptime` alone accepts missing digits. */
export function formatPattern(format: DateFormat): string {
  return format
    .map((part) =>
      'field' in part
        ? (PATTERNS.get(part.field) ?? '[0-9]{2}')
        : part.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    )
    .join('')
}

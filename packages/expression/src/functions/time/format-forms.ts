import type { DateField, DateFormat } from '../../time/date-format.ts'
import { HOUR, REAL_DATE, SIXTY, YEAR } from '../patterns.ts'
import { eachDialect, type SqlForms } from '../sql-forms.ts'
import { type SqlArgument, type SqlText, sqlLiteral, sqlText } from '../sql-text.ts'

/**
 * A text read as a date or time in a format, in SQL. Every field has its fixed place, so that the parts are cut out and
 * put together as ISO, which no engine reads in its own way; what is no real date is NULL.
 */
export function readForms(
  type: 'DATE' | 'TIMESTAMP',
  formatOf: (args: readonly { readonly kind: string }[]) => DateFormat,
): SqlForms {
  return eachDialect((dialect) => ([text], { args }) => {
    const format = formatOf(args)
    const engine = ENGINES[dialect]
    const iso = isoOf(text!.text, format, type, engine)
    const date =
      isIso(format) && type === 'DATE' ? text!.text : isoOf(text!.text, format, 'DATE', engine)
    const fits = engine.matches(text!.text, formatPattern(format))
    const real = engine.matches(date, REAL_DATE)
    const value = isIso(format) && type === 'DATE' ? text!.text : iso
    return sqlText`(CASE WHEN ${fits} THEN CASE WHEN ${real} THEN ${engine.read(value, type)} END END)`
  })
}

/** A date or time written in a format, in SQL. */
export function writeForms(
  formatOf: (args: readonly { readonly kind: string }[]) => DateFormat,
): SqlForms {
  return eachDialect(
    (dialect) =>
      ([time], { args }) =>
        ENGINES[dialect].write(time!, formatOf(args)),
  )
}

interface Engine {
  /** Whether a pattern matches a whole text. */
  matches(text: SqlText, pattern: string): SqlText
  part(text: SqlText, from: number, length: number): SqlText
  read(iso: SqlText, type: 'DATE' | 'TIMESTAMP'): SqlText
  write(time: SqlArgument, format: DateFormat): SqlText
}

const ENGINES: Readonly<Record<keyof SqlForms, Engine>> = {
  duckdb: {
    matches: (text, pattern) => sqlText`regexp_full_match(${text}, ${sqlLiteral(pattern)})`,
    part,
    read: (iso, type) => sqlText`CAST(${iso} AS ${raw(type)})`,
    write: ({ text }, format) =>
      sqlText`strftime(${text}, ${sqlLiteral(letters(format, { yyyy: '%Y', MM: '%m', dd: '%d', HH: '%H', mm: '%M', ss: '%S' }))})`,
  },
  postgresql: {
    matches: (text, pattern) => sqlText`(${text} ~ ${sqlLiteral(`^(${pattern})$`)})`,
    part,
    read: (iso, type) => sqlText`CAST(${iso} AS ${raw(type.toLowerCase())})`,
    // Of a date PostgreSQL would make a time with a zone.
    write: ({ text, typed }, format) => {
      const time = typed.type === 'DATE' ? sqlText`CAST(${text} AS timestamp)` : text
      return sqlText`to_char(${time}, ${sqlLiteral(postgresqlFormat(format))})`
    },
  },
  trino: {
    // Java's `$` also stands before a last line feed.
    matches: (text, pattern) => sqlText`regexp_like(${text}, ${sqlLiteral(`^(${pattern})\\z`)})`,
    part,
    read: (iso, type) => sqlText`CAST(${iso} AS ${raw(type === 'DATE' ? 'date' : 'timestamp(6)')})`,
    write: ({ text }, format) =>
      sqlText`date_format(${text}, ${sqlLiteral(letters(format, { yyyy: '%Y', MM: '%m', dd: '%d', HH: '%H', mm: '%i', ss: '%s' }))})`,
  },
  clickhouse: {
    matches: (text, pattern) =>
      sqlText`match(${text}, ${sqlLiteral(`^(${pattern})$`.replaceAll('\\', '\\\\'))})`,
    part: (text, from, length) => sqlText`substringUTF8(${text}, ${raw(from)}, ${raw(length)})`,
    // Both branches of a condition may be computed, also for a text that does not match.
    read: (iso, type) =>
      type === 'DATE' ? sqlText`toDate32OrNull(${iso})` : sqlText`toDateTime64OrNull(${iso}, 6)`,
    write: ({ text }, format) =>
      sqlText`formatDateTime(${text}, ${sqlLiteral(letters(format, { yyyy: '%Y', MM: '%m', dd: '%d', HH: '%H', mm: '%i', ss: '%S' }))})`,
  },
}

function part(text: SqlText, from: number, length: number): SqlText {
  return sqlText`substr(${text}, ${raw(from)}, ${raw(length)})`
}

function isIso(format: DateFormat): boolean {
  return format.map((one) => ('field' in one ? one.field : one.text)).join('') === 'yyyy-MM-dd'
}

/** `yyyy-MM-dd`, for a TIMESTAMP with ` HH:mm:ss`; fields that the format lacks are zero. */
function isoOf(
  text: SqlText,
  format: DateFormat,
  type: 'DATE' | 'TIMESTAMP',
  engine: Engine,
): SqlText {
  const at = placesOf(format)
  const field = (name: DateField) => {
    const from = at.get(name)
    return from === undefined ? sqlText`'00'` : engine.part(text, from, name.length)
  }
  const date = sqlText`${field('yyyy')} || '-' || ${field('MM')} || '-' || ${field('dd')}`
  if (type === 'DATE') return sqlText`(${date})`
  return sqlText`(${date} || ' ' || ${field('HH')} || ':' || ${field('mm')} || ':' || ${field('ss')})`
}

/** At which character, from 1, each field begins. */
function placesOf(format: DateFormat): ReadonlyMap<DateField, number> {
  const places = new Map<DateField, number>()
  let at = 1
  for (const one of format) {
    if ('field' in one) places.set(one.field, at)
    at += 'field' in one ? one.field.length : [...one.text].length
  }
  return places
}

const PATTERNS: Readonly<Record<DateField, string>> = {
  yyyy: YEAR,
  MM: '[0-9]{2}',
  dd: '[0-9]{2}',
  HH: HOUR,
  mm: SIXTY,
  ss: SIXTY,
}

function formatPattern(format: DateFormat): string {
  return format
    .map((one) =>
      'field' in one ? PATTERNS[one.field] : one.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    )
    .join('')
}

function letters(format: DateFormat, names: Readonly<Record<DateField, string>>): string {
  return format
    .map((one) => ('field' in one ? names[one.field] : one.text.replaceAll('%', '%%')))
    .join('')
}

function postgresqlFormat(format: DateFormat): string {
  const names = { yyyy: 'YYYY', MM: 'MM', dd: 'DD', HH: 'HH24', mm: 'MI', ss: 'SS' }
  return format
    .map((one) => ('field' in one ? names[one.field] : `"${one.text.replace(/["\\]/g, '\\$&')}"`))
    .join('')
}

function raw(text: string | number): SqlText {
  return { chunks: [String(text)] }
}

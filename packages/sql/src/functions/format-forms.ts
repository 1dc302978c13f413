import {
  type DateField,
  type DateFormat,
  formatAt,
  HOUR,
  REAL_DATE,
  SIXTY,
  YEAR,
} from '@tributary/expression/internal'
import { raw, type SqlText, sqlText } from '../text/sql-text.ts'
import type { FormsOf, SqlArgument, SqlForm } from './sql-form.ts'

/** How an engine reads and writes times in a format. */
export interface EngineFormats {
  /** Whether a regular expression matches a whole text. */
  matches(text: SqlText, pattern: string): SqlText
  /** The characters of a text from a position, from 1. @defaultValue `substr` */
  slice?(text: SqlText, from: number, length: number): SqlText
  /** `yyyy-MM-dd`, for a TIMESTAMP with ` HH:mm:ss`, as a value; the date exists. */
  read(iso: SqlText, type: 'DATE' | 'TIMESTAMP'): SqlText
  /** The text of a time. */
  write(time: SqlArgument, format: DateFormat): SqlText
}

/** The functions that read and write times in a format. */
export function formatForms(engine: EngineFormats): FormsOf<'Date' | 'Timestamp' | 'DateFormat'> {
  return {
    Date: readForm(engine, 'DATE'),
    Timestamp: readForm(engine, 'TIMESTAMP'),
    DateFormat: ([time], { args }) => engine.write(time!, formatAt(args)),
  }
}

/** A format in the words of an engine: `names` for its fields, `text` for what stands between them. */
export function formatText(
  format: DateFormat,
  names: Readonly<Record<DateField, string>>,
  text: (between: string) => string = (between) => between.replaceAll('%', '%%'),
): string {
  return format.map((part) => ('field' in part ? names[part.field] : text(part.text))).join('')
}

/**
 * Reads a text as a date or time. Every field has a fixed position, so the parts are cut out and joined as an ISO text,
 * which all engines read alike; NULL for a date that does not exist.
 */
function readForm(engine: EngineFormats, type: 'DATE' | 'TIMESTAMP'): SqlForm {
  return ([argument], { args }) => {
    const { text } = argument!
    const format = formatAt(args)
    const isIsoDate = type === 'DATE' && isIso(format)
    const date = isIsoDate ? text : compileIsoText(text, format, 'DATE', engine)
    const value = isIsoDate ? text : compileIsoText(text, format, type, engine)
    const fits = engine.matches(text, formatPattern(format))
    const real = engine.matches(date, REAL_DATE)
    return sqlText`(CASE WHEN ${fits} THEN CASE WHEN ${real} THEN ${engine.read(value, type)} END END)`
  }
}

function isIso(format: DateFormat): boolean {
  return format.map((part) => ('field' in part ? part.field : part.text)).join('') === 'yyyy-MM-dd'
}

/** `yyyy-MM-dd`, for a TIMESTAMP with ` HH:mm:ss`; fields that the format lacks are zero. */
function compileIsoText(
  text: SqlText,
  format: DateFormat,
  type: 'DATE' | 'TIMESTAMP',
  { slice = substr }: EngineFormats,
): SqlText {
  const places = locateFormatFields(format)
  const field = (name: DateField): SqlText => {
    const from = places.get(name)
    return from === undefined ? raw("'00'") : slice(text, from, name.length)
  }
  const date = sqlText`${field('yyyy')} || '-' || ${field('MM')} || '-' || ${field('dd')}`
  if (type === 'DATE') return sqlText`(${date})`
  return sqlText`(${date} || ' ' || ${field('HH')} || ':' || ${field('mm')} || ':' || ${field('ss')})`
}

function substr(text: SqlText, from: number, length: number): SqlText {
  return sqlText`substr(${text}, ${raw(from)}, ${raw(length)})`
}

/** At which character, from 1, each field begins. */
function locateFormatFields(format: DateFormat): ReadonlyMap<DateField, number> {
  const places = new Map<DateField, number>()
  let at = 1
  for (const part of format) {
    if ('field' in part) places.set(part.field, at)
    at += 'field' in part ? part.field.length : [...part.text].length
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
  return formatText(format, PATTERNS, (between) => between.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
}

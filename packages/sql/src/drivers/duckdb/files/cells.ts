import {
  hasZone,
  type PatternField,
  parseTimePattern,
  type TimePattern,
} from '@tributary/expression/internal'
import { doubleQuoteName, literal } from '../../../text/names.ts'
import type { ColumnReading, FileFormat } from './file-table.ts'

/** The digits after the point of a DECIMAL of a text file that says nothing else. */
const DEFAULT_SCALE = 2

/** How the texts of a column become values. */
export interface CellReading extends ColumnReading {
  /** Whether the times of the column have a zone. */
  readonly isZoned: boolean
}

/** The text of a cell; NULL for an empty one, and for one that the format takes for nothing. */
export function cellText(name: string, { nulls = [] }: FileFormat): string {
  const column = doubleQuoteName(name)
  if (nulls.length === 0) return `NULLIF(${column}, '')`
  const none = ['', ...nulls].map(literal).join(', ')
  return `CASE WHEN trim(${column}) IN (${none}) THEN NULL ELSE ${column} END`
}

/** The value of a text in SQL; NULL for a text that is not of the type. */
export function cellValue(text: string, reading: CellReading, format: FileFormat): string {
  switch (reading.type) {
    case 'INT':
      return wholeNumber(text, format)
    case 'DOUBLE':
      return realNumber(text, format)
    case 'DECIMAL':
      return decimalNumber(text, reading.scale ?? DEFAULT_SCALE, format)
    case 'BOOLEAN':
      return `TRY_CAST(${text} AS BOOLEAN)`
    case 'DATE':
      return reading.pattern === undefined ? isoDate(text) : patternDate(text, reading.pattern)
    case 'TIMESTAMP':
      return reading.pattern === undefined
        ? isoTime(text, reading.isZoned)
        : patternTime(text, reading.pattern)
    default:
      return text
  }
}

/** Whether a text is a time with a zone, in SQL. */
export function isZonedText(text: string): string {
  return `regexp_full_match(trim(${text}), ${literal(`${ISO_DAY}[ T]${ISO_CLOCK} ?${ISO_ZONE}`)})`
}

const ISO_DAY = String.raw`\d{1,6}-\d{1,2}-\d{1,2}`
const ISO_CLOCK = String.raw`\d{1,2}:\d{2}(:\d{2}([.]\d*)?)?`
const ISO_ZONE = String.raw`(Z|z|UTC|[+-]\d{2}(:?\d{2})?)`

/** Nearly all have ten bytes: what a cast takes of these is a day. A pattern is slower by far. */
function isoDate(text: string): string {
  const clock = '([ T]00:00(:00([.]0*)?)?)?'
  const shape = `regexp_full_match(trim(${text}), ${literal(ISO_DAY + clock)})`
  const day = `split_part(replace(trim(${text}), 'T', ' '), ' ', 1)`
  return `CASE WHEN strlen(${text}) = 10 THEN TRY_CAST(${text} AS DATE) WHEN ${shape} THEN TRY_CAST(${day} AS DATE) END`
}

/** Nearly all have seconds, and no fraction of one. */
function isoTime(text: string, isZoned: boolean): string {
  const plain = `${ISO_DAY}([ T]${ISO_CLOCK})?`
  const shape = isZoned ? `${plain}( ?${ISO_ZONE})?` : plain
  const cast = `TRY_CAST(${text} AS ${isZoned ? 'TIMESTAMPTZ' : 'TIMESTAMP'})`
  const end = isZoned ? `substr(${text}, 17, 1) || substr(${text}, 20) = ':Z'` : null
  const usual = end ?? `strlen(${text}) = CASE WHEN substr(${text}, 17, 1) = ':' THEN 19 END`
  return `CASE WHEN ${usual} THEN ${cast} WHEN regexp_full_match(trim(${text}), ${literal(shape)}) THEN ${cast} END`
}

/** A number in any spelling: with groups of digits, of which the last has three, and with an exponent. */
function isNumber(text: string, format: FileFormat): string {
  return `regexp_full_match(trim(${text}), ${literal(numberPattern(format, '*'))})`
}

function numberPattern({ decimal = '.', thousands }: FileFormat, fraction: string): string {
  const group = thousands === undefined ? null : escapeRegexpText(thousands)
  const digits =
    group === null ? '[0-9]*' : `([0-9]*|[0-9]{1,3}(${group}[0-9]{2,3})*${group}[0-9]{3})`
  const exponent = fraction === '*' ? '([eE][+-]?[0-9]+)?' : ''
  return `[+-]?${digits}(${escapeRegexpText(decimal)}[0-9]${fraction})?${exponent}`
}

function escapeRegexpText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The number as SQL spells it. */
function plainNumber(text: string, { decimal = '.', thousands }: FileFormat): string {
  const grouped = `trim(${text})`
  const bare = thousands === undefined ? grouped : `replace(${grouped}, ${literal(thousands)}, '')`
  return decimal === '.' ? bare : `replace(${bare}, ${literal(decimal)}, '.')`
}

function isPlain({ decimal = '.', thousands }: FileFormat): boolean {
  return decimal === '.' && thousands === undefined
}

/** A cast takes what is a number, and underscores between digits. A number beyond the range of doubles has no value. */
function realNumber(text: string, format: FileFormat): string {
  const number = `TRY_CAST(${plainNumber(text, format)} AS DOUBLE)`
  const isUndefined = `regexp_full_match(trim(${text}), '(?i)[+-]?(nan|inf|infinity)')`
  const isInRange = `(NOT isinf(${number}) OR ${isUndefined})`
  if (isPlain(format)) {
    return `CASE WHEN NOT contains(${text}, '_') AND ${isInRange} THEN ${number} END`
  }
  return `CASE WHEN ${isNumber(text, format)} AND ${isInRange} THEN ${number} WHEN ${isUndefined} THEN ${number} END`
}

/** Most are digits only; one that may be a fraction is a decimal first, since a cast to BIGINT rounds. */
function wholeNumber(text: string, format: FileFormat): string {
  const decimal = `TRY_CAST(${plainNumber(text, format)} AS DECIMAL(38, 10))`
  const integerSql = `CASE WHEN ${decimal} % 1 = 0 THEN TRY_CAST(${decimal} AS BIGINT) END`
  return `CASE WHEN ltrim(${text}, '+-0123456789') = '' THEN TRY_CAST(${text} AS BIGINT) WHEN ${isNumber(text, format)} THEN ${integerSql} END`
}

/** Digits beyond the scale are zeros: none is rounded away. */
function decimalNumber(text: string, scale: number, format: FileFormat): string {
  const shape = literal(numberPattern(format, `{0,${scale}}0*`))
  return `CASE WHEN regexp_full_match(trim(${text}), ${shape}) THEN TRY_CAST(${plainNumber(text, format)} AS DECIMAL(38, ${scale})) END`
}

const CODES: Readonly<Record<PatternField, string>> = {
  yyyy: '%Y',
  yy: '%y',
  MMMM: '%B',
  MMM: '%b',
  MM: '%m',
  M: '%-m',
  dd: '%d',
  d: '%-d',
  EEEE: '%A',
  EEE: '%a',
  HH: '%H',
  H: '%-H',
  hh: '%I',
  h: '%-I',
  mm: '%M',
  ss: '%S',
  SSS: '%g',
  SSSSSS: '%f',
  a: '%p',
  XXX: '%z',
}

function patternDate(text: string, pattern: string): string {
  return `CAST(${patternTime(text, pattern)} AS DATE)`
}

function patternTime(text: string, pattern: string): string {
  const parsed = timePattern(pattern)
  if (parsed.kind === 'epoch') return epochTime(text, parsed.unitsPerSecond)
  const codes = parsed.parts.map((part) =>
    'field' in part ? CODES[part.field] : part.text.replaceAll('%', '%%'),
  )
  // Z stands for no offset, which strptime does not know.
  const parsableText = hasZone(parsed)
    ? `regexp_replace(trim(${text}), 'Z$', '+00:00')`
    : `trim(${text})`
  return `try_strptime(${parsableText}, ${literal(codes.join(''))})`
}

/** Seconds of the first and of the last moment of the years 1 to 9999. */
const EPOCH_RANGE = '-62135596800 AND 253402300799'

function epochTime(text: string, unitsPerSecond: number): string {
  const number = `TRY_CAST(trim(${text}) AS DECIMAL(38, 6))`
  const micros = `CAST(${number} * ${1_000_000 / unitsPerSecond} AS BIGINT)`
  return `CASE WHEN ${number} / ${unitsPerSecond} BETWEEN ${EPOCH_RANGE} THEN make_timestamptz(${micros}) END`
}

function timePattern(text: string): TimePattern {
  const parsed = parseTimePattern(text)
  if ('pattern' in parsed) return parsed.pattern
  throw new TypeError(`Expected a time pattern, found "${text}": ${parsed.problem}`)
}

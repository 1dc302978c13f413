import {
  hasZone,
  MONTHS_BY_NAME,
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

/** The text of a cell; NULL for an empty one, and for one that the format or the column takes for nothing. */
export function cellText(name: string, format: FileFormat, nulls: readonly string[] = []): string {
  const column = `CAST(${doubleQuoteName(name)} AS VARCHAR)`
  const nullTexts = [...(format.nulls ?? []), ...nulls]
  if (nullTexts.length === 0) return `NULLIF(${column}, '')`
  const none = ['', ...nullTexts].map(literal).join(', ')
  return `CASE WHEN trim(${column}) IN (${none}) THEN NULL ELSE ${column} END`
}

/** The value of a text in SQL; NULL for a text that is not of the type. */
export function cellValue(text: string, reading: CellReading, format: FileFormat): string {
  const spelling = { ...format, unit: reading.unit }
  switch (reading.type) {
    case 'INT':
      return wholeNumber(text, spelling)
    case 'DOUBLE':
      return realNumber(text, spelling)
    case 'DECIMAL':
      return decimalNumber(text, reading.scale ?? DEFAULT_SCALE, spelling)
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

/** The minutes or seconds of a time, a blank, and its zone. */
const UNUSUAL_ZONE = `(:\\d{2}([.]\\d*)?) ?(Z|[+-]\\d{2}(:?\\d{2})?)$`

/** Nearly all have seconds, and no fraction of one. */
function isoTime(text: string, isZoned: boolean): string {
  const plain = `${ISO_DAY}([ T]${ISO_CLOCK})?`
  const shape = isZoned ? `${plain}( ?${ISO_ZONE})?` : plain
  const cast = `TRY_CAST(${text} AS ${isZoned ? 'TIMESTAMPTZ' : 'TIMESTAMP'})`
  const end = isZoned ? `substr(${text}, 17, 1) || substr(${text}, 20) = ':Z'` : null
  // The engine reads no zone after minutes, none in small letters, and no offset after a blank.
  const spelled = isZoned
    ? `TRY_CAST(regexp_replace(replace(upper(trim(${text})), 'UTC', 'Z'), ${literal(UNUSUAL_ZONE)}, CASE WHEN regexp_matches(${text}, ':\\d{2}:') THEN '\\1\\3' ELSE '\\1:00\\3' END) AS TIMESTAMPTZ)`
    : cast
  const usual = end ?? `strlen(${text}) = CASE WHEN substr(${text}, 17, 1) = ':' THEN 19 END`
  return `CASE WHEN ${usual} THEN ${cast} WHEN regexp_full_match(trim(${text}), ${literal(shape)}) THEN ${spelled} END`
}

/** How the numbers of a column are written. */
interface Spelling extends Pick<FileFormat, 'decimal' | 'thousands' | 'negative'> {
  readonly unit: string | undefined
}

/** A minus, also the mathematical one. */
const SIGN = '[+\u2212-]'

const BLANKS = ' \u00a0\u202f\u2009'

/** The characters that a separator of groups stands for. */
function findGroupMarks(thousands: string): string {
  if (BLANKS.includes(thousands)) return BLANKS
  return "'\u2019".includes(thousands) ? "'\u2019" : thousands
}

/** A number in any spelling: with groups of digits, of which the last has three, and with an exponent. */
function isNumber(text: string, spelling: Spelling): string {
  return `regexp_full_match(trim(${text}), ${literal(numberPattern(spelling, '*'))})`
}

function numberPattern(spelling: Spelling, fraction: string): string {
  const { decimal = '.', thousands, unit, negative } = spelling
  const group = thousands === undefined ? null : `[${escapeRegexpText(findGroupMarks(thousands))}]`
  // A group that begins with a zero is no group of thousands: 0,234 is a fraction.
  const digits =
    group === null ? '[0-9]*' : `([0-9]*|[1-9][0-9]{0,2}(${group}[0-9]{2,3})*${group}[0-9]{3})`
  const exponent = fraction === '*' ? '([eE][+-]?[0-9]+)?' : ''
  const number = `${digits}(${escapeRegexpText(decimal)}[0-9]${fraction})?${exponent}`
  const mark = unit === undefined ? null : escapeRegexpText(unit)
  const [before, after] =
    mark === null ? ['', ''] : [`(${mark}[${BLANKS}]*)?`, `([${BLANKS}]*${mark})?`]
  const forms = [`${SIGN}?${before}${number}${after}`]
  if (mark !== null) forms.push(`${mark}[${BLANKS}]*${SIGN}${number}`)
  if (negative === 'PARENTHESES') forms.push(`${before}\\(${before}${number}${after}\\)${after}`)
  if (negative === 'TRAILING_MINUS') forms.push(`${before}${number}${after}${SIGN}${after}`)
  return forms.length === 1 ? forms[0]! : `(${forms.join('|')})`
}

function escapeRegexpText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&')
}

/** The number as SQL spells it. */
function plainNumber(text: string, { decimal = '.', thousands, unit, negative }: Spelling): string {
  const trimmed = `trim(${text})`
  const bare = unit === undefined ? trimmed : `replace(${trimmed}, ${literal(unit)}, '')`
  const removed = [
    ...(thousands === undefined ? '' : findGroupMarks(thousands)),
    ...(unit === undefined ? '' : BLANKS),
  ].join('')
  const isSigned = negative !== undefined
  // The first characters are replaced one by one, those after them are removed.
  const from = `\u2212${decimal === '.' ? '' : decimal}${removed}${negative === 'PARENTHESES' ? '()' : ''}`
  const to = `-${decimal === '.' ? '' : '.'}`
  const spelled = `translate(${bare}, ${literal(from)}, ${literal(to)})`
  if (!isSigned) return spelled
  const isNegative =
    negative === 'PARENTHESES'
      ? `contains(${text}, '(')`
      : `regexp_matches(rtrim(${bare}), ${literal(`${SIGN}$`)})`
  return `CASE WHEN ${isNegative} THEN '-' || rtrim(${spelled}, '+-') ELSE ${spelled} END`
}

function isPlain({ decimal = '.', thousands, unit, negative }: Spelling): boolean {
  return decimal === '.' && thousands === undefined && unit === undefined && negative === undefined
}

/** A cast takes what is a number, and underscores between digits. */
function realNumber(text: string, spelling: Spelling): string {
  const number = `TRY_CAST(${plainNumber(text, spelling)} AS DOUBLE)`
  if (isPlain(spelling)) {
    const unusual = `CASE WHEN contains(${text}, '\u2212') THEN ${number} END`
    return `CASE WHEN NOT contains(${text}, '_') THEN coalesce(TRY_CAST(${text} AS DOUBLE), ${unusual}) END`
  }
  const isUndefined = `regexp_full_match(trim(${text}), '(?i)[+-]?(nan|inf|infinity)')`
  return `CASE WHEN ${isNumber(text, spelling)} THEN ${number} WHEN ${isUndefined} THEN ${number} END`
}

/** Most are digits only; one that may be a fraction is a decimal first, since a cast to BIGINT rounds. */
function wholeNumber(text: string, spelling: Spelling): string {
  const decimal = `TRY_CAST(${plainNumber(text, spelling)} AS DECIMAL(38, 10))`
  const integerSql = `CASE WHEN ${decimal} % 1 = 0 THEN TRY_CAST(${decimal} AS BIGINT) END`
  // A trailing minus is no number to a cast: then the other spellings are tried.
  const digits = `ltrim(ltrim(${text}, '+-'), '0123456789') = ''`
  return `CASE WHEN ${digits} THEN TRY_CAST(${text} AS BIGINT) WHEN ${isNumber(text, spelling)} THEN ${integerSql} END`
}

/** The digits of a DECIMAL that the engine keeps in 64 bits. */
const SHORT_DIGITS = 18

/**
 * Digits beyond the scale are zeros: none is rounded away. The engine takes twenty times as long to cast a text to 128 bits
 * as to 64, so short texts are cast to 64 first.
 */
function decimalNumber(text: string, scale: number, spelling: Spelling): string {
  const shape = literal(numberPattern(spelling, `{0,${scale}}0*`))
  const number = plainNumber(text, spelling)
  const short = `CAST(TRY_CAST(${number} AS DECIMAL(${SHORT_DIGITS}, ${scale})) AS DECIMAL(38, ${scale}))`
  const long = `TRY_CAST(${number} AS DECIMAL(38, ${scale}))`
  const fits = `regexp_full_match(trim(${text}), ${shape})`
  return `CASE WHEN NOT coalesce(${fits}, false) THEN NULL WHEN strlen(${text}) <= ${SHORT_DIGITS - scale} THEN ${short} ELSE ${long} END`
}

/** A quarter is read as the month of its number; see {@link patternTime}. */
const CODES: Readonly<Record<PatternField, string>> = {
  yyyy: '%Y',
  yy: '%y',
  Q: '%-m',
  ww: '%V',
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
  if (parsed.kind === 'serial') return serialTime(text)
  if (parsed.kind === 'epoch') return epochTime(text, parsed.unitsPerSecond)
  const fields = parsed.parts.flatMap((part) => ('field' in part ? [part.field] : []))
  // Z stands for no offset, which strptime does not know.
  const parsableText = hasZone(parsed)
    ? `regexp_replace(trim(${text}), 'Z$', '+00:00')`
    : `trim(${text})`
  if (fields.includes('ww')) {
    const codes = toCodes(parsed, { ...CODES, yyyy: '%G' })
    const monday = parseTime(`${parsableText} || ' 1'`, `${codes} %u`)
    // A week 53 of a year that has 52 is read as the first of the next one.
    return `CASE WHEN strftime(${monday}, ${literal(codes)}) = ${parsableText} THEN ${monday} END`
  }
  const time = parseTime(parsableText, toCodes(parsed, CODES))
  if (fields.includes('Q')) {
    return `CASE WHEN month(${time}) <= 4 THEN make_timestamp(year(${time}), 3 * month(${time}) - 2, 1, 0, 0, 0) END`
  }
  if (!fields.includes('MMM') && !fields.includes('MMMM')) return time
  const foreign = parseTime(toNumberedMonth(parsableText), toCodes(parsed, NUMBERED_CODES))
  return `coalesce(${time}, CASE WHEN ${time} IS NULL THEN ${foreign} END)`
}

/** The text with the number of a month in place of its name, in any of the languages that are read. */
function toNumberedMonth(text: string): string {
  const word = `regexp_extract(${text}, '\\p{L}{3,}[.]?')`
  const names = [...MONTHS_BY_NAME.keys()].map(literal).join(', ')
  const numbers = [...MONTHS_BY_NAME.values()].map((month) => `'${month}'`).join(', ')
  const month = `element_at(MAP([${names}], [${numbers}]), rtrim(lower(${word}), '.'))[1]`
  return `replace(${text}, ${word}, ${month})`
}

const NUMBERED_CODES: typeof CODES = { ...CODES, MMM: '%-m', MMMM: '%-m' }

function toCodes(pattern: TimePattern, codes: typeof CODES): string {
  if (pattern.kind !== 'fields') return ''
  return pattern.parts
    .map((part) => ('field' in part ? codes[part.field] : part.text.replaceAll('%', '%%')))
    .join('')
}

function parseTime(text: string, codes: string): string {
  return `try_strptime(${text}, ${literal(codes)})`
}

/** Days since 1899-12-30 and their fraction, to the millisecond, from 1 to the year 9999. */
function serialTime(text: string): string {
  const days = `TRY_CAST(trim(${text}) AS DOUBLE)`
  const micros = `CAST(round(${days} * 86400000, 0) AS BIGINT) * 1000`
  return `CASE WHEN ${days} >= 1 AND ${days} < 2958466 THEN make_timestamp(${micros} - 2209161600000000) END`
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

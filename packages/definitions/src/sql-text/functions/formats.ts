import {
  assertCount,
  type CallSite,
  readConstantText,
  type TranslateCall,
} from '../context/context.ts'
import type { Value } from '../context/value.ts'
import { refuse } from '../syntax/refusal.ts'
import type { SqlNode } from '../syntax/sql-tree.ts'

/** The formats of times of a dialect: their syntax, and their fields in the syntax of DateFormat. */
interface FormatLanguage {
  /** A field, a quoted text in a group of its own, or one other character. */
  readonly pieces: RegExp
  readonly fields: ReadonlyMap<string, string>
  /** Whether a letter that is no field stands for itself. */
  readonly hasPlainLetters?: boolean
}

/** `TO_CHAR` of PostgreSQL and Snowflake. Names of months and days in capitals, or padded with blanks, have no counterpart. */
const TO_CHAR: FormatLanguage = {
  pieces:
    /FMMonth|FMHH24|FMHH12|FMDay|YYYY|HH24|HH12|FMMM|FMDD|Mon|DDD|YY|MM|DD|Dy|HH|MI|SS|AM|PM|Q|"[^"]*"|[\s\S]/g,
  fields: new Map([
    ['YYYY', 'yyyy'],
    ['YY', 'yy'],
    ['Q', 'Q'],
    ['MM', 'MM'],
    ['FMMM', 'M'],
    ['Mon', 'MMM'],
    ['FMMonth', 'MMMM'],
    ['DD', 'dd'],
    ['FMDD', 'd'],
    ['DDD', 'DDD'],
    ['Dy', 'EEE'],
    ['FMDay', 'EEEE'],
    ['HH24', 'HH'],
    ['FMHH24', 'H'],
    ['HH12', 'hh'],
    ['HH', 'hh'],
    ['FMHH12', 'h'],
    ['MI', 'mm'],
    ['SS', 'ss'],
    ['AM', 'a'],
    ['PM', 'a'],
  ] as [string, string][]),
}

const COMMON_PERCENT = [
  ['%Y', 'yyyy'],
  ['%y', 'yy'],
  ['%m', 'MM'],
  ['%d', 'dd'],
  ['%b', 'MMM'],
  ['%a', 'EEE'],
  ['%H', 'HH'],
  ['%I', 'hh'],
  ['%p', 'a'],
  ['%j', 'DDD'],
  ['%%', '%'],
] as [string, string][]

const PERCENT = /%-?.|[^%]/g

/** `STRFTIME` of DuckDB, `FORMAT_DATE` of BigQuery. */
const STRFTIME: FormatLanguage = {
  pieces: PERCENT,
  hasPlainLetters: true,
  fields: new Map([
    ...COMMON_PERCENT,
    ...([
      ['%B', 'MMMM'],
      ['%A', 'EEEE'],
      ['%M', 'mm'],
      ['%S', 'ss'],
      ['%-m', 'M'],
      ['%-d', 'd'],
      ['%-H', 'H'],
      ['%-I', 'h'],
    ] as [string, string][]),
  ]),
}

/** `FORMAT_DATE` of BigQuery has more fields, and no `%-d`. */
const FORMAT_DATE: FormatLanguage = {
  pieces: PERCENT,
  hasPlainLetters: true,
  fields: new Map([
    ...[...STRFTIME.fields].filter(([field]) => !field.startsWith('%-')),
    ...([
      ['%Q', 'Q'],
      ['%F', 'yyyy-MM-dd'],
      ['%T', 'HH:mm:ss'],
    ] as [string, string][]),
  ]),
}

/** `DATE_FORMAT` of Trino, in the fields of MySQL. */
const MYSQL: FormatLanguage = {
  pieces: PERCENT,
  hasPlainLetters: true,
  fields: new Map([
    ...COMMON_PERCENT,
    ...([
      ['%M', 'MMMM'],
      ['%W', 'EEEE'],
      ['%i', 'mm'],
      ['%s', 'ss'],
      ['%S', 'ss'],
      ['%c', 'M'],
      ['%e', 'd'],
      ['%k', 'H'],
      ['%l', 'h'],
      ['%h', 'hh'],
      ['%T', 'HH:mm:ss'],
    ] as [string, string][]),
  ]),
}

/** `DATE_FORMAT` of Databricks, in the fields of Java, as DateFormat has them. */
const JAVA: FormatLanguage = {
  pieces: /([A-Za-z])\1*|'[^']*'|[\s\S]/g,
  fields: new Map(
    [
      'yyyy',
      'yy',
      'Q',
      'MMMM',
      'MMM',
      'MM',
      'M',
      'dd',
      'd',
      'DDD',
      'EEEE',
      'EEE',
      'HH',
      'H',
      'hh',
      'h',
      'a',
      'mm',
      'ss',
    ].map((field) => [field, field] as const),
  )
    .set('E', 'EEE')
    .set('y', 'yyyy'),
}

/** A format of a dialect as one of DateFormat. */
function translateFormat(text: string, language: FormatLanguage, site: CallSite): string {
  const { pieces, fields, hasPlainLetters = false } = language
  let format = ''
  let between = ''
  for (const [piece] of text.matchAll(pieces)) {
    const field = fields.get(piece)
    const isQuoted = /^["'][\s\S]/.test(piece)
    if (field !== undefined) {
      format += asText(between, site) + field
      between = ''
    } else if (isQuoted) between += piece.slice(1, -1)
    else if (/[%']/.test(piece) || (!hasPlainLetters && /[A-Za-z]/.test(piece))) {
      refuse(`${piece} in a format of ${site.call.name}`, site.call.span)
    } else between += piece
  }
  return format + asText(between, site)
}

/** A text of a format, from its first to its last letter between apostrophes. */
function asText(text: string, site: CallSite): string {
  if (text.includes("'")) refuse(`the text ${text} in a format`, site.call.span)
  return text.replace(/[A-Za-z](.*[A-Za-z])?/s, (letters) => `'${letters}'`)
}

function translateDateFormat(
  site: CallSite,
  [time, format]: readonly SqlNode[],
  language: FormatLanguage,
): Value {
  const value = site.value(time!)
  if (value.type !== 'DATE' && value.type !== 'TIMESTAMP') {
    refuse(`${site.call.name} of a value that is no date or time`, site.call.span)
  }
  const text = translateFormat(readConstantText(format!, 'the format'), language, site)
  return site.at.call('DateFormat', [value, site.at.text(text)], 'STRING')
}

const toChar: TranslateCall = (site) => {
  assertCount(site, 2)
  const { name } = site.facts
  if (!/PostgreSQL|Redshift|Snowflake/.test(name)) refuse(`TO_CHAR in ${name}`, site.call.span)
  return translateDateFormat(site, site.args, TO_CHAR)
}

/** The time first, except in SQLite, whose form DuckDB reads too. */
const strftime: TranslateCall = (site) => {
  assertCount(site, 2)
  const [first] = site.args
  return translateDateFormat(
    site,
    first!.kind === 'text' ? site.args.toReversed() : site.args,
    STRFTIME,
  )
}

const formatDate: TranslateCall = (site) => {
  assertCount(site, 2)
  return translateDateFormat(site, site.args.toReversed(), FORMAT_DATE)
}

const dateFormat: TranslateCall = (site) => {
  assertCount(site, 2)
  const { name } = site.facts
  if (name === 'Databricks') return translateDateFormat(site, site.args, JAVA)
  if (name === 'Trino') return translateDateFormat(site, site.args, MYSQL)
  return refuse(`DATE_FORMAT in ${name}`, site.call.span)
}

/** Functions that write a time as a text. */
export const FORMAT_FUNCTIONS: Readonly<Record<string, TranslateCall>> = {
  TO_CHAR: toChar,
  STRFTIME: strftime,
  FORMAT_DATE: formatDate,
  FORMAT_DATETIME: formatDate,
  DATE_FORMAT: dateFormat,
}

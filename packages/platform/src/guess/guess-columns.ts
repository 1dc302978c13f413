import type { ColumnReading, SampledColumn, TimeFacts } from '@tributary/sql'
import { isKeyName } from './column-words.ts'
import { type GuessedConvention, guessConvention, readNumbers } from './guess-numbers.ts'
import { listTimeReadings, type TimeReading } from './guess-times.ts'

/** A column of files, how it is read, and facts about all of its values. */
export interface GuessedColumn {
  /** In the workspace. */
  readonly name: string
  /** In the file. */
  readonly sourceColumn: string
  readonly type: GuessedType
  readonly format?: string
  readonly scale?: number
  readonly unit?: string
  readonly nulls?: readonly string[]
  readonly profile: ColumnProfile
  /** Of a date or time. */
  readonly time: TimeFacts | null
  /** The reason of the guess, for people. */
  readonly reason: string
}

/** The types that are guessed. */
export type GuessedType =
  | 'BIGINT'
  | 'DECIMAL'
  | 'DOUBLE'
  | 'VARCHAR'
  | 'BOOLEAN'
  | 'DATE'
  | 'TIMESTAMP'

/** Facts about the values of a column. */
export interface ColumnProfile {
  /** How many rows have a value. */
  readonly filled: number
  /** Different values; about so many where `isExact` is false. */
  readonly distinct: number
  readonly isExact: boolean
  /** Of numbers; null for others. */
  readonly min: number | null
  readonly max: number | null
}

/** How the texts of a column are read, guessed from some of them. */
export interface GuessedReading {
  readonly name: string
  readonly type: GuessedType
  readonly format?: string
  readonly scale?: number
  readonly unit?: string
  /** The texts that stand for no value. */
  readonly nulls: readonly string[]
  /** The texts that fit neither the type nor stand for no value: few enough to be passed over. */
  readonly misfits: readonly string[]
  readonly reason: string
  /** Another way to read dates that fits as well; null for none. */
  readonly alternative: string | null
}

/** A column that is left out of the workspace, and the reason. */
export interface LeftOutColumn {
  readonly name: string
  readonly reason: string
}

/** Some values of a column, with those that did not fit an earlier guess. */
export interface ColumnTexts extends SampledColumn {
  /** How many rows of all have a value, where all were looked at; otherwise those of the sample. */
  readonly filled: number
}

/** How the columns of files are read. */
export interface GuessedReadings {
  readonly columns: readonly GuessedReading[]
  readonly convention: GuessedConvention
  readonly leftOut: readonly LeftOutColumn[]
}

/** Texts that stand for nothing in columns of numbers and times. A column of texts keeps them: NA is Namibia. */
const NULL_WORDS = new Set(
  'na n/a n.a. n.a #n/a #na nan null none nil - -- --- – — ? . .. ... … * missing unknown unbekannt k.a. k.a keine s/d n.d. n.d nd not_available #value! #ref! #div/0! #num! #name? #null! (null) (none) (blank) [null] <na> \\n undefined'.split(
    ' ',
  ),
)
const isNullWord = (text: string): boolean => {
  // A dash beside a currency is the zero of accountants.
  const word = text
    .replace(/\p{Sc}/gu, '')
    .trim()
    .toLowerCase()
  return text.trim() === '' || NULL_WORDS.has(word) || word === 'not available'
}

/** Dates that stand for none. */
const NO_DATE = /^(0000[-/.]00[-/.]00|00[-/.]00[-/.]0000)([ T]00:00(:00)?([.]0*)?)?$|^0$/

/** Words of rows that add up others. */
const TOTAL_WORD =
  /^(grand |sub)?total(s|e)?\b|^(gesamt|summe|insgesamt|somme|suma|totaal|sum|итого|всего|合计|总计|合計)\b|^(合计|总计|合計|итого|всего)/i

/** Whether a text is that of a row which adds up others. */
export function isTotalWord(text: string): boolean {
  return TOTAL_WORD.test(text.trim())
}

/** Guesses how the columns of files are read from some of their values. `delimiter` is null for what is no CSV. */
export function guessReadings(
  columns: readonly ColumnTexts[],
  delimiter: string | null,
): GuessedReadings {
  const times = guessTimeColumns(columns)
  const numeric = columns.filter(
    (column) => column.type === null && !isNested(column.jsonType) && !times.get(column),
  )
  const convention = guessConvention(
    numeric
      .map(({ name, texts }) => ({ name, texts: [...texts.keys()].filter((t) => !isNullWord(t)) }))
      .filter(({ texts }) => texts.length > 0),
    delimiter,
  )
  const leftOut: LeftOutColumn[] = []
  const readings = columns.flatMap((column): readonly GuessedReading[] => {
    const reading = guessReading(column, times.get(column) ?? null, convention)
    if ('type' in reading)
      return [{ name: column.name, nulls: [], misfits: [], alternative: null, ...reading }]
    leftOut.push({ name: column.name, reason: reading.reason })
    return []
  })
  return { columns: readings, convention, leftOut }
}

/** The declaration of a column for the engine. */
export function toColumnReading({
  type,
  format,
  scale,
  unit,
  nulls,
}: Pick<GuessedReading, 'type' | 'format' | 'scale' | 'unit' | 'nulls'>): ColumnReading {
  return {
    type: type === 'BIGINT' ? 'INT' : type === 'VARCHAR' ? 'STRING' : type,
    ...(format !== undefined && { pattern: format }),
    ...(scale !== undefined && { scale }),
    ...(unit !== undefined && { unit }),
    ...(nulls.length > 0 && { nulls }),
  }
}

/** The types of a file that has types. */
const TYPED: readonly (readonly [RegExp, GuessedType])[] = [
  [/^(U?(TINY|SMALL)INT|U?INTEGER|BIGINT)$/, 'BIGINT'],
  [/^DECIMAL/, 'DECIMAL'],
  [/^(FLOAT|DOUBLE)$/, 'DOUBLE'],
  [/^BOOLEAN$/, 'BOOLEAN'],
  [/^DATE$/, 'DATE'],
  [/^TIMESTAMP/, 'TIMESTAMP'],
  [/^(VARCHAR|JSON|BIT|ENUM\(.*\))$/, 'VARCHAR'],
]

function isNested(jsonType: string | null): boolean {
  return jsonType !== null && /\[|^(STRUCT|MAP|UNION)/.test(jsonType)
}

/** The columns that are times. Years beside a finer time are a part of it, and stay numbers. */
function guessTimeColumns(columns: readonly ColumnTexts[]): ReadonlyMap<ColumnTexts, Guess> {
  const guessed = columns.flatMap((column) => {
    const time = guessTimeColumn(column)
    return time === null ? [] : [[column, time] as const]
  })
  const isYear = ({ format }: Guess) => format === YEARS
  const hasFiner =
    guessed.some(([, time]) => !isYear(time)) ||
    columns.some(({ type }) => type !== null && /^(DATE|TIMESTAMP)/.test(type))
  return new Map(hasFiner ? guessed.filter(([, time]) => !isYear(time)) : guessed)
}

function guessTimeColumn(column: ColumnTexts): Guess | null {
  const { type, jsonType } = column
  if (isNested(jsonType)) return null
  if (type === null) return guessTime(column, jsonType === 'VARCHAR' || jsonType === 'UUID')
  const declared = findTyped(type)
  return declared === 'VARCHAR' || declared === 'BIGINT'
    ? guessTime(column, declared === 'VARCHAR')
    : null
}

function findTyped(type: string): GuessedType | undefined {
  return TYPED.find(([pattern]) => pattern.test(type))?.[1]
}

function guessReading(
  column: ColumnTexts,
  time: Guess | null,
  convention: GuessedConvention,
): Guess | { readonly reason: string } {
  const { type, jsonType } = column
  if (isNested(jsonType)) return { reason: 'lists and objects are not read' }
  if (time !== null) return time
  if (type !== null) {
    const declared = findTyped(type)
    if (declared === undefined) return { reason: `the type ${type} is not read` }
    return { type: declared, reason: 'as in the file' }
  }
  const texts = [...column.texts.keys()]
  if (texts.length === 0) return { type: 'VARCHAR', reason: 'no values' }
  const values = texts.filter((text) => !isNullWord(text))
  if (values.length === 0) return { type: 'VARCHAR', reason: 'texts' }
  if (values.every((text) => /^(true|false)$/i.test(text.trim()))) {
    return { type: 'BOOLEAN', nulls: listNulls(texts), reason: 'true and false' }
  }
  return guessNumber(column, convention, jsonType === 'VARCHAR' || jsonType === 'UUID')
}

/** The trimmed texts that stand for nothing: so they are declared. */
function listNulls(texts: readonly string[]): readonly string[] {
  const words = texts.filter((text) => text.trim() !== '' && isNullWord(text))
  return [...new Set(words.map((text) => text.trim()))].toSorted()
}

type Guess = Omit<GuessedReading, 'name' | 'nulls' | 'misfits' | 'alternative'> &
  Partial<GuessedReading>

/** The rows that need not fit: three, or one of a hundred. */
function computeTolerance(filled: number, share: number): number {
  return filled < 4 ? 0 : Math.max(Math.min(3, Math.floor(filled / 4)), Math.floor(filled * share))
}

function guessTime(column: ColumnTexts, isText: boolean): Guess | null {
  const { name, texts, filled, type } = column
  const nulls = [...texts.keys()].filter((text) => isNullWord(text) || NO_DATE.test(text.trim()))
  const values = new Map([...texts].filter(([text]) => !nulls.includes(text)))
  if (values.size === 0) return null
  const readings = listTimeReadings({
    name,
    texts: values,
    isTyped: type !== null,
    tolerance: computeTolerance(filled, 0.01),
  })
  const [best] = readings
  if (best === undefined || (isText && isDigitPattern(best))) return null
  const { pattern, misfits } = best
  const swapped = readings.find(
    (reading) =>
      reading !== best &&
      reading.type === best.type &&
      reading.misfits.length === misfits.length &&
      isSwapped(pattern, reading.pattern),
  )
  return {
    type: best.type,
    ...(pattern !== undefined && { format: pattern }),
    nulls: [...new Set(nulls.map((text) => text.trim()).filter((text) => text !== ''))].toSorted(),
    misfits,
    alternative: swapped?.pattern ?? null,
    reason: describeTimePattern(pattern),
  }
}

const YEARS = 'yyyy'

/** A text of digits in JSON or Parquet that may be a number of any kind. */
function isDigitPattern({ pattern }: TimeReading): boolean {
  return pattern === 'unix' || pattern === 'unix-ms' || pattern === 'excel' || pattern === YEARS
}

function describeTimePattern(pattern: string | undefined): string {
  if (pattern === undefined) return 'dates and times as in ISO 8601'
  if (pattern === 'unix') return 'seconds since 1970 (format: unix)'
  if (pattern === 'unix-ms') return 'milliseconds since 1970 (format: unix-ms)'
  if (pattern === 'excel') return 'days of a spreadsheet (format: excel)'
  return `written as ${pattern}`
}

/** Whether two patterns differ only in the places of day and month. */
function isSwapped(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const swap = (pattern: string): string =>
    pattern.replace(/MM|dd/g, (field) => (field === 'MM' ? 'dd' : 'MM'))
  return swap(a) === b
}

/** Digits that a sum of doubles would round, and that money has. */
const MOST_DIGITS = 4

/** Digits of a DECIMAL in all. */
const DECIMAL_DIGITS = 38

function guessNumber(column: ColumnTexts, convention: GuessedConvention, isText: boolean): Guess {
  const { name, texts, filled } = column
  const values = new Map([...texts].filter(([text]) => !isNullWord(text)))
  const numbers = readNumbers(values, convention)
  if (numbers === null) return { type: 'VARCHAR', reason: describeTexts(values) }
  const { unit, misfits, scale, digits, isShort, hasCodes } = numbers
  const odd = misfits.reduce((sum, text) => sum + (values.get(text) ?? 0), 0)
  const mayBeOdd = misfits.every(isTotalWord) ? Math.floor(filled / 2) : Math.floor(filled / 1000)
  if (odd > Math.min(mayBeOdd, 1000) || misfits.length > 20) {
    const isNearly = odd * 20 < filled || (odd === 1 && values.size > 2)
    const example = misfits[0] ?? ''
    return {
      type: 'VARCHAR',
      reason: isNearly
        ? `texts: nearly all are numbers, but "${shorten(example)}" is none; nulls: ["${shorten(example)}"] and type: DOUBLE read the others`
        : describeTexts(values),
    }
  }
  if (hasCodes)
    return { type: 'VARCHAR', reason: 'numbers with zeros or a plus before them, so codes' }
  const isWhole = scale === 0
  if (unit !== null && isWhole && areLetteredCodes(name, unit, [...values.keys()])) {
    return { type: 'VARCHAR', reason: 'letters before or after whole numbers, so codes' }
  }
  if (isText && isWhole && unit === null) {
    return { type: 'VARCHAR', reason: 'texts of digits; type: BIGINT would add them up' }
  }
  const shared = { nulls: listNulls([...texts.keys()]), misfits, ...(unit !== null && { unit }) }
  const suffix = unit === null ? '' : `, with the unit ${unit}`
  if (isWhole && isShort) return { ...shared, type: 'BIGINT', reason: `whole numbers${suffix}` }
  if (isWhole) {
    if (digits > DECIMAL_DIGITS || isKeyName(name)) {
      return {
        type: 'VARCHAR',
        reason:
          'whole numbers beyond 64 bits, so identifiers; type: DECIMAL with scale: 0 adds them up',
      }
    }
    return { ...shared, type: 'DECIMAL', scale: 0, reason: `whole numbers beyond 64 bits${suffix}` }
  }
  if (scale !== null && scale <= MOST_DIGITS && digits + scale <= DECIMAL_DIGITS) {
    // Amounts have two digits, though the zeros at their ends do not show it.
    const digitsAfter = Math.max(scale, 2)
    const reason = `numbers with at most ${digitsAfter} digits after the point${suffix}`
    return { ...shared, type: 'DECIMAL', scale: digitsAfter, reason }
  }
  return { ...shared, type: 'DOUBLE', reason: `numbers${suffix}` }
}

/** Whether letters beside whole numbers are a part of a code, as in `MB1204`: the name says so, or all have the same form and differ. */
function areLetteredCodes(name: string, unit: string, texts: readonly string[]): boolean {
  if (!/^\p{L}+$/u.test(unit)) return false
  if (isKeyName(name)) return true
  const [first = '', ...others] = texts.map((text) => text.trim())
  const isTight = /^(\p{L}+\d{3,}|\d{3,}\p{L}+)$/u.test(first)
  return isTight && others.length >= 4 && others.every(({ length }) => length === first.length)
}

function describeTexts(values: ReadonlyMap<string, number>): string {
  const units = [...values.keys()].filter((text) =>
    /^\s*[\p{Sc}(-]*\s*\d[\d.,]*\s*[\p{Sc}%]?/u.test(text),
  )
  const isMixed = units.length === values.size && units.some((text) => /[\p{Sc}%]/u.test(text))
  return isMixed ? 'texts: amounts in several units are not added up' : 'texts'
}

function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text
}

const GRAIN_ENDING = /__(second|minute|hour|day|week|month|quarter|year)$/i

/** The name of a column in the workspace, which has no brackets, quotes and slashes, and does not end like a grain. */
export function toColumnName(source: string, place: number, usedNames: Set<string>): string {
  const plain = source
    .replace(/[[\]'/]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 110)
  const base = (plain === '' ? `column${place}` : plain).replace(GRAIN_ENDING, '_$1')
  let name = base
  for (let n = 2; usedNames.has(name.toLowerCase()); n++) name = `${base} ${n}`
  usedNames.add(name.toLowerCase())
  return name
}

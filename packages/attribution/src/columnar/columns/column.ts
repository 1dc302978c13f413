import { assertNever } from '@tributary/core'
import type { CodeArray } from '../kernels/code-array.ts'
import { type Texts, textsBytes } from './texts.ts'

/** The types that a column can have. */
export type ColumnType = 'BOOLEAN' | 'STRING' | 'INT' | 'DECIMAL' | 'DOUBLE' | 'DATE' | 'TIMESTAMP'

/**
 * A column in memory. INT and DECIMAL hold units (`value · 10^scale`), DATE days and TIMESTAMP
 * microseconds since 1970-01-01; the scale is 0 for all but DECIMAL.
 */
export type Column = CodedColumn | FloatColumn | BigColumn

/** Values by code. Texts, truth values and dates always are; other columns get codes when they are grouped by. */
export interface CodedColumn {
  readonly kind: 'coded'
  readonly type: ColumnType
  readonly scale: number
  readonly codes: CodeArray
  readonly domain: Domain
  /** How many rows hold NULL: their code is the size of the domain. */
  readonly nulls: number
}

/** Numbers as doubles; NaN is NULL. Units and microseconds are whole and within ±2^53, so exact. */
export interface FloatColumn {
  readonly kind: 'floats'
  readonly type: Exclude<ColumnType, 'STRING' | 'BOOLEAN'>
  readonly scale: number
  readonly values: Float64Array
  readonly range: ValueRange
  /**
   * Whether rows may not have been read from a snapshot yet: the column as a whole must not be
   * derived from without need.
   */
  readonly partial?: boolean
}

/** Whole numbers of which at least one is beyond ±2^53. */
export interface BigColumn {
  readonly kind: 'bigs'
  readonly type: 'INT' | 'DECIMAL' | 'TIMESTAMP'
  readonly scale: number
  readonly values: BigInt64Array
  /** 1 where there is a value, 0 where it is NULL; null when there is no NULL. */
  readonly valid: Uint8Array | null
  readonly nulls: number
}

/**
 * The values that the codes of a column stand for, in ascending order: texts by code point, false before true, whole
 * numbers counted from `first`, or the numbers listed.
 */
export type Domain =
  | { readonly kind: 'texts'; readonly size: number; readonly texts: Texts }
  | { readonly kind: 'flags'; readonly size: 2 }
  | { readonly kind: 'count'; readonly size: number; readonly first: number }
  | { readonly kind: 'numbers'; readonly size: number; readonly numbers: Float64Array }
  | { readonly kind: 'bigs'; readonly size: number; readonly bigs: BigInt64Array }

/** The range of a column of doubles, without its NULLs. */
export interface ValueRange {
  readonly nulls: number
  /** Infinity when there is no value. */
  readonly min: number
  /** -Infinity when there is no value. */
  readonly max: number
  /** An upper bound of the sum of the absolute values. */
  readonly absoluteSum: number
  /** Whether every value is a whole number. */
  readonly whole: boolean
  /** The exponent of the lowest bit that any value has; absent when it has not been computed. */
  readonly lowestBit?: number
}

/** Codes that are the distance of whole numbers from the first. */
export interface CountedColumn extends CodedColumn {
  readonly domain: Extract<Domain, { readonly kind: 'count' }>
}

/** Whether a column holds INT or DECIMAL as counted codes. */
export function isCountedColumn(column: Column): column is CountedColumn {
  return (
    column.kind === 'coded' &&
    column.domain.kind === 'count' &&
    (column.type === 'INT' || column.type === 'DECIMAL')
  )
}

/** How many rows a column has. */
export function getColumnRowCount(column: Column): number {
  return column.kind === 'coded' ? column.codes.length : column.values.length
}

/** How many of its rows hold NULL. */
export function getNullCount(column: Column): number {
  return column.kind === 'floats' ? column.range.nulls : column.nulls
}

/** Makes a test of whether a row holds NULL. */
export function nullTest(column: Column): (row: number) => boolean {
  switch (column.kind) {
    case 'coded': {
      const { codes, domain } = column
      return (row) => codes[row] === domain.size
    }
    case 'floats':
      return (row) => Number.isNaN(column.values[row]!)
    case 'bigs':
      return (row) => column.valid?.[row] === 0
    default:
      return assertNever(column)
  }
}

/** The bytes that a column takes, its dictionary included (two a UTF-16 unit and about 24 a text). */
export function countColumnBytes(column: Column): number {
  if (column.kind === 'coded') return column.codes.byteLength + domainBytes(column.domain)
  const valid = column.kind === 'bigs' ? (column.valid?.byteLength ?? 0) : 0
  return column.values.byteLength + valid
}

function domainBytes(domain: Domain): number {
  if (domain.kind === 'texts') return textsBytes(domain.texts)
  if (domain.kind === 'numbers') return domain.numbers.byteLength
  return domain.kind === 'bigs' ? domain.bigs.byteLength : 0
}

/** A table in memory: columns of one length. */
export interface MemoryTable {
  readonly rowCount: number
  readonly columns: ReadonlyMap<string, Column>
  /**
   * The column that rows are sorted by, ascending, and how many rows have a value in it: those come
   * first.
   */
  readonly sorted: SortedBy | null
  /** How many NaN and infinities were loaded as NULL, by column; columns without any are absent. */
  readonly lost: ReadonlyMap<string, number>
}

/** The column that rows are sorted by. */
export interface SortedBy {
  readonly column: string
  /** Rows that have a value in it. */
  readonly present: number
  /** Of a table that is read in steps of `rows` rows: the last time of every step, in microseconds. */
  readonly steps?: { readonly rows: number; readonly last: readonly bigint[] }
}

/** The bytes that a table's columns take. */
export function tableBytes(table: MemoryTable): number {
  let bytes = 0
  for (const column of table.columns.values()) bytes += countColumnBytes(column)
  return bytes
}

/** The range of doubles, in one pass. NaN counts as NULL. */
export function valueRange(values: Float64Array): ValueRange {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let sum = 0
  let present = 0
  let wholeCount = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    if (Number.isNaN(value)) continue
    present++
    if (value < min) min = value
    if (value > max) max = value
    sum += Math.abs(value)
    if (Math.trunc(value) === value) wholeCount++
  }
  // Rounding loses at most one part in 2^53 per row.
  const absoluteSum = sum * (1 + present * 2 ** -52)
  return { nulls: values.length - present, min, max, absoluteSum, whole: wholeCount === present }
}

import type { ColumnTable } from 'arquero'
import type { ColumnType } from '../columns/column.ts'

/**
 * The forms of a table: an arquero table, an Arrow table (of flechette or apache-arrow), the bytes
 * of an Arrow IPC file or stream, columns by name, or rows.
 */
export type TableData =
  | ColumnTable
  | ArrowTable
  | Uint8Array
  | Readonly<Record<string, ColumnData>>
  | readonly Readonly<Record<string, unknown>>[]

/** A column: plain values (null and undefined are NULL), numbers, or values already in codes or units. */
export type ColumnData = readonly unknown[] | Float64Array | Int32Array | TextCodes | NumberUnits

/** Texts as codes into a dictionary in any order; null in the dictionary and codes beyond it are NULL. */
export interface TextCodes {
  readonly kind: 'texts'
  readonly codes: Uint8Array | Uint16Array | Uint32Array | Int32Array
  readonly dictionary: readonly (string | null)[]
}

/**
 * Numbers of a known type. INT and DECIMAL as units (`value · 10^scale`), DATE as days and TIMESTAMP as
 * microseconds since 1970-01-01; NaN or null is NULL.
 */
export interface NumberUnits {
  readonly kind: 'numbers'
  readonly type: Exclude<ColumnType, 'STRING' | 'BOOLEAN'>
  /** Of DECIMAL alone. @defaultValue 0 */
  readonly scale?: number
  readonly values: Float64Array | Int32Array | readonly (bigint | null)[]
}

/** The part of an Arrow table that is read; flechette's and apache-arrow's tables have it. */
export interface ArrowTable {
  readonly numRows: number
  readonly schema: { readonly fields: readonly { readonly name: string }[] }
  getChild(name: string): ArrowVector | null | undefined
}

/** A column of an {@link ArrowTable}. */
export interface ArrowVector {
  readonly length: number
  readonly type: unknown
  readonly data: readonly unknown[]
  get(row: number): unknown
}

/** A column before it is encoded: codes, units, or values whose type is not known yet. */
export type RawColumn = TextCodes | NumberUnits | RawValues

/** Values as given. */
export interface RawValues {
  readonly kind: 'values'
  readonly values: ArrayLike<unknown> & Iterable<unknown>
  /** The type that the source declares; null when the values determine it. */
  readonly type: ColumnType | null
  /** Whether its numbers are DECIMAL units at this scale; absent when they are the values themselves. */
  readonly unitScale?: number
}

/** The columns of some table data, all of one length. */
export interface RawTable {
  readonly rowCount: number
  readonly columns: ReadonlyMap<string, RawColumn>
}

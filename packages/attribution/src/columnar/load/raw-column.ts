import type { ColumnType } from '../columns/column.ts'
import type { NumberUnits, TextCodes } from './table-data.ts'

/** A column on its way into memory: in codes or units already, or values still to be looked at. */
export type RawColumn = TextCodes | NumberUnits | RawValues

/** Values as they came. */
export interface RawValues {
  readonly kind: 'values'
  readonly values: ArrayLike<unknown> & Iterable<unknown>
  /** What its source says it holds; null when the values must tell. */
  readonly type: ColumnType | null
  /** Whether its numbers are DECIMAL units at this scale; absent when they are the values themselves. */
  readonly unitScale?: number
}

/** The columns of some table data, all of one length. */
export interface RawTable {
  readonly rowCount: number
  readonly columns: ReadonlyMap<string, RawColumn>
}

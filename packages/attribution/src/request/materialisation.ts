import type { Grain, TypedExpr } from '@tributary/expression'
import type { Measure, RowSet } from './source.ts'

/**
 * A table that was materialised from the rows of others, and what each of its columns means in
 * terms of those rows.
 */
export interface Materialisation {
  /** Its name in parts. */
  readonly table: readonly string[]
  /** `AGGREGATED`: one row per combination of the dimensions. `DETAIL`: one row per row of `rows`. */
  readonly form: 'AGGREGATED' | 'DETAIL'
  /** The rows that it was made of. */
  readonly rows: RowSet
  /** Only rows for which this is TRUE are in it; null: all. */
  readonly filter: TypedExpr | null
  readonly dimensions: readonly StoredDimension[]
  /** The partitions that are each written as a whole; null for a table of one part. */
  readonly partition: StoredPartition | null
  readonly measures: readonly StoredMeasure[]
  /** The column with the number of rows of a combination; of AGGREGATED alone. Null: not stored. */
  readonly rowCount: string | null
}

/** A column that holds a value of the rows, in the value's type. */
export interface StoredDimension {
  readonly column: string
  readonly value: TypedExpr
}

/**
 * The column that says in which partition a row is: the first moment of the period of `grain` that `time` is in, a DATE
 * for DAY and longer. It is the column of a dimension where one has that value. Rows without a time are in no partition,
 * and so not in the table.
 */
export interface StoredPartition {
  readonly column: string
  readonly grain: Grain
  /** The time of a row. */
  readonly time: TypedExpr
  /** The expression that the column holds. */
  readonly value: TypedExpr
}

/** A measure that can be read from the table; the request gives its windows. */
export interface StoredMeasure {
  readonly measure: Measure
  /** AGGREGATED: the column with its value. */
  readonly column: string | null
  /** DETAIL: the column with its argument; null for COUNT of rows. */
  readonly argument: string | null
  /** DETAIL: the column with its condition; null when it has none. */
  readonly filter: string | null
}

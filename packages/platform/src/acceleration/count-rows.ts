import type { Materialisation } from '@tributary/attribution'
import type { SqlDialect, SqlResult } from '@tributary/sql'
import {
  type CountedPartition,
  type RunInTransaction,
  tableStatements,
} from '@tributary/sql/internal'
import { type PartitionSpan, partitionValue } from './partition-range.ts'

/** The one partition of a table without partitions. */
const WHOLE = 'ALL'

const DAY = 86_400_000_000n

/** A table, and which of its partitions are counted. */
export interface CountedTable {
  /** Its name in parts. */
  readonly table: readonly string[]
  /** Null: all that there are. */
  readonly span: PartitionSpan | null
  /** Of the engine that it is in. */
  readonly dialect: SqlDialect
}

/**
 * How many rows each partition has: every one of the span, also those without a row; without a span those that have one.
 * Rows without a time are in none.
 */
export async function countRows(
  run: RunInTransaction,
  { partition }: Materialisation,
  { table, span, dialect }: CountedTable,
): Promise<readonly CountedPartition[]> {
  const range = span?.moments ?? null
  const counted = tableStatements(dialect).countPartitions(table, { partition, range })
  const { columns } = await run(counted)
  if (partition === null) return [{ value: WHOLE, rows: wholeNumbers(columns[0])[0]! }]
  const rows = rowsByDay(columns)
  const values = span?.values ?? [...rows.keys()]
  return values.map((value) => ({ value, rows: rows.get(value) ?? 0 }))
}

/** By the days of the first column, the counts of the second. */
function rowsByDay([days, counts]: SqlResult['columns']): ReadonlyMap<string, number> {
  if (days?.kind !== 'date') throw new TypeError(`Expected days, found ${days?.kind}`)
  const numbers = wholeNumbers(counts)
  return new Map(days.values.map((day, i) => [partitionValue(BigInt(day!) * DAY), numbers[i]!]))
}

function wholeNumbers(column: SqlResult['columns'][number] | undefined): readonly number[] {
  if (column?.kind !== 'exact') throw new TypeError(`Expected counts, found ${column?.kind}`)
  return column.units.map(Number)
}

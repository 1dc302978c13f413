import type { Materialisation } from '@tributary/attribution'
import { duckdbDialect, type RunInTransaction, type SqlResult } from '@tributary/sql'
import { type PartitionSpan, partitionValue } from './partition-range.ts'
import type { Written } from './table-records.ts'

/** The one partition of a table without partitions. */
const WHOLE = 'ALL'

const DAY = 86_400_000_000n

/** A table, and which of its partitions to look at. */
export interface CountedTable {
  /** Its name, quoted. */
  readonly name: string
  /** Null: all that there are. */
  readonly span: PartitionSpan | null
}

/**
 * How many rows each partition has: every one of the span, also those without a row; without a span those that have one.
 * Rows without a time are in none.
 */
export async function countRows(
  run: RunInTransaction,
  { partition }: Materialisation,
  { name, span }: CountedTable,
): Promise<Written['partitions']> {
  const read = (text: string): Promise<SqlResult> => run({ text, parameters: [] })
  if (partition === null) {
    const { columns } = await read(`SELECT COUNT(*) FROM ${name}`)
    return [{ value: WHOLE, rows: wholeNumbers(columns[0])[0]! }]
  }
  const column = duckdbDialect.identifier(partition.column)
  const where = span === null ? ` WHERE ${column} IS NOT NULL` : inSpan({ partition }, span)
  const grouped = `GROUP BY ${column} ORDER BY ${column}`
  const { columns } = await read(`SELECT ${column}, COUNT(*) FROM ${name}${where} ${grouped}`)
  const rows = rowsByDay(columns)
  const values = span?.values ?? [...rows.keys()]
  return values.map((value) => ({ value, rows: rows.get(value) ?? 0 }))
}

/** The condition on the rows of a span, as the end of a statement; empty without one. */
export function inSpan(
  { partition }: Pick<Materialisation, 'partition'>,
  span: PartitionSpan | null,
): string {
  if (partition === null || span === null) return ''
  const column = duckdbDialect.identifier(partition.column)
  const [from, to] = [span.moments.from, span.moments.to].map(
    (at) => `DATE '${partitionValue(at)}'`,
  )
  return ` WHERE ${column} >= ${from} AND ${column} < ${to}`
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

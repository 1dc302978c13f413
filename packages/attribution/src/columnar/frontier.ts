import type { TypedExpr } from '@tributary/expression'
import type { ColumnTable } from 'arquero'
import type { AggregateAnswer } from '../source.ts'
import type { Row, RowReader } from './row-reader.ts'

/** First and last time of a table's rows, in microseconds since 1970; null when no row has a time. */
export function frontierOf(
  table: ColumnTable,
  time: TypedExpr,
  reader: RowReader,
): AggregateAnswer['frontier'] {
  let first: bigint | null = null
  let last: bigint | null = null
  for (const row of table as Iterable<Row>) {
    const value = reader.value(time, row)
    if (value === null) continue
    const at = typeof value === 'bigint' ? value : BigInt(Number(value)) * 86_400_000_000n
    if (first === null || at < first) first = at
    if (last === null || at > last) last = at
  }
  return first === null || last === null ? null : { first, last }
}

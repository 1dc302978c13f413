import { duckdbDialect, type SqlResult } from '@tributary/sql'
import {
  compactSql,
  compileMaterialisation,
  describeQuery,
  duckdbText,
  type RunInTransaction,
  tableStatements,
} from '@tributary/sql/internal'
import { countRows } from './count-rows.ts'
import type { ReplaceJob, ReplaceOptions } from './material-tables.ts'
import { type PartitionSpan, partitionSpan } from './partition-range.ts'
import type { Written } from './table-records.ts'

const say = tableStatements(duckdbDialect)

/** The query of the rows that a job writes, in DuckDB's SQL, and the partitions that it is of. */
export interface JobQuery {
  readonly select: string
  /** Null: the whole table. */
  readonly span: PartitionSpan | null
}

/** What a job reads. Throws a `TypeError` for a range of a table without partitions, and for one without a range. */
export function jobQuery({ materialisation, range }: ReplaceJob): JobQuery {
  const { partition, table } = materialisation
  if ((partition === null) !== (range === null)) {
    const expected = partition === null ? 'no range, since the table has no partitions' : 'a range'
    throw new TypeError(`Expected ${expected} to write ${table.join('.')}`)
  }
  const span = partition && range && partitionSpan(range, partition.grain)
  const query = compileMaterialisation(materialisation, span?.moments ?? null, duckdbDialect)
  return { select: duckdbText(query), span }
}

/**
 * Writes the rows of a job in place of those that were there, within a transaction. The table is made anew when its
 * columns, or their types, are others than `before`: then all of its partitions are gone.
 */
export async function writeRows(
  run: RunInTransaction,
  job: ReplaceJob,
  { onSql, before }: Pick<ReplaceOptions, 'onSql'> & { readonly before: string | null },
): Promise<Written & { readonly isNew: boolean }> {
  const { materialisation } = job
  const { table, partition } = materialisation
  const { select, span } = jobQuery(job)
  const layout = layoutOf(await run(describeQuery(select)))
  const isNew = layout !== before
  if (isNew) {
    await run(say.drop(table))
    await run(say.createAs(table, select))
  } else {
    await run(say.deletePartitions(table, { partition, range: span?.moments ?? null }))
  }
  const insert = say.insert(table, materialisation, select)
  const text = compactSql(insert.text)
  onSql?.(text, insert.text)
  await run({ ...insert, text })
  const counted = { table, span, dialect: duckdbDialect }
  const partitions = await countRows(run, materialisation, counted)
  return { layout, isNew, partitions }
}

/** Names and types of the columns, as DuckDB describes them. */
function layoutOf({ columns }: SqlResult): string {
  const [names, types] = columns.map((column) => (column.kind === 'text' ? column.values : []))
  return JSON.stringify(names?.map((name, i) => [name, types?.[i]]))
}

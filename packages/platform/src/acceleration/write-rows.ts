import {
  compileMaterialisation,
  duckdbDialect,
  duckdbText,
  materialisedColumns,
  type RunInTransaction,
  type SqlResult,
} from '@tributary/sql'
import { countRows, inSpan } from './count-rows.ts'
import type { ReplaceJob, ReplaceOptions } from './material-tables.ts'
import { type PartitionSpan, partitionSpan } from './partition-range.ts'
import type { Written } from './table-records.ts'

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
  const { select, span } = jobQuery(job)
  const name = tableName(materialisation.table)
  const statement = (text: string): Promise<SqlResult> => run({ text, parameters: [] })
  const layout = layoutOf(await statement(`DESCRIBE ${select}`))
  const isNew = layout !== before
  if (isNew) {
    await statement(`DROP TABLE IF EXISTS ${name}`)
    await statement(`CREATE TABLE ${name} AS ${select} LIMIT 0`)
  } else {
    await statement(`DELETE FROM ${name}${inSpan(materialisation, span)}`)
  }
  const columns = materialisedColumns(materialisation).map(duckdbDialect.identifier)
  const insert = `INSERT INTO ${name} (${columns.join(', ')})\n${select}`
  onSql?.(insert)
  await statement(insert)
  const partitions = await countRows(run, materialisation, { name, span })
  return { layout, isNew, partitions }
}

/** A table's name, every part quoted. */
export function tableName(table: readonly string[]): string {
  return table.map(duckdbDialect.identifier).join('.')
}

/** Names and types of the columns, as DuckDB describes them. */
function layoutOf({ columns }: SqlResult): string {
  const [names, types] = columns.map((column) => (column.kind === 'text' ? column.values : []))
  return JSON.stringify(names?.map((name, i) => [name, types?.[i]]))
}

import type { DatasetDefinition } from '@tributary/catalog'
import { datasetTable, valueTypeOf } from '@tributary/catalog/internal'
import { duckdbDialect } from '@tributary/sql'
import { compactSql, readFrontier, tableStatements } from '@tributary/sql/internal'
import { unknownSourceTableError } from '../errors.ts'
import { createSources } from '../sources.ts'
import type { ExecuteContext } from '../tasks/execute.ts'
import type { Instance } from '../tasks/instance.ts'
import type { Tenant } from '../tenant.ts'

/**
 * Looks at a source table again: its file is opened anew, held against the datasets that read it, and asked how far its
 * data reaches, or without a time how many rows it has. Rejects as opening a file does, so that what is made of the
 * table waits until it can be read.
 */
export async function executeTable(
  { catalog, engine }: Pick<Tenant, 'catalog' | 'engine'>,
  { table }: Instance,
  { signal, onSql }: ExecuteContext,
): Promise<void> {
  const { workspace } = catalog
  const readers = workspace.datasets.filter(
    (dataset) => datasetTable(dataset).join('.') === table.join('.'),
  )
  if (readers.length === 0) throw unknownSourceTableError(table.join('.'), [])
  await createSources(engine, workspace, () => {}).open([table])
  const tell = (sql: string): void => onSql(compactSql(sql), sql)
  const time = readers.map(timeOf).find((one) => one !== null)
  if (time != null) {
    const rows = { base: { table, alias: 'source' }, lookups: [] }
    const driver = { driver: engine, dialect: duckdbDialect }
    await readFrontier(driver, { rows, time }, { signal, onSql: tell })
    return
  }
  const count = tableStatements(duckdbDialect).countPartitions(table, {
    partition: null,
    range: null,
  })
  tell(count.text)
  await engine.run(count, { signal })
}

function timeOf({ time, columns }: DatasetDefinition) {
  const column = columns.find(({ name }) => name === time?.column)
  if (column === undefined) return null
  const type = valueTypeOf(column.originDataType)
  return { kind: 'reference', type, table: 'source', name: column.sourceColumn } as const
}

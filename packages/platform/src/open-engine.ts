import { join } from 'node:path'
import {
  type DatasetDefinition,
  datasetTable,
  fileTable,
  valueTypeOf,
  type Workspace,
} from '@tributary/catalog'
import type { ValueType } from '@tributary/expression'
import { createDuckDb, type DuckDb } from '@tributary/sql'
import { assertColumnsExist, assertColumnTypes } from './source-columns.ts'

/**
 * Opens the embedded engine over the files of a workspace and holds the definitions against them. Rejects
 * with `SQL_FILE_UNREADABLE` for a file that is missing, damaged or not of the declared types, and with
 * `PLATFORM_SOURCE_MISMATCH` for a column that the file does not have or has in another type; the engine is
 * closed then.
 */
export async function openEngine(
  workspace: Workspace,
  onProgress: (step: string) => void,
): Promise<DuckDb> {
  const engine = await createDuckDb({ timeZone: workspace.timeZone })
  try {
    for (const dataset of workspace.datasets) {
      onProgress(`opening ${dataset.source.file}`)
      await openSource(engine, workspace, dataset)
    }
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function openSource(
  engine: DuckDb,
  { datasources }: Workspace,
  dataset: DatasetDefinition,
): Promise<void> {
  const { source } = dataset
  const root = datasources.find(({ name }) => name === source.datasource)?.root ?? ''
  const [catalog, schema, table] = fileTable(source.datasource, source.file)
  const file = { catalog, schema, table, path: join(root, source.file) }
  // First as it is: only names that are in the file may be given a type.
  await engine.registerFile(file)
  assertColumnsExist(dataset, await engine.columnsOf(datasetTable(dataset)))
  await engine.registerFile({ ...file, columnTypes: declaredTypes(dataset) })
  assertColumnTypes(dataset, await engine.columnsOf(datasetTable(dataset)))
}

function declaredTypes({ columns }: DatasetDefinition): Readonly<Record<string, ValueType>> {
  return Object.fromEntries(
    columns.map(({ sourceColumn, originDataType }) => [sourceColumn, valueTypeOf(originDataType)]),
  )
}

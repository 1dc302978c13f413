import { join } from 'node:path'
import {
  type ColumnDefinition,
  type DatasetDefinition,
  datasetTable,
  fileTable,
  type Workspace,
} from '@tributary/catalog'
import { nearNames } from '@tributary/core'
import { createDuckDb, type DuckDb } from '@tributary/sql'
import { sourceMismatchError } from './errors.ts'

/**
 * Opens the embedded engine over the files of a workspace and holds the definitions against them. Rejects
 * with `SQL_FILE_UNREADABLE` for a file that is missing or damaged and with `PLATFORM_SOURCE_MISMATCH` for a
 * column that is not in its file; the engine is closed then.
 */
export async function openEngine(
  workspace: Workspace,
  onProgress: (step: string) => void,
): Promise<DuckDb> {
  const engine = await createDuckDb()
  try {
    for (const dataset of workspace.datasets) {
      onProgress(`opening ${dataset.source.file}`)
      await registerSource(engine, workspace, dataset)
      await assertColumns(engine, dataset)
    }
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function registerSource(
  engine: DuckDb,
  { datasources }: Workspace,
  { source }: DatasetDefinition,
): Promise<void> {
  const root = datasources.find(({ name }) => name === source.datasource)?.root ?? ''
  const [catalog, schema, table] = fileTable(source.datasource, source.file)
  await engine.registerFile({ catalog, schema, table, path: join(root, source.file) })
}

async function assertColumns(engine: DuckDb, dataset: DatasetDefinition): Promise<void> {
  const found = await engine.columnsOf(datasetTable(dataset))
  const names = new Set(found.map(({ name }) => name))
  const missing = dataset.columns.find(({ sourceColumn }) => !names.has(sourceColumn))
  if (missing !== undefined) throw missingColumn(dataset, missing, [...names])
}

function missingColumn(
  { name, source }: DatasetDefinition,
  { sourceColumn }: ColumnDefinition,
  found: readonly string[],
): Error {
  const [near] = nearNames(sourceColumn, found)
  const mend = near === undefined ? `It has ${found.join(', ')}.` : `Did you mean "${near}"?`
  return sourceMismatchError(
    `Dataset "${name}" wants the column "${sourceColumn}", which ${source.file} does not have. ${mend}`,
    { dataset: name, column: sourceColumn, file: source.file, found },
  )
}

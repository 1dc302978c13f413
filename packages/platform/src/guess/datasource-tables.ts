import type { DatasetDefinition, DatasourceDefinition, EngineDatasource } from '@tributary/catalog'
import { isEngine, toOriginDataType } from '@tributary/catalog/internal'
import type { TableLookup, TableReference } from '@tributary/definitions'
import { SqlError, type TableColumn } from '@tributary/sql'
import { invalidRequestError } from '../model/errors.ts'
import { formatEngineMemory } from '../model/limits.ts'
import { assertBelowRoot } from '../sources/below-root.ts'
import { createEngineConnection } from '../sources/engine-connection.ts'
import { openFolderTables } from './find-tables.ts'
import { Names } from './unique-names.ts'

/** The tables of a datasource, which are looked at when they are found. */
export interface DatasourceTables extends TableLookup {
  close(): Promise<void>
}

type TableDefinition = Pick<DatasetDefinition, 'source' | 'columns'>

/**
 * Opens the tables of a datasource: the files of a folder, or the tables of a database. `engineBytes` is the memory for
 * looking at files; without it that of the engine.
 */
export async function openDatasourceTables(
  datasource: DatasourceDefinition,
  { timeZone, engineBytes }: { readonly timeZone: string; readonly engineBytes?: number },
): Promise<DatasourceTables> {
  if (isEngine(datasource)) return openEngineTables(datasource, timeZone)
  const { name, root } = datasource
  const folder = await openFolderTables(
    root,
    name,
    () => {},
    engineBytes === undefined ? undefined : formatEngineMemory(engineBytes),
  )
  return {
    datasources: [datasource],
    find: async (table) => {
      const tableDefinition = await readTable(formatTableName(table), name, () =>
        folder.find(table),
      )
      if (tableDefinition?.source.type === 'FILE') {
        await assertBelowRoot({ datasource: name, root, file: tableDefinition.source.file })
      }
      return tableDefinition
    },
    close: () => folder.close(),
  }
}

/** The tables of a database. One that is not there as it is written is looked for in lower case. */
function openEngineTables(datasource: EngineDatasource, timeZone: string): DatasourceTables {
  const connection = createEngineConnection(datasource, timeZone)
  const look = async (schema: string, table: string): Promise<TableDefinition | null> => {
    const columns = await connection.columnsOf([schema, table]).catch((error: unknown) => {
      // The engine answers, and does not have the table or does not show it.
      if (error instanceof SqlError && error.code === 'SQL_ENGINE_FAILED') return []
      throw error
    })
    if (columns.length === 0) return null
    const { name, database } = datasource
    return {
      source: { type: 'TABLE', datasource: name, database, schema, table },
      columns: toDatasetColumns(columns),
    }
  }
  const lookups = new Map<string, Promise<TableDefinition | null>>()
  const find = async ({ schema, table }: TableReference): Promise<TableDefinition | null> => {
    const at = schema ?? datasource.schema
    const [lowSchema, lowTable] = [at.toLowerCase(), table.toLowerCase()]
    const tableDefinition = await look(at, table)
    if (tableDefinition !== null || (lowSchema === at && lowTable === table)) return tableDefinition
    return look(lowSchema, lowTable)
  }
  return {
    datasources: [datasource],
    find: (table) => {
      const key = JSON.stringify([table.schema, table.table])
      const lookup = lookups.get(key) ?? find(table)
      lookups.set(key, lookup)
      return lookup
    },
    close: () => connection.close(),
  }
}

/** Names for the columns of a table, in their order. */
export function createColumnNames(columns: readonly string[]): readonly string[] {
  const names = new Names()
  return columns.map((column) => names.take(column, 'column'))
}

/** Columns of types that the language does not have are left out. */
function toDatasetColumns(all: readonly TableColumn[]): TableDefinition['columns'] {
  const names = createColumnNames(all.map(({ name }) => name))
  return all.flatMap(({ name: sourceColumn, valueType }, i) => {
    if (valueType === null) return []
    const name = names[i]!
    return {
      name,
      displayName: name,
      description: '',
      isHidden: false,
      isPrimaryKey: false,
      sourceColumn,
      originDataType: toOriginDataType(valueType),
    }
  })
}

async function readTable<T>(table: string, datasource: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    throw invalidRequestError(
      'datasource',
      `The file of the table ${table} in the datasource "${datasource}" cannot be read: ${error.message}`,
    )
  }
}

function formatTableName({ schema, table }: TableReference): string {
  return schema === null ? table : `${schema}.${table}`
}

import type { AggregateRequest, AggregateSource } from '@tributary/attribution'
import { listTableUses, renameTables } from '@tributary/attribution/internal'
import { datasetTable, sourceName } from '@tributary/catalog/internal'
import { createSqlSource, SqlError, type TableColumn } from '@tributary/sql'
import { PlatformError, sourceMismatchError } from '../model/errors.ts'
import { createEngineConnection, type EngineConnection } from './engine-connection.ts'
import { findMissingColumns, findMistypedColumns } from './source-columns.ts'
import type { EngineDefinitions, TableDataset } from './source-kinds.ts'

/** The tables of databases that a tenant's datasets read. A table of a request is given by database, schema and name. */
export interface EngineSources {
  /** Rejects with `PLATFORM_SOURCE_MISMATCH` for a table or a column that is not in its database as it is declared. */
  check(datasets: Iterable<TableDataset>): Promise<void>
  /** Everything for which {@link EngineSources.check} rejects. */
  findMistakes(dataset: TableDataset): Promise<readonly PlatformError[]>
  /** The engine of a table; null for a table of no dataset. */
  findEngine(table: readonly string[]): TableEngine | null
  /** How each datasource is asked whether it answers. */
  readonly probes: readonly Probe[]
  close(): Promise<void>
}

/** A question to a datasource that rejects when it does not answer. */
export interface Probe {
  readonly datasource: string
  ask(signal: AbortSignal): Promise<void>
}

/** The engine of a table of a request. */
export interface TableEngine extends AggregateSource {
  readonly connection: EngineConnection
  /** The name of a table of this engine in its statements. */
  toEngineName(table: readonly string[]): readonly string[]
  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]>
  /** See `SqlDriver.versionOf`. */
  versionOf(table: readonly string[]): Promise<string | null>
}

/** The engines of a workspace; none is connected yet. */
export function createEngineSources({
  timeZone,
  datasets,
  datasources,
}: EngineDefinitions): EngineSources {
  const byTable = Map.groupBy(datasets, (dataset) => toEngineTableKey(datasetTable(dataset)))
  const findMistakes = async (dataset: TableDataset): Promise<readonly PlatformError[]> => {
    const engine = findTableEngine(datasetTable(dataset))
    if (engine === null) throw new TypeError(`No engine has the table of ${dataset.name}`)
    const tableColumns = await readTableColumns(engine, dataset)
    const names = tableColumns.map(({ name }) => name)
    return [...findMissingColumns(dataset, names), ...findMistypedColumns(dataset, tableColumns)]
  }
  const check = async (dataset: TableDataset): Promise<void> => {
    for (const error of await findMistakes(dataset)) throw error
  }
  const checkTables = async ({ rows }: AggregateRequest): Promise<void> => {
    const tables = listTableUses(rows).map(({ table }) => toEngineTableKey(table))
    for (const dataset of tables.flatMap((key) => byTable.get(key) ?? [])) await check(dataset)
  }
  const engines = new Map(
    datasources.map((datasource) => {
      const connection = createEngineConnection(datasource, timeZone)
      return [datasource.name, createTableEngine(connection, { timeZone, checkTables })]
    }),
  )
  const findTableEngine = (table: readonly string[]): TableEngine | null => {
    const [first] = byTable.get(toEngineTableKey(table)) ?? []
    return (first && engines.get(first.source.datasource)) ?? null
  }
  return {
    check: async (some) => {
      for (const dataset of some) await check(dataset)
    },
    findMistakes: (dataset) => findMistakes(dataset).catch(toMistakes),
    findEngine: findTableEngine,
    probes: Array.from(engines, ([datasource, { connection }]) => {
      return { datasource, ask: connection.probe }
    }),
    close: async () => {
      await Promise.all(Array.from(engines.values(), ({ connection }) => connection.close()))
    },
  }
}

function toMistakes(error: unknown): readonly PlatformError[] {
  if (error instanceof PlatformError) return [error]
  throw error
}

/** When a statement fails, `checkTables` may say that a table is no longer as it is declared. */
function createTableEngine(
  connection: EngineConnection,
  {
    timeZone,
    checkTables,
  }: {
    readonly timeZone: string
    readonly checkTables: (request: AggregateRequest) => Promise<void>
  },
): TableEngine {
  const source = createSqlSource({ driver: connection, dialect: connection.dialect, timeZone })
  return {
    connection,
    toEngineName: toEngineTableName,
    columnsOf: (table) => connection.columnsOf(toEngineTableName(table)),
    versionOf: (table) => connection.versionOf(toEngineTableName(table)),
    aggregate: async (request, options) => {
      try {
        return await source.aggregate(renameRequestTables(request), options)
      } catch (error) {
        const isFault = error instanceof SqlError && error.code === 'SQL_ENGINE_FAILED'
        if (isFault) await checkTables(request)
        throw error
      }
    },
  }
}

/** A connection is to one database: its statements name schema and table. */
function toEngineTableName(table: readonly string[]): readonly string[] {
  return table.slice(1)
}

/** The request with the names that its tables have in the engine. */
function renameRequestTables(request: AggregateRequest): AggregateRequest {
  return { ...request, rows: renameTables(request.rows, toEngineTableName) }
}

async function readTableColumns(
  engine: TableEngine,
  { name, source }: TableDataset,
): Promise<readonly TableColumn[]> {
  try {
    return await engine.columnsOf(datasetTable({ source }))
  } catch (error) {
    if (!(error instanceof SqlError) || error.code !== 'SQL_ENGINE_FAILED') throw error
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    const { datasource } = source
    throw sourceMismatchError(
      `Dataset "${name}" wants the table ${sourceName(source)} of the datasource "${datasource}", which cannot be read: ${reason}. Create it, grant SELECT on it, or correct the source of the dataset.`,
      { dataset: name, datasource, source: sourceName(source) },
    )
  }
}

function toEngineTableKey(table: readonly string[]): string {
  return JSON.stringify(table).toLowerCase()
}

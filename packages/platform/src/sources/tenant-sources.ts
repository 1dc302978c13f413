import { access, constants } from 'node:fs/promises'
import type { AggregateSource, Lookup, RowSet } from '@tributary/attribution'
import type { DatasetDefinition, Workspace } from '@tributary/catalog'
import { datasetTable, type FilesDatasource, valueTypeOf } from '@tributary/catalog/internal'
import { together } from '@tributary/core/internal'
import {
  createSqlSource,
  type DuckDb,
  duckdbDialect,
  type RunOptions,
  type SqlSourceOptions,
  type SqlStatement,
} from '@tributary/sql'
import { type GivenRows, type ReadColumn, readTableRows, withRows } from '@tributary/sql/internal'
import { lookupTooLargeError } from '../model/errors.ts'
import {
  createEngineSources,
  type EngineSources,
  type Probe,
  type TableEngine,
} from './engine-sources.ts'
import { engineDefinitions, fileDefinitions, isOfFile, isOfTable } from './source-kinds.ts'
import { createSources, type FilesSource, type SourceReports, type Sources } from './sources.ts'

/** The files and the tables of databases that a tenant's datasets read. */
export interface TenantSources extends Omit<Sources, 'check' | 'isReadable' | 'ready'> {
  /** Looks into the sources of datasets; rejects as `Sources` and `EngineSources` do. */
  check(datasets: Iterable<DatasetDefinition>): Promise<void>
  /** Whether the rows of a dataset can be read at this moment. */
  isReadable(dataset: DatasetDefinition): Promise<boolean>
  /** The engine of a table of a database; null for any other. */
  engineOf: EngineSources['engineOf']
  /** The version of a table of a database; null for any other, and when the engine cannot tell. */
  versionOf(table: readonly string[]): Promise<string | null>
  /**
   * A source for all tables: those of files are answered by `files`, those of a database by it. A request for tables of
   * several is answered where its base table is. At most {@link MOST_BROUGHT} rows of each other table are brought along;
   * for more it rejects with `PLATFORM_LOOKUP_TOO_LARGE`.
   */
  ready(files: FilesSource): AggregateSource
  /** Rows of a dataset, at most so many; rejects as `check` does. */
  rowsOf(dataset: DatasetDefinition, wanted: WantedRows): Promise<GivenRows>
  /** Where the rows of a plan are read; null when all of its tables are files. Rows are brought along as `ready` does. */
  placeOf(rows: RowSet, options?: RunOptions): Promise<PlacedRows | null>
  /** How each datasource of the workspace is asked whether it answers. */
  readonly probes: readonly Probe[]
  /** Ends the connections to databases. */
  close(): Promise<void>
}

/** Columns of rows that are read. */
interface WantedRows {
  readonly columns: readonly ReadColumn[]
  readonly most: number
}

/** Rows in one engine, with the names that their tables have in it. */
export interface PlacedRows extends SqlSourceOptions {
  readonly rows: RowSet
  /** A statement on these rows as the engine runs it: with the rows that are brought along. */
  extended(statement: SqlStatement): SqlStatement
}

/** The most rows of a table that are brought to another engine for a request. */
export const MOST_BROUGHT = 10_000

/** The sources of a workspace: files on `engine`, which nothing else uses, and databases. */
export function createTenantSources(
  engine: DuckDb,
  workspace: Workspace,
  reports: SourceReports = {},
): TenantSources {
  const { datasets, datasources } = fileDefinitions(workspace)
  const files = createSources(engine, { datasets, datasources }, reports)
  const databases = createEngineSources(engineDefinitions(workspace))
  const { engineOf } = databases
  const engines = { duckdb: engine, files, engineOf, workspace }
  const look = async (dataset: DatasetDefinition): Promise<boolean> => {
    const table = datasetTable(dataset)
    const reading = engineOf(table)?.columnsOf(table)
    if (reading === undefined) return files.isReadable(dataset)
    return reading.then(
      () => true,
      () => false,
    )
  }
  return {
    ...files,
    check: async (datasets) => {
      const all = [...datasets]
      await files.check(all.filter(isOfFile))
      await databases.check(all.filter(isOfTable))
    },
    // To look at a file takes longer than everything else that a caller is told about a dataset.
    isReadable: together(({ name }) => name, look),
    isZoned: async (table, column) => {
      const columns = await engineOf(table)?.columnsOf(table)
      if (columns === undefined) return files.isZoned(table, column)
      return columns.some(({ name, type }) => name === column && ZONED.test(type))
    },
    engineOf,
    versionOf: async (table) => (await engineOf(table)?.versionOf(table)) ?? null,
    ready: (source) => {
      const ofFiles = files.ready(source)
      return {
        aggregate: async (request, options = {}) => {
          const { base, lookups } = request.rows
          const home = engineOf(base.table)
          if (lookups.every(({ table }) => engineOf(table) === home)) {
            return (home ?? ofFiles).aggregate(request, options)
          }
          const { rows, extended: _, ...at } = await placeRows(request.rows, engines, options)
          return createSqlSource(at).aggregate({ ...request, rows }, options)
        },
      }
    },
    rowsOf: async (dataset, wanted) => readRows(datasetTable(dataset), wanted, engines),
    placeOf: async (rows, options = {}) => {
      const tables = [rows.base, ...rows.lookups]
      if (tables.every(({ table }) => engineOf(table) === null)) return null
      return placeRows(rows, engines, options)
    },
    probes: [...datasources.map(folderProbe), ...databases.probes],
    close: () => databases.close(),
  }
}

/** A folder of files answers when it can be read. */
function folderProbe({ name, root }: FilesDatasource): Probe {
  return { datasource: name, ask: () => access(root, constants.R_OK | constants.X_OK) }
}

const ZONED = /with time zone/i

/** What {@link placeRows} reads. */
interface Engines {
  readonly duckdb: DuckDb
  readonly files: Sources
  readonly engineOf: EngineSources['engineOf']
  readonly workspace: Workspace
}

/** Puts the rows of a request where its base table is: rows of tables of other engines are brought there. */
async function placeRows(
  { base, lookups }: RowSet,
  engines: Engines,
  { signal }: RunOptions,
): Promise<PlacedRows> {
  const { duckdb, files, engineOf, workspace } = engines
  const home = engineOf(base.table)
  const given = new Map<string, GivenRows>()
  const placed: Lookup[] = []
  const here = (table: readonly string[]): readonly string[] => home?.nameOf(table) ?? table
  for (const lookup of lookups) {
    if (engineOf(lookup.table) === home) {
      placed.push({ ...lookup, table: here(lookup.table) })
      continue
    }
    const name = `${lookup.table.join('.')} (brought along)`
    if (!given.has(name)) given.set(name, await rowsOf(lookup.table, engines, signal))
    placed.push({ ...lookup, table: [name] })
  }
  if (home === null) await files.open([base, ...placed].map(({ table }) => table))
  const { driver, dialect } = connectionOf(home, duckdb)
  const { timeZone } = workspace
  const rows = { base: { ...base, table: here(base.table) }, lookups: placed }
  const brought = given.size > 0 ? withRows({ driver, dialect }, given) : null
  const extended = brought?.extended ?? ((statement: SqlStatement) => statement)
  return { driver: brought ?? driver, dialect, timeZone, rows, extended }
}

function connectionOf(home: TableEngine | null, duckdb: DuckDb): SqlSourceOptions {
  if (home === null) return { driver: duckdb, dialect: duckdbDialect }
  return { driver: home.connection, dialect: home.connection.dialect }
}

/** All rows of a table that is to be brought to another engine. */
async function rowsOf(
  table: readonly string[],
  engines: Engines,
  signal: AbortSignal | undefined,
): Promise<GivenRows> {
  const columns = declaredColumns(engines.workspace, table)
  const stop = signal === undefined ? {} : { signal }
  const rows = await readRows(table, { columns, most: MOST_BROUGHT + 1, ...stop }, engines)
  if (rows.result.rowCount > MOST_BROUGHT) {
    throw lookupTooLargeError(table.join('.'), MOST_BROUGHT)
  }
  return rows
}

async function readRows(
  table: readonly string[],
  wanted: WantedRows & RunOptions,
  { duckdb, files, engineOf }: Omit<Engines, 'workspace'>,
): Promise<GivenRows> {
  const home = engineOf(table)
  if (home === null) await files.open([table])
  return readTableRows(connectionOf(home, duckdb), home?.nameOf(table) ?? table, wanted)
}

/** The columns of a table that datasets declare, each once. */
function declaredColumns({ datasets }: Workspace, table: readonly string[]): readonly ReadColumn[] {
  const name = table.join('.')
  const types = new Map(
    datasets
      .filter((dataset) => datasetTable(dataset).join('.') === name)
      .flatMap(({ columns }) => columns)
      .map(({ sourceColumn, originDataType }) => [sourceColumn, valueTypeOf(originDataType)]),
  )
  return Array.from(types, ([column, type]) => ({ name: column, type }))
}

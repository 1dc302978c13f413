import { access, constants } from 'node:fs/promises'
import type { AggregateSource, Lookup, RowSet, TableUse } from '@tributary/attribution'
import { listTableUses } from '@tributary/attribution/internal'
import type { DatasetDefinition, FilesDatasource, Workspace } from '@tributary/catalog'
import { datasetTable, toIdentity, toValueType } from '@tributary/catalog/internal'
import { coalesceByKey } from '@tributary/core/internal'
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
import {
  isFileDataset,
  isTableDataset,
  pickEngineDefinitions,
  pickFileDefinitions,
} from './source-kinds.ts'
import { createSources, type FilesSource, type SourceReports, type Sources } from './sources.ts'

/** The files and the tables of databases that a tenant's datasets read. */
export interface TenantSources extends Omit<Sources, 'check' | 'isReadable' | 'ready'> {
  /** Looks into the sources of datasets; rejects as `Sources` and `EngineSources` do. */
  check(datasets: Iterable<DatasetDefinition>): Promise<void>
  /** Whether the rows of a dataset can be read at this moment. */
  isReadable(dataset: DatasetDefinition): Promise<boolean>
  /** The engine of a table of a database; null for any other. */
  findEngine: EngineSources['findEngine']
  /** The version of a table of a database; null for any other, and when the engine cannot tell. */
  versionOf(table: readonly string[]): Promise<string | null>
  /**
   * A source for all tables: those of files are answered by `files`, those of a database by it. A request for tables of
   * several is answered where its base table is. At most {@link MOST_LOOKUP_ROWS} rows of each other table are brought along;
   * for more it rejects with `PLATFORM_LOOKUP_TOO_LARGE`.
   */
  ready(files: FilesSource): AggregateSource
  /** Rows of a dataset, at most so many; rejects as `check` does. */
  readRows(dataset: DatasetDefinition, query: RowsQuery): Promise<GivenRows>
  /** Where the rows of a plan are read; null when all of its tables are files. Rows are brought along as `ready` does. */
  placeRows(rows: RowSet, options?: RunOptions): Promise<PlacedRows | null>
  /** How each datasource of the workspace is asked whether it answers. */
  readonly probes: readonly Probe[]
  /** Ends the connections to databases. */
  close(): Promise<void>
}

/** Columns of rows that are read. */
interface RowsQuery {
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
export const MOST_LOOKUP_ROWS = 10_000

/** The sources of a workspace: files on `engine`, which nothing else uses, and databases. */
export function createTenantSources(
  engine: DuckDb,
  workspace: Workspace,
  reports: SourceReports = {},
): TenantSources {
  const { datasets, datasources } = pickFileDefinitions(workspace)
  const files = createSources(engine, { datasets, datasources }, reports)
  const databases = createEngineSources(pickEngineDefinitions(workspace))
  const { findEngine } = databases
  const engines = { duckdb: engine, files, findEngine, workspace }
  const look = async (dataset: DatasetDefinition): Promise<boolean> => {
    const table = datasetTable(dataset)
    const reading = findEngine(table)?.columnsOf(table)
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
      await files.check(all.filter(isFileDataset))
      await databases.check(all.filter(isTableDataset))
    },
    // A look at a file takes longer than all the other details of a dataset.
    isReadable: coalesceByKey(({ name }) => name, look),
    isZoned: async (table, column) => {
      const columns = await findEngine(table)?.columnsOf(table)
      if (columns === undefined) return files.isZoned(table, column)
      return columns.some(({ name, type }) => name === column && ZONED.test(type))
    },
    findEngine,
    versionOf: async (table) => (await findEngine(table)?.versionOf(table)) ?? null,
    ready: (source) => {
      const fileSource = files.ready(source)
      return {
        aggregate: async (request, options = {}) => {
          const [base, ...lookups] = listTableUses(request.rows)
          const home = findEngine(base!.table)
          if (lookups.every(({ table }) => findEngine(table) === home)) {
            return (home ?? fileSource).aggregate(request, options)
          }
          const { rows, extended: _, ...at } = await placeRows(request.rows, engines, options)
          return createSqlSource(at).aggregate({ ...request, rows }, options)
        },
      }
    },
    readRows: async (dataset, query) => {
      const base = { table: datasetTable(dataset), alias: 'source' }
      return readRows({ base, lookups: [] }, query, engines)
    },
    placeRows: async (rows, options = {}) => {
      if (listTableUses(rows).every(({ table }) => findEngine(table) === null)) return null
      return placeRows(rows, engines, options)
    },
    probes: [...datasources.map(createFolderProbe), ...databases.probes],
    close: () => databases.close(),
  }
}

/** A folder of files answers when it can be read. */
function createFolderProbe({ name, root }: FilesDatasource): Probe {
  return { datasource: name, ask: () => access(root, constants.R_OK | constants.X_OK) }
}

const ZONED = /with time zone/i

/** The sources that {@link placeRows} reads. */
interface Engines {
  readonly duckdb: DuckDb
  readonly files: Sources
  readonly findEngine: EngineSources['findEngine']
  readonly workspace: Workspace
}

/**
 * Puts the rows of a request where its base table is: the visible rows of tables of other engines are brought there. The
 * tables that a condition on visible rows looks up are in turn brought to the table of these rows.
 */
async function placeRows(
  { base, lookups }: RowSet,
  engines: Engines,
  { signal }: RunOptions,
): Promise<PlacedRows> {
  const { duckdb, files, findEngine, workspace } = engines
  const home = findEngine(base.table)
  const broughtRows = new Map<string, GivenRows>()
  /** By table, which of its rows are visible: the first needs no number, so messages name it as without a condition. */
  const numbers = new Map<string, Map<string, number>>()
  const here = (table: readonly string[]): readonly string[] => home?.toEngineName(table) ?? table
  const placeUse = async <Use extends TableUse>(use: Use): Promise<Use> => {
    const { table, visible } = use
    if (findEngine(table) !== home) return bring(use)
    if (visible === undefined) return { ...use, table: here(table) }
    const lookups = await placeAll(visible.lookups)
    return { ...use, table: here(table), visible: { ...visible, lookups } }
  }
  const bring = async <Use extends TableUse>({ visible, ...use }: Use): Promise<Use> => {
    const { table, alias } = use
    const read: TableUse = { table, alias, ...(visible && { visible }) }
    const [named, identity] = [table.join('.'), toIdentity(visible ?? null)]
    const ofTable = numbers.get(named) ?? new Map<string, number>()
    numbers.set(named, ofTable)
    const number = ofTable.get(identity) ?? ofTable.size
    ofTable.set(identity, number)
    const name = `${named} (brought along${number === 0 ? '' : `, ${number}`})`
    if (!broughtRows.has(name)) broughtRows.set(name, await readVisibleRows(read, engines, signal))
    return { ...use, table: [name] } as TableUse as Use
  }
  const placeAll = async (some: readonly Lookup[]): Promise<readonly Lookup[]> => {
    const placed: Lookup[] = []
    for (const lookup of some) placed.push(await placeUse(lookup))
    return placed
  }
  const rows = { base: await placeUse(base), lookups: await placeAll(lookups) }
  if (home === null) await files.open(listTableUses(rows).map(({ table }) => table))
  const { driver, dialect } = pickConnection(home, duckdb)
  const { timeZone } = workspace
  const brought = broughtRows.size > 0 ? withRows({ driver, dialect }, broughtRows) : null
  const extended = brought?.extended ?? ((statement: SqlStatement) => statement)
  return { driver: brought ?? driver, dialect, timeZone, rows, extended }
}

function pickConnection(home: TableEngine | null, duckdb: DuckDb): SqlSourceOptions {
  if (home === null) return { driver: duckdb, dialect: duckdbDialect }
  return { driver: home.connection, dialect: home.connection.dialect }
}

/** All visible rows of a table that is to be brought to another engine. */
async function readVisibleRows(
  use: TableUse,
  engines: Engines,
  signal: AbortSignal | undefined,
): Promise<GivenRows> {
  const columns = listDeclaredColumns(engines.workspace, use.table)
  const stop = signal === undefined ? {} : { signal }
  const query = { columns, most: MOST_LOOKUP_ROWS + 1, ...stop }
  const rows = await readRows({ base: use, lookups: [] }, query, engines)
  if (rows.result.rowCount > MOST_LOOKUP_ROWS) {
    throw lookupTooLargeError(use.table.join('.'), MOST_LOOKUP_ROWS)
  }
  return rows
}

/** Rows of the base of a row set, where its table is. */
async function readRows(
  rows: RowSet,
  query: RowsQuery & RunOptions,
  engines: Engines,
): Promise<GivenRows> {
  const { rows: placed, ...at } = await placeRows(rows, engines, query)
  return readTableRows(at, placed.base, query)
}

/** The columns of a table that datasets declare, each once. */
function listDeclaredColumns(
  { datasets }: Workspace,
  table: readonly string[],
): readonly ReadColumn[] {
  const name = table.join('.')
  const types = new Map(
    datasets
      .filter((dataset) => datasetTable(dataset).join('.') === name)
      .flatMap(({ columns }) => columns)
      .map(({ sourceColumn, originDataType }) => [sourceColumn, toValueType(originDataType)]),
  )
  return Array.from(types, ([column, type]) => ({ name: column, type }))
}

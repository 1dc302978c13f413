import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AggregateSource } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import { createCatalog, type PlanDefinition, type Workspace } from '@tributary/catalog'
import { planMaterialisation } from '@tributary/catalog/internal'
import {
  createSqlSource,
  type DuckDb,
  duckdbDialect,
  type RunInTransaction,
  type SqlResult,
} from '@tributary/sql'
import { readFrontier, tableStatements } from '@tributary/sql/internal'
import { assertBelowRoot, type FileBelowRoot } from '../../sources/below-root.ts'
import { isNewerThanSources, readSourceVersion } from '../../sources/source-version.ts'
import type { Sources } from '../../sources/sources.ts'
import type { TableState } from '../material-tables.ts'
import { countRows } from '../partitions.ts'
import { assertExternalColumns, listExternalColumns } from './external-columns.ts'
import { createTableEngine } from './table-engine.ts'

/** The tables of external plans: files that are written elsewhere and only read here. */
export interface ExternalTables {
  /** Whether a table is that of an external plan. */
  has(table: readonly string[]): boolean
  /**
   * The contents of the file now: a partition for each value of its time. As new as its sources when the file was written
   * after them all. Null for a missing file; `PLATFORM_SOURCE_MISMATCH` for one that does not fit its plan.
   */
  state(table: readonly string[]): Promise<TableState | null>
  /** A text that changes whenever a file may have changed. */
  changes(): Promise<string>
  /** Columns of a table, as `MaterialTables.read` gives them. */
  read(table: readonly string[], columns: readonly string[]): Promise<SqlResult>
  readonly source: AggregateSource
  close(): Promise<void>
}

interface External extends FileBelowRoot {
  readonly plan: PlanDefinition
  readonly path: string
}

/** The external tables of a tenant; nothing is opened before one is asked for. */
export function createExternalTables(
  workspace: () => Workspace,
  engineBytes?: number,
): ExternalTables {
  const engine = createTableEngine({ workspace, path: null, engineBytes })
  const find = (table: readonly string[]): External | null => {
    const name = table.join('.')
    return listExternals(workspace()).find(({ plan }) => plan.table.join('.') === name) ?? null
  }
  const requireExternal = (table: readonly string[]): External => {
    const external = find(table)
    if (external !== null) return external
    throw new TypeError(`Expected the table of an external plan, found ${table.join('.')}`)
  }
  const opened = async (external: External): Promise<Opened> => {
    await assertBelowRoot(external)
    const materialisation = planMaterialisation(createCatalog(workspace()), external.plan)
    const { engine: duckdb, sources } = await engine.open()
    await register(duckdb, external, materialisation)
    return { duckdb, sources, materialisation }
  }
  return {
    has: (table) => find(table) !== null,
    state: async (table) => {
      const external = find(table)
      const written = external && (await readWriteTime(external.path))
      if (external === null || written === null) return null
      return readState(await opened(external), { written, timeZone: workspace().timeZone })
    },
    changes: async () => {
      const files = listExternals(workspace()).map(async ({ path }) => readFileStamp(path))
      return (await Promise.all(files)).join()
    },
    read: async (table, columns) => {
      const { duckdb } = await opened(requireExternal(table))
      return duckdb.run(tableStatements(duckdbDialect).select(table, columns))
    },
    source: {
      aggregate: async (request, options) => {
        const { duckdb } = await opened(requireExternal(request.rows.base.table))
        const source = createSqlSource({ driver: duckdb, dialect: duckdbDialect })
        return source.aggregate(request, options)
      },
    },
    close: () => engine.close(),
  }
}

/** The file of an external plan as a table, with the files that it replaces. */
interface Opened {
  readonly duckdb: DuckDb
  readonly sources: Sources
  readonly materialisation: Materialisation
}

function listExternals({ plans, datasources }: Workspace): readonly External[] {
  return plans.flatMap((plan) => {
    if (plan.source === null) return []
    const { datasource, file } = plan.source
    const folder = datasources.find(({ name }) => name === datasource)
    const root = folder?.type === 'FILES' ? folder.root : ''
    return [{ plan, datasource, root, file, path: join(root, file) }]
  })
}

async function register(
  duckdb: DuckDb,
  { plan, path }: External,
  materialisation: Materialisation,
): Promise<void> {
  const [catalog, schema, table] = plan.table
  const wanted = listExternalColumns(materialisation)
  const fileColumnNames = new Set((await duckdb.columnsOfFile({ path })).map(({ name }) => name))
  const typed = wanted
    .filter(({ name }) => fileColumnNames.has(name))
    .map(({ name, type }) => [name, type])
  const columnTypes = Object.fromEntries(typed)
  assertExternalColumns(plan.name, wanted, await duckdb.columnsOfFile({ path, columnTypes }))
  await duckdb.registerFile({ catalog, schema, table, path, columnTypes })
}

async function readState(
  { duckdb, sources, materialisation }: Opened,
  { written, timeZone }: { readonly written: Date; readonly timeZone: string },
): Promise<TableState> {
  const { rows, partition } = materialisation
  const { findFile } = sources
  const version = await readSourceVersion(materialisation, { findFile, timeZone })
  const isNew = version !== null && (await isNewerThanSources(written, rows, findFile))
  const sourceVersion = isNew ? version : ''
  const counted = { table: materialisation.table, span: null, dialect: duckdbDialect }
  const run: RunInTransaction = (statement) => duckdb.run(statement)
  const counts = await countRows(run, materialisation, counted)
  const partitions = counts.map((countedPartition) => ({
    ...countedPartition,
    sourceVersion,
    refreshedAt: written,
  }))
  if (partition === null || !isNew) return { partitions, frontier: null }
  await sources.open([rows.base, ...rows.lookups].map(({ table }) => table))
  const timedRows = { rows, time: partition.time }
  const reach = await readFrontier({ driver: duckdb, dialect: duckdbDialect }, timedRows)
  return { partitions, frontier: reach && { sourceVersion, ...reach } }
}

async function readWriteTime(path: string): Promise<Date | null> {
  return stat(path).then(
    ({ mtime }) => mtime,
    () => null,
  )
}

async function readFileStamp(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(
    ({ size, mtimeNs }) => `${size}:${mtimeNs}`,
    () => '',
  )
}

import { randomUUID } from 'node:crypto'
import type { Catalog } from '@tributary/catalog'
import { datasetTable, planMeasures } from '@tributary/catalog/internal'
import { createSqlSource, type SqlDriver, toStatement } from '@tributary/sql'
import {
  compactSql,
  describeStatement,
  joinSql,
  keyText,
  materialisedColumns,
  raw,
  sqlText,
  tableStatements,
  withQueries,
} from '@tributary/sql/internal'
import { fencedError } from '../../model/errors.ts'
import type { EngineConnection, PlanSchema } from '../../sources/engine-connection.ts'
import type { TenantSources } from '../../sources/tenant-sources.ts'
import type {
  MaterialTables,
  RecordedTable,
  ReplaceJob,
  ReplaceOptions,
  StoredTables,
} from '../material-tables.ts'
import { countRows } from '../partitions.ts'
import { compileJobQuery } from '../stores/write-rows.ts'
import {
  type EngineLayout,
  type EngineTable,
  listFragments,
  parseLayout,
  pickFragmentsToMerge,
  recordFragment,
  toFragmentName,
  toNamePrefix,
  type WrittenFragment,
} from './engine-fragments.ts'

/** The parts of a tenant that {@link withEngineTables} uses. */
export interface EngineTablesOptions {
  readonly catalog: Catalog
  readonly findEngine: TenantSources['findEngine']
}

/** An engine that keeps tables of plans. */
interface Home {
  readonly connection: EngineConnection
  readonly plans: PlanSchema
}

/**
 * Adds the tables of plans that are kept where their rows are. Each instance writes a table of its own there, a fragment, in
 * one statement. The records beside the store say which fragments count, and for which partitions; so rows and records
 * change in one step, and the fence is that of all tables. A worker that dies leaves a table that nobody reads.
 */
export function withEngineTables(
  storedTables: StoredTables,
  options: EngineTablesOptions,
): MaterialTables {
  const findHome = createHomeFinder(options)
  const find = async (table: readonly string[], home: Home): Promise<EngineTable | null> => {
    const recorded = await storedTables.recorded(table)
    return recorded && toEngineTable(table, recorded, home)
  }
  /** Reads the table by its name, in one part. */
  const readable = async (table: readonly string[], home: Home): Promise<SqlDriver> => {
    const storedTable = await find(table, home)
    if (storedTable === null)
      throw new TypeError(`Expected a table that was written: ${table.join('.')}`)
    const { connection, plans } = home
    const { dialect } = connection
    const parts = listFragments(storedTable).map(({ name, days }) => ({
      table: [plans.schema, name],
      days,
    }))
    const query = tableStatements(dialect).union(parts, null)
    return withQueries({ driver: connection, dialect }, [table.join('.')], () => query)
  }
  return {
    ...storedTables,
    isInEngine: (table) => findHome(table) !== null,
    replace: async (job, replacing = {}) => {
      const home = findHome(job.materialisation.table)
      return home === null
        ? storedTables.replace(job, replacing)
        : replaceInEngine(home, { storedTables, job, replacing })
    },
    state: async (table) => {
      const home = findHome(table)
      if (home === null) return storedTables.state(table)
      const storedTable = await find(table, home)
      if (storedTable === null || storedTable.recorded.partitions.length === 0) return null
      const { partitions, frontier, sourceVersion } = storedTable.recorded
      return { partitions, frontier: frontier && { sourceVersion, ...frontier } }
    },
    drop: async (table) => {
      const home = findHome(table)
      const storedTable = home && (await find(table, home))
      await storedTables.drop(table)
      if (home !== null && storedTable !== null) await dropAll(home, storedTable)
    },
    read: async (table, columns) => {
      const home = findHome(table)
      if (home === null) return storedTables.read(table, columns)
      const driver = await readable(table, home)
      const { select } = tableStatements(home.connection.dialect)
      return driver.run(select([table.join('.')], columns))
    },
    source: {
      aggregate: async (request, callOptions) => {
        const { base } = request.rows
        const home = findHome(base.table)
        if (home === null) return storedTables.source.aggregate(request, callOptions)
        const driver = await readable(base.table, home)
        const source = createSqlSource({ driver, dialect: home.connection.dialect })
        const rows = { base: { ...base, table: [base.table.join('.')] }, lookups: [] }
        return source.aggregate({ ...request, rows }, callOptions)
      },
    },
  }
}

/** The engine in which the table of a plan is kept; null for one beside the store. */
function createHomeFinder({
  catalog,
  findEngine,
}: EngineTablesOptions): (table: readonly string[]) => Home | null {
  let homes: ReadonlyMap<string, Home> | null = null
  const find = (): ReadonlyMap<string, Home> =>
    new Map(
      catalog.workspace.plans.flatMap((plan) => {
        if (plan.kind === 'EXTERNAL') return []
        const { dataset } = planMeasures(catalog, plan)
        const connection = findEngine(datasetTable(dataset))?.connection
        if (connection?.plans == null) return []
        return [[plan.table.join('.'), { connection, plans: connection.plans }]]
      }),
    )
  return (table) => {
    homes ??= find()
    return homes.get(table.join('.')) ?? null
  }
}

function toEngineTable(
  table: readonly string[],
  recorded: RecordedTable,
  { plans }: Home,
): EngineTable | null {
  const layout = parseLayout(recorded, plans.place)
  return layout && { table, recorded, layout }
}

/** Drops everything in the engine that was ever written for a table, by workers that died too. */
async function dropAll({ connection, plans }: Home, { table, layout }: EngineTable): Promise<void> {
  const { tablesIn } = tableStatements(connection.dialect)
  const { columns } = await connection.run(tablesIn(plans.schema, toNamePrefix(table, layout)))
  for (const name of columns[0] === undefined ? [] : keyText(columns[0])) {
    if (name !== null) await plans.drop([plans.schema, name])
  }
}

interface Replacing {
  readonly storedTables: StoredTables
  readonly job: ReplaceJob
  readonly replacing: ReplaceOptions
}

/** Writes a fragment under its own name, then records that it counts, then drops those that do not count any more. */
async function replaceInEngine(
  home: Home,
  { storedTables, job, replacing }: Replacing,
): Promise<{ readonly rows: number }> {
  const { instance, materialisation } = job
  const { table } = materialisation
  const { plans } = home
  const drop = (name: string): Promise<void> => plans.drop([plans.schema, name])
  const head = await storedTables.record(
    table,
    (recordedTable) => resolveRecordedTable(table, recordedTable, home),
    instance,
  )
  const before = toEngineTable(table, head, home)!
  const { layout } = before
  const staleNames = findStaleFragments(before, instance)
  for (const staleName of staleNames) await drop(staleName)
  const name = toFragmentName(table, layout, instance)
  try {
    const written = await writeFragment(home, name, { before, job, replacing })
    await replacing.beforeCommit?.()
    const change = (recorded: RecordedTable | null): RecordedTable => {
      const storedTable = recorded && toEngineTable(table, recorded, home)
      // The plan was deleted meanwhile.
      if (storedTable?.layout.id !== layout.id) throw fencedError(instance)
      const retired = storedTable.layout.retired.filter(
        (retiredName) => !staleNames.includes(retiredName),
      )
      return recordFragment({ ...storedTable, layout: { ...storedTable.layout, retired } }, written)
    }
    const after = toEngineTable(table, await storedTables.record(table, change, instance), home)!
    // The next instance drops what cannot be dropped now.
    await Promise.allSettled(after.layout.retired.map(drop))
    return { rows: written.partitions.reduce((sum, { rows }) => sum + rows, 0) }
  } catch (error) {
    await drop(name).catch(() => {})
    throw error
  }
}

/** The records of a table in a place: those that there are, or those of a table that was never written. */
function resolveRecordedTable(
  table: readonly string[],
  recorded: RecordedTable | null,
  home: Home,
): RecordedTable {
  if (recorded !== null && toEngineTable(table, recorded, home) !== null) return recorded
  const { place } = home.plans
  const layout: EngineLayout = {
    place,
    id: randomUUID().slice(0, 8),
    partition: null,
    retired: [],
  }
  return {
    layout: JSON.stringify(layout),
    sourceVersion: '',
    frontier: null,
    partitions: [],
  }
}

/** Fragments that earlier instances have left: those of earlier attempts of this one, and those that no longer count. */
function findStaleFragments(
  storedTable: EngineTable,
  { id, attempt }: ReplaceJob['instance'],
): readonly string[] {
  const { table, layout } = storedTable
  const counting = new Set(listFragments(storedTable).map(({ name }) => name))
  const earlier = Array.from({ length: Math.max(attempt - 1, 0) }, (_, i) =>
    toFragmentName(table, layout, { id, attempt: i + 1 }),
  )
  return [...earlier, ...layout.retired].filter((name) => !counting.has(name))
}

interface Writing extends Omit<Replacing, 'storedTables'> {
  readonly before: EngineTable
}

/** Writes the rows of a job, and those of fragments that it takes along. */
async function writeFragment(
  { connection, plans }: Home,
  name: string,
  { before, job, replacing }: Writing,
): Promise<WrittenFragment> {
  const { dialect } = connection
  const { materialisation, origin } = job
  if (origin === null) throw new TypeError('Expected rows of an engine, found files')
  const { signal, onSql } = replacing
  const stop = signal === undefined ? {} : { signal }
  const { query, span } = await compileJobQuery(job, (sizes) => origin.driver.run(sizes, stop))
  const merged = pickFragmentsToMerge(before, job, span)
  const parts = merged.map((fragment) => ({
    table: [plans.schema, fragment.name],
    days: fragment.days,
  }))
  const { union } = tableStatements(dialect)
  const rows =
    merged.length === 0
      ? query
      : joinSql(
          [
            sqlText`SELECT * FROM (\n${query}\n) AS fresh`,
            raw(union(parts, materialisedColumns(materialisation))),
          ],
          '\nUNION ALL\n',
        )
  const statement = origin.extended(toStatement(rows, dialect))
  const compact = { ...statement, text: compactSql(statement.text) }
  onSql?.(describeStatement(compact), describeStatement(statement))
  const into = [plans.schema, name]
  const sortedBy = materialisation.partition?.column ?? null
  await plans.create({ name: into, sortedBy }, compact, stop)
  const counted = { table: into, span, dialect }
  const partitions = await countRows(
    (countStatement) => connection.run(countStatement, stop),
    materialisation,
    counted,
  )
  return { job, partitions, merged }
}

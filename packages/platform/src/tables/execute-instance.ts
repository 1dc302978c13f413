import type { Materialisation } from '@tributary/attribution/internal'
import type { Catalog, DatasetDefinition, PlanDefinition } from '@tributary/catalog'
import { datasetTable, planMaterialisation, toValueType } from '@tributary/catalog/internal'
import type { Clock } from '@tributary/core'
import { type DuckDb, duckdbDialect } from '@tributary/sql'
import { compactSql, readFrontier, tableStatements } from '@tributary/sql/internal'
import {
  planConflictError,
  sourceChangedError,
  unknownPlanError,
  unknownSourceTableError,
} from '../model/errors.ts'
import type { Instance } from '../model/instance.ts'
import type { ExecuteContext } from '../queue/worker.ts'
import { isTableDataset, pickFileDefinitions } from '../sources/source-kinds.ts'
import { findMissingFile, readSourceVersion } from '../sources/source-version.ts'
import { createSources } from '../sources/sources.ts'
import type { TenantSources } from '../sources/tenant-sources.ts'
import type { MaterialTables, ReplaceJob } from './material-tables.ts'

/** The parts of a tenant that running its instances needs. */
export interface PlanTenant {
  readonly catalog: Catalog
  readonly engine: DuckDb
  readonly sources: TenantSources
  readonly tables: MaterialTables
  readonly clock: Clock
}

/** Runs an instance of the tenant: refreshes a plan's table, or checks a source table again. */
export async function executeInstance(
  tenant: PlanTenant,
  claimed: Instance,
  context: ExecuteContext,
): Promise<void> {
  return claimed.taskType === 'TABLE'
    ? executeTable(tenant, claimed, context)
    : executePlan(tenant, claimed, context)
}

/**
 * Writes the partitions of an instance. Files are looked at before and after they are read: `PLATFORM_SOURCE_CHANGED`
 * when they are others then. A table of a database is read by one statement, at one moment; where the rows stay in the
 * database it is looked at again as files are. Rejects with `PLATFORM_FENCED` when a later attempt has begun, and with
 * `PLATFORM_UNKNOWN_PLAN` for a plan that was deleted; nothing is written when it rejects.
 */
async function executePlan(
  tenant: PlanTenant,
  claimed: Instance,
  { signal, onSql }: ExecuteContext,
): Promise<void> {
  const { catalog, sources, tables, clock } = tenant
  await tables.begin(claimed)
  const plan = findInstancePlan(tenant, claimed)
  const materialisation = planMaterialisation(catalog, plan)
  const { timeZone } = catalog.workspace
  const { findFile, versionOf } = sources
  const versionNow = () => readSourceVersion(materialisation, { findFile, versionOf, timeZone })
  const sourceVersion = await versionNow()
  if (sourceVersion === null) {
    const missing = await findMissingFile(materialisation, findFile)
    if (missing === null) throw unversionedError(plan)
    throw sourceChangedError(plan.table, missing)
  }
  const origin = await sources.placeRows(materialisation.rows, { signal })
  const job: ReplaceJob = {
    materialisation,
    range: toPartitionRange(materialisation, claimed),
    instance: claimed,
    origin,
    sourceVersion,
    frontier: await readJobFrontier(tenant, materialisation, { origin, signal }),
    at: clock.now(),
  }
  await tables.replace(job, {
    signal,
    onSql,
    beforeCommit: async () => {
      if (origin !== null && !tables.isInEngine(plan.table)) return
      if ((await versionNow()) !== sourceVersion) throw sourceChangedError(plan.table)
    },
  })
}

function unversionedError({ name }: PlanDefinition): Error {
  return planConflictError(
    `The plan "${name}" reads a view, a foreign table, a table with row security or a table of a replica. The database cannot tell when such a table has changed, so the table of the plan could never be used.`,
  )
}

function findInstancePlan({ catalog }: PlanTenant, { planId }: Instance): PlanDefinition {
  const plan = catalog.workspace.plans.find(({ id }) => id === planId)
  if (plan === undefined) {
    throw unknownPlanError({ by: 'id', value: `${planId}`, path: 'planId', suggestions: [] })
  }
  if (plan.kind !== 'EXTERNAL') return plan
  throw planConflictError(`The table of the external plan "${plan.name}" is filled by others.`)
}

/** An instance that was made before its plan had partitions writes the one of its schedule time. */
function toPartitionRange(
  { partition }: Materialisation,
  { startPartition, endPartition, scheduleTime }: Instance,
): ReplaceJob['range'] {
  if (partition === null) return null
  const day = scheduleTime.toISOString().slice(0, 10)
  return { from: startPartition ?? day, to: endPartition ?? startPartition ?? day }
}

/** How far the data reaches, by the time of the partitions. */
async function readJobFrontier(
  { engine, sources }: PlanTenant,
  { rows, partition }: Materialisation,
  { origin, signal }: Pick<ReplaceJob, 'origin'> & { readonly signal: AbortSignal },
): Promise<ReplaceJob['frontier']> {
  if (partition === null) return null
  const { time } = partition
  if (origin !== null) return readFrontier(origin, { rows: origin.rows, time }, { signal })
  await sources.open([rows.base, ...rows.lookups].map(({ table }) => table))
  return readFrontier({ driver: engine, dialect: duckdbDialect }, { rows, time }, { signal })
}

/**
 * Looks at a source table again: opens it anew, checks it against the datasets that read it, and reads how far its data
 * reaches, or without a time how many rows it has. Rejects as opening a file does, so that plans on the table wait until it
 * can be read.
 */
async function executeTable(
  { catalog, engine, sources }: Pick<PlanTenant, 'catalog' | 'engine' | 'sources'>,
  { table }: Instance,
  { signal, onSql }: ExecuteContext,
): Promise<void> {
  const { workspace } = catalog
  const readers = workspace.datasets.filter(
    (dataset) => datasetTable(dataset).join('.') === table.join('.'),
  )
  if (readers.length === 0) throw unknownSourceTableError(table.join('.'), [])
  const home = sources.findEngine(table)
  if (home === null) await createSources(engine, pickFileDefinitions(workspace)).open([table])
  else await sources.check(readers.filter(isTableDataset))
  const at = home?.connection ?? { run: engine.run.bind(engine), dialect: duckdbDialect }
  const named = home?.toEngineName(table) ?? table
  const tell = (sql: string): void => onSql(compactSql(sql), sql)
  const time = readers.map(toTimeReference).find((candidate) => candidate !== null)
  if (time != null) {
    const rows = { base: { table: named, alias: 'source' }, lookups: [] }
    const frontierOrigin = { driver: at, dialect: at.dialect }
    await readFrontier(frontierOrigin, { rows, time }, { signal, onSql: tell })
    return
  }
  const count = tableStatements(at.dialect).countPartitions(named, {
    partition: null,
    range: null,
  })
  tell(count.text)
  await at.run(count, { signal })
}

function toTimeReference({ time, columns }: DatasetDefinition) {
  // That of a time through a relation is in another table.
  const timeName = time?.via === undefined ? time?.column : undefined
  const column = columns.find(({ name }) => name === timeName)
  if (column === undefined) return null
  const type = toValueType(column.originDataType)
  return { kind: 'reference', type, table: 'source', name: column.sourceColumn } as const
}

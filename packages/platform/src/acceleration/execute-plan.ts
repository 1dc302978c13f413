import type { Materialisation } from '@tributary/attribution'
import type { PlanDefinition } from '@tributary/catalog'
import { materialisationOf } from '@tributary/catalog/internal'
import { duckdbDialect } from '@tributary/sql'
import { readFrontier } from '@tributary/sql/internal'
import { planConflictError, sourceChangedError, unknownPlanError } from '../errors.ts'
import type { ExecuteContext } from '../tasks/execute.ts'
import type { Instance } from '../tasks/instance.ts'
import type { Tenant } from '../tenant.ts'
import type { ReplaceJob } from './material-tables.ts'
import { missingFile, sourceVersionOf } from './source-version.ts'

/** What the work on a plan needs of its tenant. */
export type PlanTenant = Pick<Tenant, 'catalog' | 'engine' | 'sources' | 'tables' | 'clock'>

/**
 * Writes the partitions of an instance. The files are looked at before and after they are read: `PLATFORM_SOURCE_CHANGED`
 * when they are others then. Rejects with `PLATFORM_FENCED` when a later attempt has begun, and with
 * `PLATFORM_UNKNOWN_PLAN` for a plan that was deleted; nothing is written when it rejects.
 */
export async function executePlan(
  tenant: PlanTenant,
  claimed: Instance,
  { signal, onSql }: ExecuteContext,
): Promise<void> {
  const { catalog, sources, tables, clock } = tenant
  await tables.begin(claimed)
  const plan = planOf(tenant, claimed)
  const materialisation = materialisationOf(catalog, plan)
  const { timeZone } = catalog.workspace
  const versionNow = () => sourceVersionOf(materialisation, { fileOf: sources.fileOf, timeZone })
  const sourceVersion = await versionNow()
  if (sourceVersion === null) {
    throw sourceChangedError(plan.table, await missingFile(materialisation, sources.fileOf))
  }
  const job: ReplaceJob = {
    materialisation,
    range: rangeOf(materialisation, claimed),
    instance: claimed,
    sourceVersion,
    frontier: await frontierOf(tenant, materialisation, signal),
    at: clock.now(),
  }
  await tables.replace(job, {
    signal,
    onSql,
    beforeCommit: async () => {
      if ((await versionNow()) !== sourceVersion) throw sourceChangedError(plan.table)
    },
  })
}

function planOf({ catalog }: PlanTenant, { planId }: Instance): PlanDefinition {
  const plan = catalog.workspace.plans.find(({ id }) => id === planId)
  if (plan === undefined) {
    throw unknownPlanError({ by: 'id', value: `${planId}`, path: 'planId', suggestions: [] })
  }
  if (plan.kind !== 'EXTERNAL') return plan
  throw planConflictError(`The table of the external plan "${plan.name}" is filled by others.`)
}

/** An instance that was made before its plan had partitions writes the one of its schedule time. */
function rangeOf(
  { partition }: Materialisation,
  { startPartition, endPartition, scheduleTime }: Instance,
): ReplaceJob['range'] {
  if (partition === null) return null
  const day = scheduleTime.toISOString().slice(0, 10)
  return { from: startPartition ?? day, to: endPartition ?? startPartition ?? day }
}

/** How far the data reaches, by the time of the partitions. */
async function frontierOf(
  { engine, sources }: PlanTenant,
  { rows, partition }: Materialisation,
  signal: AbortSignal,
): Promise<ReplaceJob['frontier']> {
  if (partition === null) return null
  await sources.open([rows.base, ...rows.lookups].map(({ table }) => table))
  const asked = { rows, time: partition.time }
  return readFrontier({ driver: engine, dialect: duckdbDialect }, asked, { signal })
}

import type { PlanDefinition } from '../definitions/plan.ts'
import { planId } from './draft-plan.ts'
import { shown } from './undraft.ts'
import type { PartitionGrain, PlanInFile } from './workspace-file.ts'

/** The plan as a file says it, without what is the default. */
export function undraftPlan(plan: PlanDefinition, tenant: string): PlanInFile {
  const { id, name, displayName, kind, dimensions, metrics, filters, granularity } = plan
  const { updateLowerInterval, updateUpperInterval, cron, retryCount, retryInterval } = plan
  const { table, source } = plan
  return {
    name,
    ...(id !== planId(tenant, name) && { id }),
    ...shown(displayName, name),
    kind,
    dimensions,
    metrics,
    ...(filters.length > 0 && { filters }),
    ...(granularity !== 'DAY' && { granularity: granularity as PartitionGrain }),
    ...(updateLowerInterval !== 1 && { updateLowerInterval }),
    ...(updateUpperInterval !== 1 && { updateUpperInterval }),
    ...(cron !== null && { cron }),
    ...(retryCount !== null && { retryCount }),
    ...(retryInterval !== null && { retryInterval }),
    ...(source === null && table[2] !== name && { table: table[2] }),
    ...(source !== null && { source }),
  }
}

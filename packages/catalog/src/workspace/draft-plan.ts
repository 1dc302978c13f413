import { createHash } from 'node:crypto'
import { fileTable } from '../definitions/dataset.ts'
import type { PlanDefinition } from '../definitions/plan.ts'
import type { Drafted } from './draft.ts'
import type { PlanInFile } from './workspace-file.ts'

/** A plan as the files say it. */
export type PlanDraft = Drafted<PlanInFile, PlanDefinition>

/** What an interval is that the file leaves out: the partition before that of the schedule time. */
const USUAL_INTERVAL = 1

/** The plan with its defaults; its table is called after it. */
export function draftPlan(raw: PlanInFile, tenant: string): PlanDefinition {
  const { name, source = null } = raw
  const lower = raw.updateLowerInterval ?? Math.max(USUAL_INTERVAL, raw.updateUpperInterval ?? 0)
  return {
    id: raw.id ?? planId(tenant, name),
    name,
    displayName: raw.displayName ?? name,
    kind: raw.kind,
    dimensions: raw.dimensions,
    metrics: raw.metrics,
    filters: raw.filters ?? [],
    granularity: raw.granularity ?? 'DAY',
    updateLowerInterval: lower,
    updateUpperInterval: raw.updateUpperInterval ?? Math.min(USUAL_INTERVAL, lower),
    cron: raw.cron ?? null,
    retryCount: raw.retryCount ?? null,
    retryInterval: raw.retryInterval ?? null,
    table:
      source === null
        ? ['tributary', tenant, raw.table ?? name]
        : fileTable(source.datasource, source.file),
    source,
  }
}

/** The id of a plan that says none: a name-based UUID (RFC 9562 §5.5) of tenant and name, whose parts no name has in it. */
export function planId(tenant: string, name: string): string {
  const bytes = createHash('sha1').update(`tributary plan ${tenant} ${name}`).digest()
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const lengths = [8, 4, 4, 4, 12]
  const starts = lengths.map((_, i) => lengths.slice(0, i).reduce((sum, one) => sum + one, 0))
  return starts.map((start, i) => hex.slice(start, start + lengths[i]!)).join('-')
}

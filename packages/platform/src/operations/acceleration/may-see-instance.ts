import type { DatasetDefinition, ResourceRef, Workspace } from '@tributary/catalog'
import { sourceGuid } from '@tributary/catalog/internal'
import type { Instance } from '../../model/instance.ts'
import { toPlanResource, toTenantResource } from '../../model/rights.ts'
import type { Session } from '../../tenant/session.ts'

/**
 * True when the caller may use the plan of the instance, or a dataset that reads its source table; for a plan that was
 * deleted, when the caller may use everything in the tenant.
 */
export function maySeeInstance(
  { access, catalog }: Session,
  { planId, table }: Pick<Instance, 'planId' | 'table'>,
): boolean {
  if (access.usesEverything) return true
  const resources = listRefreshed(catalog.workspace, { planId, table })
  return resources.some((resource) => access.may('USE', resource))
}

/** The sentence in place of a reason that the caller may not read. */
const HIDDEN_REASON =
  'An attempt did not succeed; the reason is shown to those who may edit what it refreshes.'

/**
 * Why the last failed attempt of an instance did not succeed. The text of an engine can have values of rows that a condition excludes for the caller:
 * only those who may edit the plan, or the datasets that read the source table, get it. Null for an instance without one.
 */
export function findReadableReason(
  { access, caller, wholeCatalog }: Session,
  { planId, table, message }: Pick<Instance, 'planId' | 'table' | 'message'>,
): string | null {
  if (message === null) return null
  const resources = listRefreshed(wholeCatalog.workspace, { planId, table })
  const mayRead =
    resources.length === 0
      ? access.may('EDIT', toTenantResource(caller.tenant))
      : resources.every((resource) => access.may('EDIT', resource))
  return mayRead ? message : HIDDEN_REASON
}

/** The plan that an instance refreshes, or the datasets that read its source table; none for a plan that was deleted. */
function listRefreshed(
  { datasets, plans }: Pick<Workspace, 'datasets' | 'plans'>,
  { planId, table }: Pick<Instance, 'planId' | 'table'>,
): readonly ResourceRef[] {
  return planId === null
    ? listTableReaders(datasets, table.join('.')).map(toDatasetResource)
    : plans.filter(({ id }) => id === planId).map(toPlanResource)
}

function toDatasetResource({ name }: DatasetDefinition): ResourceRef {
  return { type: 'DATASET', name }
}

/** The datasets that read a source table, by its `catalog.schema.table`. */
function listTableReaders(
  datasets: readonly DatasetDefinition[],
  guid: string,
): readonly DatasetDefinition[] {
  return datasets.filter(({ source }) => sourceGuid(source) === guid)
}

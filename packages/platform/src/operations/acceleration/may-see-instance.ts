import type { DatasetDefinition, ResourceRef } from '@tributary/catalog'
import { sourceGuid } from '@tributary/catalog/internal'
import type { Instance } from '../../model/instance.ts'
import { toPlanResource } from '../../model/rights.ts'
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
  const { datasets, plans } = catalog.workspace
  const resources =
    planId === null
      ? listTableReaders(datasets, table.join('.')).map(toDatasetResource)
      : plans.filter(({ id }) => id === planId).map(toPlanResource)
  return resources.some((resource) => access.may('USE', resource))
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

import type { DatasetDefinition } from '@tributary/catalog'
import { fileGuid, type ResourceRef } from '@tributary/catalog/internal'
import { planResource } from '../access/plan-resource.ts'
import { forbiddenError } from '../errors.ts'
import type { Session } from '../session.ts'
import type { Instance } from '../tasks/instance.ts'

/**
 * Throws `ACCESS_FORBIDDEN` when the caller may not see an instance: he may with the right to use its plan, or a
 * dataset that reads its source table. What a plan was that is deleted, nobody can say any more: then it takes the
 * right to use the whole tenant. The error names what he asked for, `asked`, never the plan or the table: ids are
 * easily counted up.
 */
export function requireInstance(
  { access, catalog }: Session,
  { planId, table }: Pick<Instance, 'planId' | 'table'>,
  asked: string,
): void {
  if (access.usesEverything) return
  const { datasets, plans } = catalog.workspace
  const resources =
    planId === null
      ? readersOf(datasets, table.join('.')).map(datasetResource)
      : plans.filter(({ id }) => id === planId).map(planResource)
  if (!resources.some((resource) => access.may('USE', resource))) {
    throw forbiddenError(`see the ${asked}`)
  }
}

function datasetResource({ name }: DatasetDefinition): ResourceRef {
  return { type: 'DATASET', name }
}

/** The datasets that read a source table, by its `catalog.schema.table`. */
function readersOf(
  datasets: readonly DatasetDefinition[],
  guid: string,
): readonly DatasetDefinition[] {
  return datasets.filter(({ source }) => fileGuid(source.datasource, source.file) === guid)
}

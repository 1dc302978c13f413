import { type DatasetDefinition, fileGuid } from '@tributary/catalog'
import { planResource } from '../access/plan-resource.ts'
import { forbiddenError } from '../errors.ts'
import type { Session } from '../session.ts'
import type { Instance } from '../tasks/instance.ts'

/**
 * Throws `ACCESS_FORBIDDEN` when the caller may not see an instance: he may with the right to use its plan, or a
 * dataset that reads its source table. What a plan was that is deleted, nobody can say any more: then it takes the
 * right to use the whole tenant.
 */
export function requireInstance(
  { access, catalog }: Session,
  { planId, table }: Pick<Instance, 'planId' | 'table'>,
): void {
  if (access.usesEverything) return
  if (planId === null) {
    const readers = readersOf(catalog.workspace.datasets, table.join('.'))
    if (readers.some(({ name }) => access.may('USE', { type: 'DATASET', name }))) return
    throw forbiddenError(`see what is done for the table "${table.join('.')}"`)
  }
  const plan = catalog.workspace.plans.find(({ id }) => id === planId)
  if (plan === undefined) throw forbiddenError('see what was done for a plan that is deleted')
  access.require('USE', planResource(plan))
}

/** The datasets that read a source table, by its `catalog.schema.table`. */
function readersOf(
  datasets: readonly DatasetDefinition[],
  guid: string,
): readonly DatasetDefinition[] {
  return datasets.filter(({ source }) => fileGuid(source.datasource, source.file) === guid)
}

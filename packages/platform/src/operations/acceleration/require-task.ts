import { sourceGuid } from '@tributary/catalog/internal'
import { planConflictError, unknownTaskError } from '../../model/errors.ts'
import { toPlanResource } from '../../model/rights.ts'
import { assertStorable } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { maySeeInstance } from './may-see-instance.ts'

/** Throws unless the caller may refresh what the task refreshes. */
export async function requireTask(session: Session, dagName: string): Promise<void> {
  const { access, caller, catalog, tasks } = session
  assertStorable(dagName, 'dagName')
  const page = await tasks.list(caller.tenant, dagName, { index: 1, size: 1 })
  const example = page?.instances[0]
  if (example === undefined || !maySeeInstance(session, example)) throw unknownTaskError(dagName)
  const { planId, table } = example
  if (planId !== null) {
    const plan = catalog.workspace.plans.find(({ id }) => id === planId)
    if (plan === undefined) {
      throw planConflictError(`The plan of the task "${dagName}" was deleted; it cannot run again.`)
    }
    access.require('EDIT', toPlanResource(plan))
    return
  }
  const guid = table.join('.')
  const readers = catalog.datasets.all.filter(({ source }) => sourceGuid(source) === guid)
  const resources = readers.map(({ name }) => ({ type: 'DATASET', name }) as const)
  const resource = resources.find((candidate) => access.may('EDIT', candidate)) ?? resources[0]
  if (resource === undefined) throw unknownTaskError(dagName)
  access.require('EDIT', resource)
}

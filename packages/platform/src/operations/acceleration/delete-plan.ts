import type { PlanDefinition } from '@tributary/catalog'
import type { RequestOf } from '@tributary/contract'
import { toPlanResource } from '../../model/rights.ts'
import { deleteDefinition } from '../../store/definitions/write-definitions.ts'
import type { Session } from '../../tenant/session.ts'
import type { OperationSession } from '../admission/operation.ts'
import { findPlanById } from './find-plan.ts'

/**
 * Deletes a plan of any kind: its waiting and running instances, its table unless the plan is external, and its
 * definition with the schedule. Finished instances are kept. Rejects with `PLATFORM_UNKNOWN_PLAN`, and with
 * `ACCESS_FORBIDDEN` for a caller without the right to delete the plan. When it fails, the plan still exists and can be
 * deleted again.
 */
export async function deletePlan(
  session: OperationSession,
  { uuid }: RequestOf<'deletePlan'>,
): Promise<'success'> {
  const { access, caller, tables, write } = session
  const plan = findPlanById(session, uuid, 'uuid')
  access.require('DELETE', toPlanResource(plan), uuid)
  // Asked before anything is ended: the table may be out of reach, in the hands of another process.
  if (plan.kind !== 'EXTERNAL') await tables.state(plan.table)
  await endWork(session, plan)
  const version = await write((transaction) =>
    deleteDefinition(transaction, caller.tenant, { kind: 'plan', name: plan.name }),
  )
  await session.service.tenants.ensure(caller.tenant, version)
  // An instance may have begun in between; none can begin from now on.
  await endWork(session, plan)
  return 'success'
}

async function endWork({ caller, tables, tasks }: Session, plan: PlanDefinition): Promise<void> {
  const stopped = await tasks.cancelPlan(caller.tenant, plan.id)
  if (plan.kind === 'EXTERNAL') return
  // A worker that does not know yet that it is stopped can write no more, and so not bring the table back.
  for (const { id, attempt } of stopped) await tables.begin({ id, attempt })
  await tables.drop(plan.table)
}

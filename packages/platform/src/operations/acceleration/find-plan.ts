import type { PlanDefinition } from '@tributary/catalog'
import { nearNames } from '@tributary/core'
import { invalidRequestError, unknownPlanError } from '../../model/errors.ts'
import { toPlanResource } from '../../model/rights.ts'
import type { Session } from '../../tenant/session.ts'

/** A plan by its id or by its name; absent and null are the same. */
interface PlanIdentity {
  readonly planId?: string | null
  readonly planName?: string | null
}

/**
 * The plan that a request names by id or by name. Throws `PLATFORM_INVALID_REQUEST` for both and for neither, and
 * `PLATFORM_UNKNOWN_PLAN` also for a plan that the caller may not use.
 */
export function findPlan(session: Session, { planId, planName }: PlanIdentity): PlanDefinition {
  const byId = planId ?? null
  const byName = planName ?? null
  if (byId !== null && byName !== null) {
    const reason = 'planId and planName are both given; give one of them.'
    throw invalidRequestError('planName', reason)
  }
  if (byId !== null) return findPlanById(session, byId, 'planId')
  if (byName !== null) return findPlanByName(session, byName)
  const reason = 'planId and planName are both missing; give one of them.'
  throw invalidRequestError('planId', reason)
}

/** The plan of an id. Throws `PLATFORM_UNKNOWN_PLAN`, naming `path`. */
export function findPlanById(session: Session, id: string, path: string): PlanDefinition {
  return findVisiblePlan(session, { by: 'id', value: id, path })
}

function findPlanByName(session: Session, name: string): PlanDefinition {
  return findVisiblePlan(session, { by: 'name', value: name, path: 'planName' })
}

function findVisiblePlan(
  { access, catalog }: Session,
  named: { readonly by: 'id' | 'name'; readonly value: string; readonly path: string },
): PlanDefinition {
  const { by, value } = named
  const visiblePlans = catalog.workspace.plans.filter((candidate) =>
    access.may('USE', toPlanResource(candidate)),
  )
  const plan = visiblePlans.find((candidate) => candidate[by] === value)
  if (plan !== undefined) return plan
  throw unknownPlanError({ ...named, suggestions: suggestPlanNames(visiblePlans, by, value) })
}

/** Suggests the id for a name given as an id, and the name for an id given as a name. A similar id is no suggestion. */
function suggestPlanNames(
  plans: readonly PlanDefinition[],
  by: 'id' | 'name',
  value: string,
): readonly string[] {
  if (by === 'id') return plans.filter(({ name }) => name === value).map(({ id }) => id)
  const same = plans.filter(({ id }) => id === value).map(({ name }) => name)
  return same.length > 0
    ? same
    : nearNames(
        value,
        plans.map(({ name }) => name),
      )
}

import type { PlanDefinition } from '@tributary/catalog'
import { nearNames } from '@tributary/core'
import { planResource } from '../access/plan-resource.ts'
import { invalidRequestError, unknownPlanError } from '../errors.ts'
import type { Session } from '../session.ts'

/** A plan by its id or by its name; absent and null are the same. */
export interface PlanIdentity {
  readonly planId?: string | null
  readonly planName?: string | null
}

/**
 * The plan that a request names by id or by name. Throws `PLATFORM_INVALID_REQUEST` for both and for neither, and
 * `PLATFORM_UNKNOWN_PLAN`.
 */
export function findPlan(session: Session, { planId, planName }: PlanIdentity): PlanDefinition {
  const byId = planId ?? null
  const byName = planName ?? null
  if (byId !== null && byName !== null) {
    const reason = 'planId and planName are both given; give one of them.'
    throw invalidRequestError('planName', reason)
  }
  if (byId !== null) return planOfId(session, byId, 'planId')
  if (byName !== null) return planOfName(session, byName)
  const reason = 'planId and planName are both missing; give one of them.'
  throw invalidRequestError('planId', reason)
}

/** The plan of an id. Throws `PLATFORM_UNKNOWN_PLAN`, naming `path`. */
export function planOfId({ catalog }: Session, id: string, path: string): PlanDefinition {
  const plan = catalog.workspace.plans.find((one) => one.id === id)
  if (plan === undefined) throw unknownPlanError({ by: 'id', value: id, path, suggestions: [] })
  return plan
}

function planOfName({ access, catalog }: Session, name: string): PlanDefinition {
  const { plans } = catalog.workspace
  const plan = plans.find((one) => one.name === name)
  if (plan !== undefined) return plan
  const shown = plans.filter((one) => access.may('USE', planResource(one)))
  const names = shown.map((one) => one.name)
  const suggestions = nearNames(name, names)
  throw unknownPlanError({ by: 'name', value: name, path: 'planName', suggestions })
}

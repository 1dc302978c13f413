import type { PlanDefinition } from '@tributary/catalog'
import type { ResourceRef } from '@tributary/catalog/internal'

/** A plan of any kind as a resource that rights are given to. */
export function planResource({ name }: Pick<PlanDefinition, 'name'>): ResourceRef {
  return { type: 'RESULT_PLAN', name }
}

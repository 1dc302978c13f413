import type { PlanDefinition, ResourceRef } from '@tributary/catalog'

/** A plan of any kind as a resource that rights are given to. */
export function planResource({ name }: Pick<PlanDefinition, 'name'>): ResourceRef {
  return { type: 'RESULT_PLAN', name }
}

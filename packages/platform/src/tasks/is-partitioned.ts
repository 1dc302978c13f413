import { type Catalog, materialisationOf, type PlanDefinition } from '@tributary/catalog'

/**
 * Whether the table of a plan is cut into partitions: with a dimension of time; of a table that somebody else fills,
 * only when it has a column for them.
 */
export function isPartitioned(catalog: Catalog, plan: PlanDefinition): boolean {
  const isByTime = plan.dimensions.some((one) => /^metric_time(__|$)/.test(one))
  if (plan.kind !== 'EXTERNAL' || !isByTime) return isByTime
  return materialisationOf(catalog, plan).partition !== null
}

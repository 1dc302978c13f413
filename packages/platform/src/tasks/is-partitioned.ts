import { type Catalog, materialisationOf, type PlanDefinition } from '@tributary/catalog'

/** Whether the table of a plan is cut into partitions. The catalog is the tenant's whole one. */
export function isPartitioned(catalog: Catalog, plan: PlanDefinition): boolean {
  return materialisationOf(catalog, plan).partition !== null
}

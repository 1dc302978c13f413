import type { Catalog, PlanDefinition } from '@tributary/catalog'
import { materialisationOf } from '@tributary/catalog/internal'

/** Whether the table of a plan is cut into partitions. The catalog is the tenant's whole one. */
export function isPartitioned(catalog: Catalog, plan: PlanDefinition): boolean {
  return materialisationOf(catalog, plan).partition !== null
}

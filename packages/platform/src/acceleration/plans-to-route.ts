import type { Catalog } from '@tributary/catalog'
import { materialisationOf, type RouteTable, routeTable } from '@tributary/catalog/internal'

/** The tables of a catalog's plans as requests are held against them; made when they are asked for first. */
export function plansToRoute(catalog: Catalog): () => readonly RouteTable[] {
  let tables: readonly RouteTable[] | null = null
  return () => {
    tables ??= catalog.workspace.plans.map((plan) =>
      routeTable(plan.name, materialisationOf(catalog, plan)),
    )
    return tables
  }
}

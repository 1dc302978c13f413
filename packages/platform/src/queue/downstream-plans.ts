import type { Catalog, PlanDefinition } from '@tributary/catalog'
import { planMaterialisation } from '@tributary/catalog/internal'
import { analyzeImpact, type LineageGraph } from '@tributary/lineage'
import type { TableName } from '../model/instance.ts'

/** A tenant whose schedules are followed. */
export interface ScheduledTenant {
  readonly catalog: Catalog
  readonly lineage: LineageGraph
}

/**
 * The plans that are to be refreshed after a source table, in topological order: those whose metrics or dimensions
 * the lineage has downstream of its file, and those whose rows are read from it. Without external plans.
 */
export function findDownstreamPlans(
  { catalog, lineage }: ScheduledTenant,
  table: TableName,
): readonly PlanDefinition[] {
  const hops = findHops(lineage, table)
  return catalog.workspace.plans
    .filter(({ kind }) => kind !== 'EXTERNAL')
    .map((plan) => ({ plan, hop: findLongestHop(catalog, plan, { table, hops }) }))
    .filter(({ hop }) => hop > 0)
    .sort((a, b) => a.hop - b.hop)
    .map(({ plan }) => plan)
}

interface Downstream {
  readonly table: TableName
  /** By metric and dimension how far it is from the file. */
  readonly hops: ReadonlyMap<string, number>
}

/** The longest way from the file to a part of the plan; 0 when there is none. */
function findLongestHop(
  catalog: Catalog,
  plan: PlanDefinition,
  { table, hops }: Downstream,
): number {
  const parts = [
    ...plan.metrics.map((name) => `METRIC ${name}`),
    ...plan.dimensions.map((name) => `DIMENSION ${removeGrain(name)}`),
  ]
  const furthest = Math.max(0, ...parts.map((part) => hops.get(part) ?? 0))
  return furthest > 0 ? furthest : Number(readsTable(catalog, plan, table))
}

/** Whether the plan reads the table although none of its metrics and dimensions stands on it, for a filter perhaps. */
function readsTable(catalog: Catalog, plan: PlanDefinition, table: TableName): boolean {
  const { base, lookups } = planMaterialisation(catalog, plan).rows
  return [base, ...lookups].some((use) => use.table.join('.') === table.join('.'))
}

function findHops(lineage: LineageGraph, table: TableName): ReadonlyMap<string, number> {
  const file = { vertexType: 'FILE', vertexId: table.join('.') } as const
  if (lineage.vertex(file) === undefined) return new Map()
  const { breaks, degrades } = analyzeImpact(lineage, { removed: [file] })
  return new Map(
    [...breaks, ...degrades].map(({ vertexType, vertexId, hop }) => [
      `${vertexType} ${vertexId}`,
      hop,
    ]),
  )
}

function removeGrain(dimension: string): string {
  return dimension.split('__')[0]!
}

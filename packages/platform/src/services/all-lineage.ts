import { pairs } from '@tributary/lineage'
import type { Tenant } from '../tenant.ts'
import type { AllLineageData, EdgeData } from './lineage-data.ts'

/** E15: every edge of the tenant, each pair of vertices once. */
export function allLineage({ lineage }: Pick<Tenant, 'lineage'>): AllLineageData {
  return { edgeList: edgesOf(lineage) }
}

function* edgesOf(lineage: Tenant['lineage']): Generator<EdgeData, void, undefined> {
  for (const { src, dst } of pairs(lineage)) yield { srcVertex: src, dstVertex: dst }
}

import type { Lineage } from '@tributary/lineage'
import { pairs } from '@tributary/lineage/internal'
import type { AllLineageData, EdgeData } from './lineage-data.ts'

/** E15: every edge of the tenant, each pair of vertices once. */
export function allLineage({ lineage }: { readonly lineage: Lineage }): AllLineageData {
  return { edgeList: edgesOf(lineage) }
}

function* edgesOf(lineage: Lineage): Generator<EdgeData, void, undefined> {
  for (const { src, dst } of pairs(lineage)) yield { srcVertex: src, dstVertex: dst }
}

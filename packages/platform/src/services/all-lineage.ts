import type { Tenant } from '../tenant.ts'
import type { AllLineageData, EdgeData } from './lineage-data.ts'

/** E15: every edge of the tenant, each pair of vertices once. */
export function allLineage({ lineage }: Tenant): AllLineageData {
  const edges = new Map<string, EdgeData>()
  for (const { src, dst } of lineage.edges()) {
    const key = JSON.stringify([src.vertexType, src.vertexId, dst.vertexType, dst.vertexId])
    edges.set(key, { srcVertex: src, dstVertex: dst })
  }
  return { edgeList: [...edges.values()] }
}

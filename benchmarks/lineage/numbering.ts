import type { VertexType } from '@tributary/lineage'
import type { Numbering } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'

/** The numbers of the vertices; by type and then by id, since a joined key would have to be hashed at each look-up. */
export function numberingOf({ vertices }: GeneratedLineage): Numbering {
  const byType = new Map<VertexType, Map<string, number>>()
  for (const [number, { vertexType, vertexId }] of vertices.entries()) {
    const ids = byType.get(vertexType) ?? new Map<string, number>()
    byType.set(vertexType, ids.set(vertexId, number))
  }
  return {
    size: vertices.length,
    numberOf: ({ vertexType, vertexId }) => {
      const number = byType.get(vertexType)?.get(vertexId)
      if (number === undefined) throw new Error(`There is no ${vertexType} ${vertexId}.`)
      return number
    },
  }
}

import type { KnownIds } from './known-ids.ts'
import type { Store } from './store.ts'
import { VERTEX_TYPES, type VertexRef, vertexKey } from './vertex.ts'
import type { VertexAdvice } from './view.ts'

/** What may be meant by a vertex that is not there: near ids of its type, and other types of its id. */
export function adviceOn(ref: VertexRef, store: Store, ids: KnownIds): VertexAdvice {
  const otherTypes = VERTEX_TYPES.filter((vertexType) =>
    store.graph.hasNode(vertexKey({ vertexType, vertexId: ref.vertexId })),
  )
  return { suggestions: ids.near(ref), otherTypes }
}

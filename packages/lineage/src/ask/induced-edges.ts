import type { Arrangement, Walks } from './arrange.ts'
import { positionOf } from './boundary.ts'
import { addEdge, type EdgeColumns, type Span, sorted } from './list-edges.ts'
import { forEachNeighbour } from './neighbours-through.ts'
import type { Scope } from './scope.ts'
import { countTypes } from './walk.ts'

/** All edges among the vertices that were found, whether a walk used them or not. */
export interface InducedEdges {
  /** Those of the page, in order. */
  readonly edges: EdgeColumns
  /** How many the whole answer has; a pair with edges of both types counts two. */
  readonly total: number
}

/** Looks for the edges among the vertices of an arrangement, which must be complete. */
export function inducedEdges(
  scope: Scope,
  walks: Walks,
  arrangement: Arrangement,
  span: Span,
): InducedEdges {
  const edges: EdgeColumns = { sources: [], targets: [], types: [] }
  const everywhere = arrangement.count
  let total = 0
  for (let source = 0; source < everywhere; source++) {
    forEachNeighbour(scope, arrangement.vertices[source]!, 'down', (vertex, types) => {
      const target = positionOf(walks, arrangement, vertex)
      if (target >= everywhere) return
      total += countTypes(types)
      addEdge(edges, source, target, types, span)
    })
  }
  return { edges: sorted(edges, everywhere), total }
}

import type { SlicedWork } from '@tributary/core/internal'
import { toVertexRef, type VertexRef } from '../../model/vertex.ts'
import { type Arrangement, findPosition, type Span } from './arrange.ts'
import { forEachNeighbour, type Scope, type Way } from './scope.ts'
import type { Walks } from './walk.ts'

/** A listed vertex with neighbours that are listed neither here nor on an earlier page. */
export interface BoundaryVertex {
  readonly vertex: VertexRef
  /** Number of unlisted vertices that feed it; 0 for a vertex that is only downstream of the root. */
  readonly upstream: number
  /** Number of unlisted vertices that it feeds; 0 for a vertex that is only upstream of the root. */
  readonly downstream: number
}

/** Vertices between two yields. */
const AT_ONCE = 512

/** The vertices of a page with unlisted neighbours, in page order. */
export function* collectBoundary(
  scope: Scope,
  walks: Walks,
  arrangement: Arrangement,
  { start, end }: Span,
): SlicedWork<readonly BoundaryVertex[]> {
  const boundary: BoundaryVertex[] = []
  const isListed = (vertex: number): boolean => findPosition(walks, arrangement, vertex) < end
  const countMore = function* countMore(vertex: number, way: Way): SlicedWork<number> {
    let more = 0
    yield* forEachNeighbour(scope, vertex, way, (neighbour) => {
      if (!isListed(neighbour)) more += 1
    })
    return more
  }
  for (let position = start; position < end; position++) {
    if (position % AT_ONCE === 0) yield
    const number = arrangement.vertices[position]!
    const upstream = walks.up.buffer.has(number) ? yield* countMore(number, 'up') : 0
    const downstream = walks.down.buffer.has(number) ? yield* countMore(number, 'down') : 0
    if (upstream + downstream === 0) continue
    boundary.push({ vertex: toVertexRef(scope.view.vertexAt(number)), upstream, downstream })
  }
  return boundary
}

import type { SlicedWork } from '@tributary/core/internal'
import { combineEdgeTypes, EDGE_TYPES, type EdgeType } from '../../model/edge.ts'
import { VERTEX_TYPES, type VertexRef, type VertexType } from '../../model/vertex.ts'
import { resolveVertex } from '../../view/resolve-vertex.ts'
import type { LineageView } from '../../view/view.ts'
import { EDGES_AT_ONCE } from '../algorithms/reach.ts'

/** Where a neighbourhood starts, how far it goes and how much of it is listed. */
export interface NeighbourhoodQuery {
  readonly root: VertexRef
  /** The most edges against their direction, towards the sources of the data; 0 for none. */
  readonly upstream: number
  /** The most edges along their direction, towards the uses of the data; 0 for none. */
  readonly downstream: number
  /** Lists only vertices of these types, and the root. @defaultValue all */
  readonly vertexTypes?: readonly VertexType[]
  /** Follows only edges of these types. @defaultValue both */
  readonly edgeTypes?: readonly EdgeType[]
  /**
   * Walks through vertices of other types instead of stopping at them: they cost no hop, and a derived edge joins the
   * listed vertices on both sides. @defaultValue false
   */
  readonly collapse?: boolean
  /** Also lists edges between listed vertices that no walk of so many hops uses. @defaultValue false */
  readonly induced?: boolean
  /** The most vertices to list; 0 gives totals only. @defaultValue all */
  readonly limit?: number
  /** The `cursor` of the page before. @defaultValue the first page */
  readonly cursor?: string
  /** The most edges to look at; when it is too small the answer is `partial`. @defaultValue no bound */
  readonly budget?: number
  /** Counts the neighbours of listed vertices that are not listed. @defaultValue false */
  readonly boundary?: boolean
}

/** The walk does not enter the vertex. */
export const STOP = 0
/** The walk lists the vertex. */
const LIST = 1
/** The walk goes through the vertex without listing it. */
const PASS = 2

/** The part of a {@link NeighbourhoodQuery} that walks read, resolved against a view. */
export interface Scope {
  readonly view: LineageView
  readonly root: number
  readonly edgeMask: number
  /** By type number, `STOP`, `LIST` or `PASS`; null when all vertices are listed. The root is always listed. */
  readonly roles: Uint8Array | null
  readonly collapse: boolean
}

/** Resolves a query. Throws LINEAGE_UNKNOWN_VERTEX when the root is not in the graph. */
export function resolveScope(
  view: LineageView,
  { root, vertexTypes, edgeTypes = EDGE_TYPES, collapse = false }: NeighbourhoodQuery,
): Scope {
  let roles: Uint8Array | null = null
  if (vertexTypes !== undefined && !VERTEX_TYPES.every((type) => vertexTypes.includes(type))) {
    roles = new Uint8Array(256)
    for (const [number, type] of VERTEX_TYPES.entries()) {
      roles[number] = vertexTypes.includes(type) ? LIST : collapse ? PASS : STOP
    }
  }
  const edgeMask = combineEdgeTypes(edgeTypes)
  const number = resolveVertex(view, root, 'the root of the neighbourhood')
  return { view, root: number, edgeMask, roles, collapse: collapse && roles !== null }
}

/** `STOP`, `LIST` or `PASS` for a vertex. */
export function getVertexRole({ view, root, roles }: Scope, vertex: number): number {
  if (roles === null || vertex === root) return LIST
  return roles[view.types[vertex]!]!
}

/** Direction of a walk: `up` against the data flow, `down` along it. */
export type Way = 'up' | 'down'

/**
 * The listed neighbours of `vertex` when vertices of other types are collapsed, each with its link: the bit mask of the edge
 * types of all paths, and two bits higher the types for which an edge exists, without vertices between. A path through
 * collapsed vertices has the type of its first edge, the one at the source of the data: it says whether a whole table or
 * a column feeds the other end. Calls `spend` with the number of edges before reading them, and returns null when it
 * returns false.
 */
export function* findNeighboursThrough(
  scope: Scope,
  vertex: number,
  way: Way,
  spend: (edges: number) => boolean,
): SlicedWork<ReadonlyMap<number, number> | null> {
  const lists = way === 'up' ? scope.view.sources : scope.view.targets
  const links = new Map<number, number>()
  /** Collapsed vertices with the types of the paths from `vertex`; unknown upwards. */
  const through = new Map<number, number>()
  const open: (readonly [at: number, types: number])[] = [[vertex, 0]]
  let read = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, typesSoFar] = next
    const start = lists.starts[at]!
    const end = start + lists.counts[at]!
    if (!spend(end - start)) return null
    read += 1 + end - start
    if (read > EDGES_AT_ONCE) {
      read = 0
      yield
    }
    for (let i = start; i < end; i++) {
      const edgeTypes = lists.words[i]! & scope.edgeMask
      if (edgeTypes === 0) continue
      const neighbour = lists.words[i]! >>> 2
      const isFirst = at === vertex && typesSoFar === 0
      const types = way === 'up' || isFirst ? edgeTypes : typesSoFar
      const role = getVertexRole(scope, neighbour)
      if (role === LIST) {
        const link = isFirst ? types * 5 : types
        links.set(neighbour, (links.get(neighbour) ?? 0) | link)
      } else if (role === PASS) {
        const previousTypes = through.get(neighbour) ?? 0
        const allTypes = way === 'up' ? scope.edgeMask : previousTypes | types
        if (allTypes === previousTypes) continue
        through.set(neighbour, allTypes)
        open.push([neighbour, allTypes])
      }
    }
  }
  return links
}

/** Visits the listed neighbours of `vertex`, each once, with its link as in {@link findNeighboursThrough}. */
export function* forEachNeighbour(
  scope: Scope,
  vertex: number,
  way: Way,
  visit: (neighbour: number, link: number) => void,
): SlicedWork<void> {
  if (scope.collapse) {
    const links = (yield* findNeighboursThrough(scope, vertex, way, () => true))!
    for (const [neighbour, link] of links) visit(neighbour, link)
    return
  }
  const { starts, counts, words } = way === 'up' ? scope.view.sources : scope.view.targets
  const end = starts[vertex]! + counts[vertex]!
  for (let at = starts[vertex]!; at < end; at++) {
    const types = words[at]! & scope.edgeMask
    const neighbour = words[at]! >>> 2
    if (types !== 0 && getVertexRole(scope, neighbour) === LIST) visit(neighbour, types * 5)
  }
}

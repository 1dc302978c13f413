import { lazyList, runToEnd, type SlicedWork } from '@tributary/core/internal'
import { combineEdgeTypes, EDGE_TYPES, type EdgeType, listEdgeTypes } from '../model/edge.ts'
import { compareVertices, toVertexRef, type VertexRef } from '../model/vertex.ts'
import type { BfsBuffer } from '../view/bfs-buffer.ts'
import { resolveVertex } from '../view/resolve-vertex.ts'
import type { Lineage, LineageView } from '../view/view.ts'
import { computeHops, reach } from './algorithms/reach.ts'

/** A query for evidence that data flows between two vertices. */
export interface EvidenceQuery {
  readonly from: VertexRef
  readonly to: VertexRef
  /** Follows only edges of these types. @defaultValue both */
  readonly edgeTypes?: readonly EdgeType[]
}

/** Evidence that data flows from one vertex to another. */
export interface Evidence {
  /** A shortest path, both ends included; of several the one whose vertices come first by type and id. */
  readonly path: readonly VertexRef[]
  /** The edge types of each step of `path`, one fewer than vertices. */
  readonly steps: readonly (readonly EdgeType[])[]
  /**
   * The number of paths that visit no vertex twice; null when a cycle lies between, because counting is then too
   * expensive, and for more than 2^1024. Edges of both types between a pair are one step.
   */
  readonly paths: bigint | null
  /** The number of paths with the fewest edges; null for more than 2^1024. */
  readonly shortestPaths: bigint | null
}

/**
 * The shortest path on which data flows between two vertices, and the number of paths; null when there is none. The path
 * from a vertex to itself is the vertex alone. Throws LINEAGE_UNKNOWN_VERTEX.
 *
 * @example
 * ```ts
 * import { createLineageGraph, evidence, importContent, readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\nMETRIC,revenue,METRIC,share'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * const flow = evidence(graph, {
 *   from: { vertexType: 'DATASET', vertexId: 'orders' },
 *   to: { vertexType: 'METRIC', vertexId: 'share' },
 * })
 * flow?.path.map(({ vertexId }) => vertexId) // => ['orders', 'revenue', 'share']
 * flow?.paths // => 1n
 * ```
 */
export function evidence(lineage: Lineage, query: EvidenceQuery): Evidence | null {
  const result = runToEnd(evidenceInSlices(lineage, query))
  return result && { ...result, path: [...result.path] }
}

/** {@link evidence} as work in slices; a long path makes its items when they are read. */
export function* evidenceInSlices(
  { view }: Lineage,
  { from, to, edgeTypes = EDGE_TYPES }: EvidenceQuery,
): SlicedWork<Evidence | null> {
  const edgeMask = combineEdgeTypes(edgeTypes)
  const start = resolveVertex(view, from, 'where the evidence begins')
  const end = resolveVertex(view, to, 'where the evidence ends')
  const ahead = view.buffers.down
  ahead.begin(view.size)
  yield* reach(ahead, { from: [start], lists: view.targets, edgeMask })
  if (!ahead.has(end)) return null
  const between = view.buffers.up
  between.begin(view.size)
  yield* reach(between, { from: [end], lists: view.sources, edgeMask, subgraph: ahead })
  const hopsLeft = yield* computeHops(between, 1, view.sources, edgeMask)
  const ends: Between = { start, end, edgeMask, between, hopsLeft }
  const { path, steps } = yield* findShortestPath(view, ends)
  return {
    path,
    steps,
    paths: yield* countAll(view, ends),
    shortestPaths: yield* countShortest(view, ends),
  }
}

/** Two vertices, and the subgraph between them. */
interface Between {
  readonly start: number
  readonly end: number
  readonly edgeMask: number
  /** All vertices on a path from start to end, and no others; the end first. */
  readonly between: BfsBuffer
  /** By place in `between`, the fewest edges to the end. */
  readonly hopsLeft: Uint32Array
}

/** Vertices between two yields: less than a millisecond of work. */
const STEPS_AT_ONCE = 2048

/** Follows at each step the first vertex by type and id that is one edge nearer to the end. */
function* findShortestPath(
  view: LineageView,
  { start, end, edgeMask, between, hopsLeft }: Between,
): SlicedWork<Pick<Evidence, 'path' | 'steps'>> {
  const { starts, counts, words } = view.targets
  const length = hopsLeft[between.placeOf(start)]! + 1
  const path = new Array<VertexRef>(length)
  const steps = new Array<readonly EdgeType[]>(length - 1)
  path[0] = view.vertexAt(start)
  let step = 0
  for (let vertex = start; vertex !== end; ) {
    const nearer = hopsLeft[between.placeOf(vertex)]! - 1
    const last = starts[vertex]! + counts[vertex]!
    let best = -1
    let bestTypes = 0
    for (let at = starts[vertex]!; at < last; at++) {
      const next = words[at]! >>> 2
      const types = words[at]! & edgeMask
      if (types === 0 || !between.has(next) || hopsLeft[between.placeOf(next)] !== nearer) continue
      if (best >= 0 && compareVertices(view.vertexAt(best), view.vertexAt(next)) <= 0) continue
      best = next
      bestTypes = types
    }
    steps[step++] = listEdgeTypes(bestTypes)
    path[step] = view.vertexAt(best)
    vertex = best
    if (step % STEPS_AT_ONCE === 0) yield
  }
  return { path: lazyList(length, (at) => toVertexRef(path[at]!)), steps }
}

/**
 * More paths than this are not counted. Their number can have as many digits as there are vertices, which makes
 * counting them quadratic; up to here it is linear.
 */
const MOST_PATHS = 2n ** 1024n

/** Stands for a number of paths above {@link MOST_PATHS}. */
const TOO_MANY = -1n

function addCounts(a: bigint, b: bigint): bigint {
  if (a === TOO_MANY || b === TOO_MANY) return TOO_MANY
  const both = a + b
  return both > MOST_PATHS ? TOO_MANY : both
}

/**
 * Counts the paths by adding up along the edges, without following each. Self-loops are on no path. Null when a cycle lies
 * between, and for too many.
 */
function* countAll(
  view: LineageView,
  { start, end, edgeMask, between }: Between,
): SlicedWork<bigint | null> {
  if (start === end) return 1n
  const { starts, counts, words } = view.targets
  const { queue, count, marks, base } = between
  /** By place, the edges to it from vertices that are not done. */
  const waiting = new Uint32Array(count)
  let read = 0
  for (let place = 0; place < count; place++) {
    const vertex = queue[place]!
    const last = starts[vertex]! + counts[vertex]!
    for (let at = starts[vertex]!; at < last; at++) {
      const next = marks[words[at]! >>> 2]! - base
      if (next >= 0 && next !== place && (words[at]! & edgeMask) !== 0) waiting[next]! += 1
    }
    if (++read % STEPS_AT_ONCE === 0) yield
  }
  const ways = new Array<bigint>(count).fill(0n)
  const first = between.placeOf(start)
  ways[first] = 1n
  const ready = waiting[first] === 0 ? [first] : []
  let done = 0
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    done += 1
    const vertex = queue[place]!
    const last = starts[vertex]! + counts[vertex]!
    for (let at = starts[vertex]!; at < last; at++) {
      const next = marks[words[at]! >>> 2]! - base
      if (next < 0 || next === place || (words[at]! & edgeMask) === 0) continue
      ways[next] = addCounts(ways[next]!, ways[place]!)
      waiting[next]! -= 1
      if (waiting[next] === 0) ready.push(next)
    }
    // Large numbers take memory.
    if (vertex !== end) ways[place] = 0n
    if (++read % STEPS_AT_ONCE === 0) yield
  }
  const pathCount = ways[between.placeOf(end)]!
  return done === count && pathCount !== TOO_MANY ? pathCount : null
}

/** Adds up from the end on, hop by hop. Null for too many. */
function* countShortest(
  view: LineageView,
  { start, edgeMask, between, hopsLeft }: Between,
): SlicedWork<bigint | null> {
  const { starts, counts, words } = view.targets
  const { queue, marks, base } = between
  const first = between.placeOf(start)
  const ways = new Array<bigint>(first + 1)
  ways[0] = 1n
  let before = 0
  for (let place = 1; place <= first; place++) {
    const vertex = queue[place]!
    const nearer = hopsLeft[place]! - 1
    // Large numbers take memory; those of two hops before are not read any more.
    for (; hopsLeft[before]! < nearer; before++) ways[before] = 0n
    const last = starts[vertex]! + counts[vertex]!
    let pathCount = 0n
    for (let at = starts[vertex]!; at < last; at++) {
      const next = marks[words[at]! >>> 2]! - base
      if (next < 0 || (words[at]! & edgeMask) === 0 || hopsLeft[next] !== nearer) continue
      pathCount = addCounts(pathCount, ways[next]!)
    }
    ways[place] = pathCount
    if (place % STEPS_AT_ONCE === 0) yield
  }
  return ways[first] === TOO_MANY ? null : ways[first]!
}

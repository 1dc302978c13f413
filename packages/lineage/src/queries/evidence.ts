import { EDGE_TYPES, type EdgeType, edgeTypesOf, maskOf } from '../model/edge.ts'
import { compareVertices, toVertexRef, type VertexRef } from '../model/vertex.ts'
import type { BfsBuffer } from '../view/bfs-buffer.ts'
import { type Lineage, type LineageView, wordsAt } from '../view/view.ts'
import { reach } from './reach.ts'
import { numberIn } from './scope.ts'

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
   * expensive. Edges of both types between a pair are one step.
   */
  readonly paths: bigint | null
  /** The number of paths with the fewest edges. */
  readonly shortestPaths: bigint
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
 * const found = evidence(graph, {
 *   from: { vertexType: 'DATASET', vertexId: 'orders' },
 *   to: { vertexType: 'METRIC', vertexId: 'share' },
 * })
 * found?.path.map(({ vertexId }) => vertexId) // => ['orders', 'revenue', 'share']
 * found?.paths // => 1n
 * ```
 */
export function evidence(
  lineage: Lineage,
  { from, to, edgeTypes = EDGE_TYPES }: EvidenceQuery,
): Evidence | null {
  const { view } = lineage
  const edgeMask = maskOf(edgeTypes)
  const start = numberIn(view, from, 'where the evidence begins')
  const end = numberIn(view, to, 'where the evidence ends')
  const ahead = view.buffers.down
  ahead.begin(view.size)
  reach(ahead, { from: [start], lists: view.targets, edgeMask })
  if (!ahead.has(end)) return null
  const back = view.buffers.up
  back.begin(view.size)
  const mayEnter = (vertex: number): boolean => ahead.has(vertex)
  reach(back, { from: [end], lists: view.sources, edgeMask, mayEnter })
  const between = { start, end, edgeMask, between: back }
  const path = shortestPath(view, between)
  return {
    path: path.vertices.map((vertex) => toVertexRef(view.vertexAt(vertex))),
    steps: path.types.map(edgeTypesOf),
    paths: countAll(view, between),
    shortestPaths: countShortest(view, between),
  }
}

/** Two vertices, and what is between them. */
interface Between {
  readonly start: number
  readonly end: number
  readonly edgeMask: number
  /** All vertices on a path from start to end, and no others. */
  readonly between: BfsBuffer
}

/** Follows at each step the first vertex by type and id that is one edge nearer to the end. */
function shortestPath(
  view: LineageView,
  ends: Between,
): { readonly vertices: readonly number[]; readonly types: readonly number[] } {
  const { start, end, edgeMask } = ends
  const left = distancesTo(view, ends)
  const vertices = [start]
  const types: number[] = []
  for (let at = start; at !== end; at = vertices.at(-1)!) {
    let best = -1
    let bestTypes = 0
    for (const word of wordsAt(view.targets, at)) {
      const next = word >>> 2
      if ((word & edgeMask) === 0 || left.get(next) !== left.get(at)! - 1) continue
      if (best >= 0 && compareVertices(view.vertexAt(best), view.vertexAt(next)) <= 0) continue
      best = next
      bestTypes = word & edgeMask
    }
    vertices.push(best)
    types.push(bestTypes)
  }
  return { vertices, types }
}

/** By vertex between the ends, the fewest edges to the end. */
function distancesTo(
  view: LineageView,
  { end, edgeMask, between }: Between,
): ReadonlyMap<number, number> {
  const left = new Map([[end, 0]])
  for (const [vertex, distance] of left) {
    for (const word of wordsAt(view.sources, vertex)) {
      const source = word >>> 2
      if ((word & edgeMask) === 0 || left.has(source) || !between.has(source)) continue
      left.set(source, distance + 1)
    }
  }
  return left
}

/** Counts the paths by adding up along the edges, without following each. Self-loops are on no path. */
function countAll(view: LineageView, ends: Between): bigint | null {
  const { start, end, between } = ends
  if (start === end) return 1n
  const waiting = new Map<number, number>()
  for (let place = 0; place < between.count; place++) {
    forEachNext(view, ends, between.queue[place]!, (next) => {
      waiting.set(next, (waiting.get(next) ?? 0) + 1)
    })
  }
  const ways = new Map([[start, 1n]])
  const ready = waiting.has(start) ? [] : [start]
  let done = 0
  for (let vertex = ready.pop(); vertex !== undefined; vertex = ready.pop()) {
    done += 1
    forEachNext(view, ends, vertex, (next) => {
      ways.set(next, (ways.get(next) ?? 0n) + ways.get(vertex!)!)
      const left = waiting.get(next)! - 1
      waiting.set(next, left)
      if (left === 0) ready.push(next)
    })
  }
  return done === between.count ? ways.get(end)! : null
}

function countShortest(view: LineageView, ends: Between): bigint {
  const { start, end } = ends
  const hops = new Map([[start, 0]])
  const ways = new Map([[start, 1n]])
  for (const [vertex, hop] of hops) {
    if (vertex === end) break
    forEachNext(view, ends, vertex, (next) => {
      if (!hops.has(next)) hops.set(next, hop + 1)
      if (hops.get(next) === hop + 1) ways.set(next, (ways.get(next) ?? 0n) + ways.get(vertex)!)
    })
  }
  return ways.get(end)!
}

function forEachNext(
  { targets }: LineageView,
  { edgeMask, between }: Between,
  vertex: number,
  visit: (next: number) => void,
): void {
  for (const word of wordsAt(targets, vertex)) {
    const next = word >>> 2
    if ((word & edgeMask) !== 0 && next !== vertex && between.has(next)) visit(next)
  }
}

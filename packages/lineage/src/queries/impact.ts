import { lazyList, runToEnd, type SlicedWork } from '@tributary/core/internal'
import { combineEdgeTypes, EDGE_TYPES, type EdgeType } from '../model/edge.ts'
import type { Vertex, VertexRef } from '../model/vertex.ts'
import type { BfsBuffer } from '../view/bfs-buffer.ts'
import { resolveVertex } from '../view/resolve-vertex.ts'
import type { Lineage, LineageView } from '../view/view.ts'
import { computeHops, reach } from './algorithms/reach.ts'
import { sortAtOnce, sortLevel } from './algorithms/sort-vertices.ts'
import { addColumns } from './containment.ts'

/** A query for the impact of removing vertices. */
export interface ImpactQuery {
  /** Removing a file, table or dataset removes its columns, which are then in neither list. */
  readonly removed: readonly VertexRef[]
  /**
   * Only edges of these types count as sources. With `['COLUMN_IMPACT']` only columns count: a dataset then does
   * not keep its columns alive. @defaultValue both
   */
  readonly edgeTypes?: readonly EdgeType[]
}

/** The effect on everything downstream; both lists by hop, then by type and id. */
export interface Impact {
  /** Vertices that lose all sources: nothing that remains feeds them, directly or through others. */
  readonly breaks: readonly ImpactedVertex[]
  /** Vertices that keep a source but lose something upstream. */
  readonly degrades: readonly ImpactedVertex[]
}

/** A vertex downstream of what was removed. */
export interface ImpactedVertex extends Vertex {
  /** The fewest edges from a removed vertex. */
  readonly hop: number
  /** Number of vertices that feed it directly. */
  readonly sources: number
  /** Number of these that are removed or broken. */
  readonly lostSources: number
}

/**
 * The vertices that break and those that degrade when others are removed. A downstream vertex breaks when nothing that remains feeds it,
 * directly or through others; without cycles: when each of its sources is removed or broken. Takes time in proportion to
 * what is downstream; removing a file, table or dataset also reads all columns. Throws LINEAGE_UNKNOWN_VERTEX.
 *
 * @example
 * ```ts
 * import { createLineageGraph, analyzeImpact, importContent, readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\nDATASET,orders,METRIC,share\nDATASET,visits,METRIC,share'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * const impact = analyzeImpact(graph, { removed: [{ vertexType: 'DATASET', vertexId: 'orders' }] })
 * impact.breaks.map(({ vertexId }) => vertexId) // => ['revenue']
 * impact.degrades.map(({ vertexId }) => vertexId) // => ['share']
 * ```
 */
export function analyzeImpact(lineage: Lineage, query: ImpactQuery): Impact {
  const { breaks, degrades } = runToEnd(impactInSlices(lineage, query))
  return { breaks: [...breaks], degrades: [...degrades] }
}

/** {@link analyzeImpact} as work in slices; long lists make their items when they are read. */
export function* impactInSlices(
  { view }: Lineage,
  { removed: refs, edgeTypes = EDGE_TYPES }: ImpactQuery,
): SlicedWork<Impact> {
  const edgeMask = combineEdgeTypes(edgeTypes)
  const namedVertices = new Set(refs.map((ref) => resolveVertex(view, ref, 'what is removed')))
  const removed = yield* addColumns(view, namedVertices)
  const affected = view.buffers.down
  affected.begin(view.size)
  yield* reach(affected, { from: removed, lists: view.targets, edgeMask })
  const sides = { affected, removed: removed.size, edgeMask }
  return yield* sortOut(view, { ...sides, isHeld: yield* markFedVertices(view, sides) })
}

interface Sides {
  /** The removed vertices, and everything downstream of them. */
  readonly affected: BfsBuffer
  /** How many of the first affected vertices are removed. */
  readonly removed: number
  readonly edgeMask: number
}

/** By place, 1 for the affected vertices that something unaffected feeds, directly or through others. */
function* markFedVertices(
  { sources, targets }: LineageView,
  { affected, removed, edgeMask }: Sides,
): SlicedWork<Uint8Array> {
  const { queue, count, marks, base } = affected
  const isHeld = new Uint8Array(count)
  const fedPlaces = new Uint32Array(count)
  let fedCount = 0
  let read = 0
  for (let place = removed; place < count; place++) {
    const vertex = queue[place]!
    const end = sources.starts[vertex]! + sources.counts[vertex]!
    for (let at = sources.starts[vertex]!; at < end; at++) {
      const word = sources.words[at]!
      if ((word & edgeMask) === 0 || marks[word >>> 2]! >= base) continue
      isHeld[place] = 1
      fedPlaces[fedCount++] = place
      break
    }
    if (++read % STEPS_AT_ONCE === 0) yield
  }
  for (let next = 0; next < fedCount; next++) {
    const vertex = queue[fedPlaces[next]!]!
    const end = targets.starts[vertex]! + targets.counts[vertex]!
    for (let at = targets.starts[vertex]!; at < end; at++) {
      const word = targets.words[at]!
      const place = marks[word >>> 2]! - base
      if ((word & edgeMask) === 0 || place < removed || isHeld[place] === 1) continue
      isHeld[place] = 1
      fedPlaces[fedCount++] = place
    }
    if (++read % STEPS_AT_ONCE === 0) yield
  }
  return isHeld
}

/** Vertices between two yields: less than a millisecond of work. */
const STEPS_AT_ONCE = 2048

function* sortOut(
  view: LineageView,
  { affected, removed, edgeMask, isHeld }: Sides & { readonly isHeld: Uint8Array },
): SlicedWork<Impact> {
  const { queue, count, marks, base } = affected
  const { starts, counts, words } = view.sources
  const hops = yield* computeHops(affected, removed, view.targets, edgeMask)
  const vertices = queue.slice(0, count)
  const tags = new Uint32Array(count)
  const listed = new Array<Vertex>(count)
  const sources = new Uint32Array(count)
  const lostSources = new Uint32Array(count)
  const lists = [new Uint32Array(count), new Uint32Array(count)] as const
  const listedIn = [0, 0] as [breaks: number, degrades: number]
  for (let start = removed; start < count; ) {
    const hop = hops[start]!
    let end = start
    for (; end < count && hops[end] === hop; end++) tags[end] = end
    const level = { vertices, tags, start, end }
    if (!sortAtOnce(view, level)) yield* sortLevel(view, level)
    for (let at = start; at < end; at++) {
      const vertex = vertices[at]!
      const last = starts[vertex]! + counts[vertex]!
      for (let edge = starts[vertex]!; edge < last; edge++) {
        const word = words[edge]!
        if ((word & edgeMask) === 0) continue
        sources[at]! += 1
        const place = marks[word >>> 2]! - base
        if (place >= 0 && isHeld[place] === 0) lostSources[at]! += 1
      }
      listed[at] = view.vertexAt(vertex)
      const list = isHeld[tags[at]!] as 0 | 1
      lists[list][listedIn[list]++] = at
      if (at % STEPS_AT_ONCE === 0) yield
    }
    start = end
  }
  const itemAt = (at: number): ImpactedVertex => {
    const { vertexId, vertexType, displayName, description, custom } = listed[at]!
    const vertexFields = { vertexId, vertexType, displayName, description, custom }
    return { ...vertexFields, hop: hops[at]!, sources: sources[at]!, lostSources: lostSources[at]! }
  }
  const [breaks, degrades] = lists
  return {
    breaks: lazyList(listedIn[0], (place) => itemAt(breaks[place]!)),
    degrades: lazyList(listedIn[1], (place) => itemAt(degrades[place]!)),
  }
}

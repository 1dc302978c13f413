import { EDGE_TYPES, type EdgeType, maskOf } from '../model/edge.ts'
import { toVertex, type Vertex, type VertexRef } from '../model/vertex.ts'
import type { BfsBuffer } from '../view/bfs-buffer.ts'
import { type Lineage, type LineageView, wordsAt } from '../view/view.ts'
import { withColumns } from './containment.ts'
import { reach } from './reach.ts'
import { numberIn } from './scope.ts'
import { inOrder } from './sort-level.ts'

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
 * What breaks and what degrades when vertices are removed. A downstream vertex breaks when nothing that remains feeds it,
 * directly or through others; without cycles: when each of its sources is removed or broken. Takes time in proportion to
 * what is downstream; removing a file, table or dataset also reads all columns. Throws LINEAGE_UNKNOWN_VERTEX.
 *
 * @example
 * ```ts
 * import { createLineageGraph, impactOf, importContent, readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\nDATASET,orders,METRIC,share\nDATASET,visits,METRIC,share'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * const impact = impactOf(graph, { removed: [{ vertexType: 'DATASET', vertexId: 'orders' }] })
 * impact.breaks.map(({ vertexId }) => vertexId) // => ['revenue']
 * impact.degrades.map(({ vertexId }) => vertexId) // => ['share']
 * ```
 */
export function impactOf(lineage: Lineage, query: ImpactQuery): Impact {
  const { view } = lineage
  const { edgeTypes = EDGE_TYPES } = query
  const edgeMask = maskOf(edgeTypes)
  const named = new Set(query.removed.map((ref) => numberIn(view, ref, 'what is removed')))
  const removed = withColumns(view, named)
  const affected = view.buffers.down
  affected.begin(view.size)
  reach(affected, { from: removed, lists: view.targets, edgeMask })
  const held = view.buffers.up
  held.begin(view.size)
  const isHeld = (vertex: number): boolean => affected.has(vertex) && !removed.has(vertex)
  const from = seedsOf(view, { affected, removed, edgeMask })
  reach(held, { from, lists: view.targets, edgeMask, mayEnter: isHeld })
  return sortOut(view, { affected, held, removed, edgeMask })
}

interface Sides {
  readonly affected: BfsBuffer
  readonly removed: ReadonlySet<number>
  readonly edgeMask: number
}

/** The affected vertices that an unaffected one feeds. */
function seedsOf(view: LineageView, { affected, removed, edgeMask }: Sides): readonly number[] {
  const seeds: number[] = []
  for (let place = 0; place < affected.count; place++) {
    const vertex = affected.queue[place]!
    if (removed.has(vertex)) continue
    if (sourcesOf(view, vertex, edgeMask).some((source) => !affected.has(source)))
      seeds.push(vertex)
  }
  return seeds
}

function sourcesOf({ sources }: LineageView, vertex: number, edgeMask: number): readonly number[] {
  const found: number[] = []
  for (const word of wordsAt(sources, vertex)) if ((word & edgeMask) !== 0) found.push(word >>> 2)
  return found
}

function sortOut(view: LineageView, sides: Sides & { readonly held: BfsBuffer }): Impact {
  const { affected, held, removed, edgeMask } = sides
  const breaks: ImpactedVertex[] = []
  const degrades: ImpactedVertex[] = []
  for (const [hop, level] of levelsOf(view, sides).entries()) {
    for (const vertex of inOrder(view, level)) {
      const sources = sourcesOf(view, vertex, edgeMask)
      const lost = sources.filter(
        (one) => removed.has(one) || (affected.has(one) && !held.has(one)),
      )
      const counts = { hop: hop + 1, sources: sources.length, lostSources: lost.length }
      ;(held.has(vertex) ? degrades : breaks).push({
        ...toVertex(view.vertexAt(vertex)),
        ...counts,
      })
    }
  }
  return { breaks, degrades }
}

/** The affected vertices by hop, from 1; the queue is breadth first, so hops never decrease along it. */
function levelsOf({ targets }: LineageView, { affected, removed, edgeMask }: Sides): number[][] {
  const levels: number[][] = []
  const hops = new Uint32Array(affected.count)
  let known = removed.size
  for (let place = 0; place < affected.count; place++) {
    const vertex = affected.queue[place]!
    if (!removed.has(vertex)) {
      const level = hops[place]! - 1
      levels[level] ??= []
      levels[level].push(vertex)
    }
    for (const word of wordsAt(targets, vertex)) {
      if ((word & edgeMask) === 0) continue
      const next = affected.placeOf(word >>> 2)
      if (next < known) continue
      hops[next] = hops[place]! + 1
      known = Math.max(known, next + 1)
    }
  }
  return levels
}

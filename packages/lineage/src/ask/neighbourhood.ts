import type { Edge } from '../edge.ts'
import { edgeTypesOf } from '../edge-mask.ts'
import { invalidStep } from '../errors.ts'
import type { LineageGraph } from '../graph.ts'
import { toVertexRef, type Vertex, type VertexRef } from '../vertex.ts'
import { compareVertices } from '../vertex-order.ts'
import type { Adjacency } from './adjacency.ts'
import { type Walk, walk } from './walk.ts'

/** Where a neighbourhood starts and how far it goes: n hops are n edges, 0 hops nothing. */
export interface NeighbourhoodQuery {
  readonly root: VertexRef
  /** The most edges against their direction, towards where the data comes from. */
  readonly upstream: number
  /** The most edges along their direction, towards what the data feeds. */
  readonly downstream: number
}

/** What stands around a root, with the question it answers. */
export interface Neighbourhood extends NeighbourhoodQuery {
  /** The root and all vertices within reach, each once: closest first, then by type and id by code point. */
  readonly vertices: readonly NeighbourhoodVertex[]
  /**
   * The edges on a walk of at most `upstream` edges up or `downstream` edges down from the root, each
   * once: in the order of their sources in `vertices`, then of their destinations, then of `EDGE_TYPES`.
   */
  readonly edges: readonly Edge[]
}

/** A vertex and how far it is from the root. Only a vertex in a cycle with the root has both hops. */
export interface NeighbourhoodVertex extends Vertex {
  /** The fewest edges down from here to the root; null when not reached upstream. */
  readonly upstreamHop: number | null
  /** The fewest edges down from the root to here; null when not reached downstream. */
  readonly downstreamHop: number | null
}

/**
 * The neighbourhood of a vertex. Costs what it finds, whatever the size of the graph. Throws
 * LINEAGE_INVALID_STEP for a hop count that is not a whole number from 0 on, and LINEAGE_UNKNOWN_VERTEX,
 * with near names, for a root that is not in the graph.
 */
export function neighbourhood(graph: LineageGraph, query: NeighbourhoodQuery): Neighbourhood {
  const { upstream, downstream } = query
  assertStep('upstream', upstream)
  assertStep('downstream', downstream)
  return { root: toVertexRef(query.root), upstream, downstream, ...ask(graph.adjacency, query) }
}

function assertStep(step: 'upstream' | 'downstream', hops: number): void {
  if (!Number.isSafeInteger(hops) || hops < 0) throw invalidStep(step, hops)
}

function ask<Handle>(
  adjacency: Adjacency<Handle>,
  query: NeighbourhoodQuery,
): Pick<Neighbourhood, 'vertices' | 'edges'> {
  const root = adjacency.rootOf(query.root)
  const up = walk(root, { forEachNext: adjacency.forEachSource, limit: query.upstream })
  const down = walk(root, { forEachNext: adjacency.forEachTarget, limit: query.downstream })
  const reached = toReached(adjacency, up, down)
  const rankOf = new Map(reached.map(({ handle }, rank) => [handle, rank]))
  const flows = toFlows(up, down, query.upstream).map(({ src, dst, types }) => {
    return { src: rankOf.get(src)!, dst: rankOf.get(dst)!, types }
  })
  flows.sort((a, b) => a.src - b.src || a.dst - b.dst)
  const refs = reached.map(({ vertex }) => toVertexRef(vertex))
  return {
    vertices: reached.map(({ vertex }) => vertex),
    edges: flows.flatMap(({ src, dst, types }) =>
      edgeTypesOf(types).map((edgeType) => ({ src: refs[src]!, dst: refs[dst]!, edgeType })),
    ),
  }
}

interface Reached<Handle> {
  readonly handle: Handle
  readonly vertex: NeighbourhoodVertex
  readonly hop: number
}

function toReached<Handle>(
  adjacency: Adjacency<Handle>,
  up: Walk<Handle>,
  down: Walk<Handle>,
): readonly Reached<Handle>[] {
  const handles = new Set([...up.hops.keys(), ...down.hops.keys()])
  const reached = Array.from(handles, (handle) => {
    const upstreamHop = up.hops.get(handle) ?? null
    const downstreamHop = down.hops.get(handle) ?? null
    const vertex = { ...adjacency.vertexOf(handle), upstreamHop, downstreamHop }
    const hop = Math.min(
      upstreamHop ?? Number.POSITIVE_INFINITY,
      downstreamHop ?? Number.POSITIVE_INFINITY,
    )
    return { handle, vertex, hop }
  })
  return reached.sort((a, b) => a.hop - b.hop || compareVertices(a.vertex, b.vertex))
}

interface Flow<Handle> {
  readonly src: Handle
  readonly dst: Handle
  readonly types: number
}

function toFlows<Handle>(
  up: Walk<Handle>,
  down: Walk<Handle>,
  upstream: number,
): readonly Flow<Handle>[] {
  const flows = up.links.map(({ near, far, types }) => ({ src: far, dst: near, types }))
  for (const { near, far, types } of down.links) {
    // In a cycle both walks can use an edge; the upward one used it when it went on from its end.
    const usedUpwards = (up.hops.get(far) ?? upstream) < upstream
    if (!usedUpwards) flows.push({ src: near, dst: far, types })
  }
  return flows
}

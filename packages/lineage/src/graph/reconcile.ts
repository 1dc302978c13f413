import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import { type Edge, edgeKey } from '../model/edge.ts'
import { type Vertex, type VertexRef, vertexKey } from '../model/vertex.ts'
import type { LineageGraph } from './graph.ts'

/** Everything that one source states. */
export interface SourceStatements {
  readonly vertices: readonly Vertex[]
  /** Edges among `vertices`. */
  readonly edges: readonly Edge[]
}

/**
 * Makes `source` state exactly the given vertices and edges: adds what is new, removes what is no longer given and leaves
 * the rest alone, so observers see only differences. What other sources state stays.
 *
 * @example
 * ```ts
 * import { createLineageGraph, reconcileSource } from '@tributary/lineage'
 * const graph = createLineageGraph()
 * const text = { displayName: null, description: null, custom: null }
 * const orders = { vertexType: 'DATASET', vertexId: 'orders', ...text } as const
 * const visits = { vertexType: 'DATASET', vertexId: 'visits', ...text } as const
 * reconcileSource(graph, 'catalog', { vertices: [orders], edges: [] })
 * reconcileSource(graph, 'catalog', { vertices: [visits], edges: [] })
 * Array.from(graph.vertices(), ({ vertexId }) => vertexId) // => ['visits']
 * ```
 */
export function reconcileSource(
  graph: LineageGraph,
  source: string,
  wanted: SourceStatements,
): void {
  runToEnd(runToEnd(planReconcile(graph, source, { before: null, after: wanted })))
}

/** A change of a part of what a source states. */
export interface StatementsChange {
  /** The present part; null for everything that the source states. */
  readonly before: {
    readonly vertices: readonly VertexRef[]
    readonly edges: readonly Edge[]
  } | null
  /** Its edges may also touch vertices outside the part. */
  readonly after: SourceStatements
}

/**
 * Changes a part of what `source` states, as {@link reconcileSource} does with all of it, in time proportional to the part.
 * Statements outside `before` stay. Plans the change step by step and returns the work that makes it, to be done before the
 * graph changes otherwise.
 */
export function* planReconcile(
  graph: LineageGraph,
  source: string,
  { before, after }: StatementsChange,
): SlicedWork<SlicedWork<void>> {
  const wantedVertices = yield* collectKeys(after.vertices, vertexKey)
  const wantedEdges = yield* collectKeys(after.edges, edgeKey)
  const { vertices, edges } = before ?? graph.statedBy(source)
  return (function* apply(): SlicedWork<void> {
    yield* each(after.vertices, (vertex) => graph.setVertex(vertex, source))
    yield* each(after.edges, (edge) => graph.addEdge(edge, source))
    yield* each(edges, (edge) => {
      if (!wantedEdges.has(edgeKey(edge))) graph.retractEdge(edge, source)
    })
    yield* each(vertices, (vertex) => {
      if (!wantedVertices.has(vertexKey(vertex))) graph.releaseVertex(vertex, source)
    })
  })()
}

/** Items between two yields: less than a millisecond of work. */
const AT_ONCE = 64

function* each<Item>(items: readonly Item[], work: (item: Item) => unknown): SlicedWork<void> {
  for (const [place, item] of items.entries()) {
    if (place % AT_ONCE === 0) yield
    work(item)
  }
}

function* collectKeys<Item>(
  items: readonly Item[],
  toKey: (item: Item) => string,
): SlicedWork<ReadonlySet<string>> {
  const keys = new Set<string>()
  yield* each(items, (item) => keys.add(toKey(item)))
  return keys
}

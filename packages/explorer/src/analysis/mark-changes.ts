import type { LineageDifferenceData, VertexRefData } from '@tributary/contract'
import { keyOf, type LineageGraphData } from './merge-lineage.ts'

/** What became of a part of a graph: it came, went or changed. */
export type Mark = '+' | '−' | '~'

/** A graph with what has become of its parts; those that went are in it again. */
export interface MarkedGraph {
  readonly graph: LineageGraphData
  /** By {@link keyOf} of an asset. */
  readonly assets: ReadonlyMap<string, Mark>
  /** By {@link edgeKey} of an edge. */
  readonly edges: ReadonlyMap<string, Mark>
}

/** A graph without changes. */
export function unmarked(graph: LineageGraphData): MarkedGraph {
  return { graph, assets: new Map(), edges: new Map() }
}

/** A text that is equal for edges between the same assets. */
export function edgeKey({
  srcVertex,
  dstVertex,
}: {
  readonly srcVertex: VertexRefData
  readonly dstVertex: VertexRefData
}): string {
  return JSON.stringify([keyOf(srcVertex), keyOf(dstVertex)])
}

/**
 * Marks in a graph what a difference lists. Of what went, the assets come back that an edge connected with an asset of the
 * graph, and the edges between assets that are drawn.
 */
export function markChanges(
  graph: LineageGraphData,
  { vertices, edges }: LineageDifferenceData,
): MarkedGraph {
  const present = new Set(graph.vertices.map(keyOf))
  const removed = vertices.removed.filter(
    (one) =>
      !present.has(keyOf(one)) &&
      edges.removed.some(({ srcVertex, dstVertex }) => {
        const [from, to] = [keyOf(srcVertex), keyOf(dstVertex)]
        return (from === keyOf(one) && present.has(to)) || (to === keyOf(one) && present.has(from))
      }),
  )
  const drawn = new Set([...present, ...removed.map(keyOf)])
  const existing = new Set(graph.edges.map(edgeKey))
  const gone = edges.removed.filter(
    (edge) =>
      drawn.has(keyOf(edge.srcVertex)) &&
      drawn.has(keyOf(edge.dstVertex)) &&
      !existing.has(edgeKey(edge)),
  )
  // An edge that stands for a way through columns is in no list; that of a new asset is new.
  const isNew = new Set(vertices.added.map(keyOf))
  const came = [
    ...edges.added,
    ...graph.edges.filter(
      ({ srcVertex, dstVertex }) => isNew.has(keyOf(srcVertex)) || isNew.has(keyOf(dstVertex)),
    ),
  ]
  const marks = <One>(all: readonly One[], key: (one: One) => string, mark: Mark) =>
    all.map((one) => [key(one), mark] as const)
  return {
    graph: {
      ...graph,
      vertices: [...graph.vertices, ...removed],
      edges: [...graph.edges, ...gone],
    },
    assets: new Map([
      ...marks(vertices.changed, ({ after }) => keyOf(after), '~'),
      ...marks(vertices.added, keyOf, '+'),
      ...marks(removed, keyOf, '−'),
    ]),
    edges: new Map([...marks(came, edgeKey, '+'), ...marks(gone, edgeKey, '−')]),
  }
}

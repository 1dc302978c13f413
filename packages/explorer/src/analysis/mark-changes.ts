import type { LineageDifferenceData, VertexRefData } from '@tributary/contract'
import { type LineageGraphData, toAssetKey } from './merge-lineage.ts'

/** The change of a part of a graph: added, removed or changed. */
export type Mark = '+' | '−' | '~'

/** A graph with what has become of its parts; those that went are in it again. */
export interface MarkedGraph {
  readonly graph: LineageGraphData
  /** By {@link toAssetKey} of an asset. */
  readonly assets: ReadonlyMap<string, Mark>
  /** By {@link edgeKey} of an edge. */
  readonly edges: ReadonlyMap<string, Mark>
}

/** A graph without changes. */
export function createUnmarkedGraph(graph: LineageGraphData): MarkedGraph {
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
  return JSON.stringify([toAssetKey(srcVertex), toAssetKey(dstVertex)])
}

/**
 * Marks in a graph what a difference lists. Of what went, the assets come back that an edge connected with an asset of the
 * graph, and the edges between assets that are drawn.
 */
export function markChanges(
  graph: LineageGraphData,
  { vertices, edges }: LineageDifferenceData,
): MarkedGraph {
  const present = new Set(graph.vertices.map(toAssetKey))
  const removed = vertices.removed.filter(
    (vertex) =>
      !present.has(toAssetKey(vertex)) &&
      edges.removed.some(({ srcVertex, dstVertex }) => {
        const [from, to] = [toAssetKey(srcVertex), toAssetKey(dstVertex)]
        return (
          (from === toAssetKey(vertex) && present.has(to)) ||
          (to === toAssetKey(vertex) && present.has(from))
        )
      }),
  )
  const visibleKeys = new Set([...present, ...removed.map(toAssetKey)])
  const existing = new Set(graph.edges.map(edgeKey))
  const gone = edges.removed.filter(
    (edge) =>
      visibleKeys.has(toAssetKey(edge.srcVertex)) &&
      visibleKeys.has(toAssetKey(edge.dstVertex)) &&
      !existing.has(edgeKey(edge)),
  )
  // An edge that stands for a way through columns is in no list; that of a new asset is new.
  const isNew = new Set(vertices.added.map(toAssetKey))
  const came = [
    ...edges.added,
    ...graph.edges.filter(
      ({ srcVertex, dstVertex }) =>
        isNew.has(toAssetKey(srcVertex)) || isNew.has(toAssetKey(dstVertex)),
    ),
  ]
  const marks = <One>(all: readonly One[], key: (item: One) => string, mark: Mark) =>
    all.map((item) => [key(item), mark] as const)
  return {
    graph: {
      ...graph,
      vertices: [...graph.vertices, ...removed],
      edges: [...graph.edges, ...gone],
    },
    assets: new Map([
      ...marks(vertices.changed, ({ after }) => toAssetKey(after), '~'),
      ...marks(vertices.added, toAssetKey, '+'),
      ...marks(removed, toAssetKey, '−'),
    ]),
    edges: new Map([...marks(came, edgeKey, '+'), ...marks(gone, edgeKey, '−')]),
  }
}

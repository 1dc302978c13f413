import { type Edge, edgeKey, edgeTypesOf } from '../model/edge.ts'
import {
  compareVertices,
  toVertex,
  toVertexRef,
  VERTEX_TYPES,
  type Vertex,
  vertexKey,
} from '../model/vertex.ts'
import { type Lineage, wordsAt } from '../view/view.ts'
import { neighbourhood } from './neighbourhood.ts'
import type { NeighbourhoodQuery } from './scope.ts'

/** The difference between two lineages; every list by type and id. */
export interface LineageDifference {
  readonly vertices: {
    readonly added: readonly Vertex[]
    readonly removed: readonly Vertex[]
    /** Vertices that exist on both sides with different fields. */
    readonly changed: readonly { readonly before: Vertex; readonly after: Vertex }[]
  }
  readonly edges: { readonly added: readonly Edge[]; readonly removed: readonly Edge[] }
}

/**
 * The difference between two lineages: of the whole, or with a query of the neighbourhood before and after. A root that
 * exists on one side only has no neighbourhood on the other; one that exists on neither throws LINEAGE_UNKNOWN_VERTEX.
 *
 * @example
 * ```ts
 * import { createLineageGraph, difference, importContent, readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * const { vertices, edges } = difference(createLineageGraph(), graph)
 * [vertices.added.length, edges.added.length] // => [2, 1]
 * ```
 */
export function difference(
  before: Lineage,
  after: Lineage,
  query?: NeighbourhoodQuery,
): LineageDifference {
  const old = query === undefined ? wholeOf(before) : partOf(before, after, query)
  const young = query === undefined ? wholeOf(after) : partOf(after, before, query)
  const oldVertices = byKey(old.vertices, vertexKey)
  const youngVertices = byKey(young.vertices, vertexKey)
  const oldEdges = byKey(old.edges, edgeKey)
  const youngEdges = byKey(young.edges, edgeKey)
  return {
    vertices: {
      added: missingIn(oldVertices, youngVertices).sort(compareVertices),
      removed: missingIn(youngVertices, oldVertices).sort(compareVertices),
      changed: changedIn(oldVertices, youngVertices),
    },
    edges: {
      added: missingIn(oldEdges, youngEdges).sort(compareEdges),
      removed: missingIn(youngEdges, oldEdges).sort(compareEdges),
    },
  }
}

interface Content {
  readonly vertices: readonly Vertex[]
  readonly edges: readonly Edge[]
}

function wholeOf({ view }: Lineage): Content {
  const vertices: Vertex[] = []
  const edges: Edge[] = []
  for (let source = 0; source < view.size; source++) {
    if (view.types[source]! >= VERTEX_TYPES.length) continue
    vertices.push(view.vertexAt(source))
    for (const word of wordsAt(view.targets, source)) {
      const ends = {
        src: toVertexRef(view.vertexAt(source)),
        dst: toVertexRef(view.vertexAt(word >>> 2)),
      }
      for (const edgeType of edgeTypesOf(word)) edges.push({ ...ends, edgeType })
    }
  }
  return { vertices, edges }
}

function partOf(lineage: Lineage, other: Lineage, query: NeighbourhoodQuery): Content {
  const isOnlyThere = lineage.view.numberOf(query.root) < 0 && other.view.numberOf(query.root) >= 0
  if (isOnlyThere) return { vertices: [], edges: [] }
  const { vertices, edges } = neighbourhood(lineage, query)
  return { vertices: vertices.map(toVertex), edges: edges.map(toEdge) }
}

function toEdge({ src, dst, edgeType }: Edge): Edge {
  return { src, dst, edgeType }
}

function byKey<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [keyOf(item), item]))
}

function missingIn<T>(known: ReadonlyMap<string, T>, all: ReadonlyMap<string, T>): T[] {
  return [...all].filter(([key]) => !known.has(key)).map(([, item]) => item)
}

function changedIn(
  before: ReadonlyMap<string, Vertex>,
  after: ReadonlyMap<string, Vertex>,
): readonly { readonly before: Vertex; readonly after: Vertex }[] {
  return [...after]
    .flatMap(([key, vertex]) => {
      const old = before.get(key)
      if (old === undefined || JSON.stringify(old) === JSON.stringify(vertex)) return []
      return [{ before: old, after: vertex }]
    })
    .sort((a, b) => compareVertices(a.after, b.after))
}

function compareEdges(a: Edge, b: Edge): number {
  return (
    compareVertices(a.src, b.src) ||
    compareVertices(a.dst, b.dst) ||
    (a.edgeType < b.edgeType ? -1 : 1)
  )
}

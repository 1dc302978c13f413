import { VERTEX_TYPES, type Vertex, type VertexType } from '../model/vertex.ts'
import type { Lineage, LineageView } from '../view/view.ts'
import { reach } from './reach.ts'
import { inOrder } from './sort-level.ts'

const USERS: readonly VertexType[] = ['METRIC', 'ANALYSIS_VIEW']

const ORIGINS: readonly VertexType[] = [
  'FILE',
  'FILE_COLUMN',
  'PHYSICAL_TABLE',
  'PHYSICAL_TABLE_COLUMN',
]

/**
 * The vertices that feed no vertex of the types `users`, directly or through others, by type and id; vertices of these
 * types count as used. Takes time in proportion to the graph.
 *
 * @param users - METRIC and ANALYSIS_VIEW by default.
 *
 * @example
 * ```ts
 * import { createLineageGraph, importContent, readLineage, unused } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\nFILE,log,DATASET,visits'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * unused(graph).map(({ vertexId }) => vertexId) // => ['visits', 'log']
 * ```
 */
export function unused(lineage: Lineage, users: readonly VertexType[] = USERS): readonly Vertex[] {
  return notReached(lineage.view, users, 'sources')
}

/**
 * The vertices that no vertex of the types `origins` feeds, directly or through others, by type and id; vertices of these
 * types count as sourced. Takes time in proportion to the graph.
 *
 * @param origins - Files, physical tables and their columns by default.
 *
 * @example
 * ```ts
 * import { createLineageGraph, importContent, readLineage, unsourced } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\nFILE,log,DATASET,visits'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * unsourced(graph).map(({ vertexId }) => vertexId) // => ['orders', 'revenue']
 * ```
 */
export function unsourced(
  lineage: Lineage,
  origins: readonly VertexType[] = ORIGINS,
): readonly Vertex[] {
  return notReached(lineage.view, origins, 'targets')
}

function notReached(
  view: LineageView,
  types: readonly VertexType[],
  lists: 'sources' | 'targets',
): readonly Vertex[] {
  const wanted = new Set(types.map((type) => VERTEX_TYPES.indexOf(type)))
  const from: number[] = []
  for (let vertex = 0; vertex < view.size; vertex++) {
    if (wanted.has(view.types[vertex]!)) from.push(vertex)
  }
  const buffer = view.buffers.up
  buffer.begin(view.size)
  reach(buffer, { from, lists: view[lists], edgeMask: 3 })
  const left: number[] = []
  for (let vertex = 0; vertex < view.size; vertex++) {
    if (view.types[vertex]! < VERTEX_TYPES.length && !buffer.has(vertex)) left.push(vertex)
  }
  return inOrder(view, left).map((vertex) => view.vertexAt(vertex))
}

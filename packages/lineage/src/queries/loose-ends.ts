import { LongList, runToEnd, type SlicedWork } from '@tributary/core/internal'
import { VERTEX_TYPES, type Vertex, type VertexType } from '../model/vertex.ts'
import { selectVertices } from '../view/select-vertices.ts'
import type { Lineage, LineageView } from '../view/view.ts'
import { reach } from './algorithms/reach.ts'
import { sortVertices } from './algorithms/sort-vertices.ts'

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
 * import { createLineageGraph, importContent, readLineage, findUnused } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\nFILE,log,DATASET,visits'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * findUnused(graph).map(({ vertexId }) => vertexId) // => ['visits', 'log']
 * ```
 */
export function findUnused(
  lineage: Lineage,
  users: readonly VertexType[] = USERS,
): readonly Vertex[] {
  return runToEnd(unusedInSlices(lineage, users))
}

/** {@link findUnused} as work in slices. */
export function unusedInSlices(
  { view }: Lineage,
  users: readonly VertexType[] = USERS,
): SlicedWork<readonly Vertex[]> {
  return findUnreachable(view, users, 'sources')
}

/**
 * The vertices that no vertex of the types `origins` feeds, directly or through others, by type and id; vertices of these
 * types count as sourced. Takes time in proportion to the graph.
 *
 * @param origins - Files, physical tables and their columns by default.
 *
 * @example
 * ```ts
 * import { createLineageGraph, importContent, readLineage, findUnsourced } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\nFILE,log,DATASET,visits'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * findUnsourced(graph).map(({ vertexId }) => vertexId) // => ['orders', 'revenue']
 * ```
 */
export function findUnsourced(
  lineage: Lineage,
  origins: readonly VertexType[] = ORIGINS,
): readonly Vertex[] {
  return runToEnd(unsourcedInSlices(lineage, origins))
}

/** {@link findUnsourced} as work in slices. */
export function unsourcedInSlices(
  { view }: Lineage,
  origins: readonly VertexType[] = ORIGINS,
): SlicedWork<readonly Vertex[]> {
  return findUnreachable(view, origins, 'targets')
}

function* findUnreachable(
  view: LineageView,
  types: readonly VertexType[],
  lists: 'sources' | 'targets',
): SlicedWork<readonly Vertex[]> {
  const typeNumbers = new Set(types.map((type) => VERTEX_TYPES.indexOf(type)))
  const buffer = view.buffers.up
  buffer.begin(view.size)
  yield* reach(buffer, {
    from: yield* selectVertices(view, (type) => typeNumbers.has(type)),
    lists: view[lists],
    edgeMask: 3,
  })
  const unreachedVertices = yield* selectVertices(view, (type, vertex) => {
    return type < VERTEX_TYPES.length && !buffer.has(vertex)
  })
  const listed = new LongList<Vertex>()
  for (const vertex of yield* sortVertices(view, unreachedVertices)) {
    listed.push(view.vertexAt(vertex))
    if (listed.length % LISTED_AT_ONCE === 0) yield
  }
  return yield* listed.take()
}

/** Vertices listed between two yields. */
const LISTED_AT_ONCE = 2048

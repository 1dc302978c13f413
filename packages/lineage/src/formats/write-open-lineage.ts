import type { LineageContent, StatedVertex } from '../model/content.ts'
import type { StatedEdge } from '../model/edge.ts'
import { toVertexRef, type VertexRef, vertexKey } from '../model/vertex.ts'
import { toVertexJson } from './json.ts'
import { FACET } from './read-open-lineage.ts'

const PRODUCER = 'https://github.com/tributary'
const EVENTS = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs'
const COLUMN_LINEAGE = 'https://openlineage.io/spec/facets/1-2-0/ColumnLineageDatasetFacet.json'

/**
 * Writes a lineage as OpenLineage events at one time, one a line: a job event for every vertex that something feeds, a dataset
 * event for every vertex. Columns are fields of their dataset, with the column-lineage facet. What OpenLineage
 * cannot express is in the facet `tributary_lineage`, so that reading gives the same lineage.
 */
export function* writeOpenLineage(
  content: LineageContent,
  at: Date,
): Generator<string, void, undefined> {
  const incoming = Map.groupBy(content.edges(), ({ dst }) => vertexKey(dst))
  const eventTime = at.toISOString()
  // First all that stands alone, then all edges: an edge's ends are read before it.
  const vertices = [...content.statedVertices()]
  for (const vertex of vertices) yield `${JSON.stringify(createDatasetEvent(vertex, eventTime))}\n`
  for (const vertex of vertices) {
    const edges = incoming.get(vertexKey(vertex))
    if (edges !== undefined) yield `${JSON.stringify(createJobEvent(vertex, edges, eventTime))}\n`
  }
}

function createDatasetEvent(vertex: StatedVertex, eventTime: string): object {
  const facets = {
    [FACET]: { ...createFacetHead(FACET), vertices: [toVertexJson(vertex)], edges: [] },
  }
  return {
    eventTime,
    producer: PRODUCER,
    schemaURL: `${EVENTS}/DatasetEvent`,
    dataset: { ...toDatasetName(vertex), facets },
  }
}

function createJobEvent(
  vertex: StatedVertex,
  edges: readonly StatedEdge[],
  eventTime: string,
): object {
  const inputs = new Map(
    edges.map(({ src }) => [JSON.stringify(toDatasetName(src)), toDatasetName(src)]),
  )
  const facetEdges = edges.map(({ src, dst, edgeType, sources }) => {
    return { src: toVertexRef(src), dst: toVertexRef(dst), edgeType, sources }
  })
  const facets = { [FACET]: { ...createFacetHead(FACET), vertices: [], edges: facetEdges } }
  return {
    eventTime,
    producer: PRODUCER,
    schemaURL: `${EVENTS}/JobEvent`,
    job: { namespace: 'tributary', name: vertexKey(vertex), facets },
    inputs: [...inputs.values()],
    outputs: [{ ...toDatasetName(vertex), facets: createColumnLineage(vertex, edges) }],
  }
}

/** The column-lineage facet; empty when no column feeds the vertex. */
function createColumnLineage(vertex: VertexRef, edges: readonly StatedEdge[]): object {
  const inputFields = edges
    .filter(({ edgeType }) => edgeType === 'COLUMN_IMPACT')
    .map(({ src }) => ({
      ...toDatasetName(src),
      field: toFieldName(src),
      transformations: [{ type: 'DIRECT', subtype: 'TRANSFORMATION' }],
    }))
  if (inputFields.length === 0) return {}
  const fields = { [toFieldName(vertex)]: { inputFields } }
  return { columnLineage: { _producer: PRODUCER, _schemaURL: COLUMN_LINEAGE, fields } }
}

function createFacetHead(name: string): object {
  return { _producer: PRODUCER, _schemaURL: `${PRODUCER}/${name}.json` }
}

/** The dataset that a vertex is, or to which it belongs. */
function toDatasetName({ vertexType, vertexId }: VertexRef): { namespace: string; name: string } {
  const isColumn = vertexType.endsWith('_COLUMN') && vertexId.includes('.')
  return {
    namespace: `tributary://${vertexType.replace(/_COLUMN$/, '').toLowerCase()}`,
    name: isColumn ? vertexId.slice(0, vertexId.lastIndexOf('.')) : vertexId,
  }
}

/** The field of a vertex; a metric or dimension is a dataset of one field. */
function toFieldName({ vertexId }: VertexRef): string {
  return vertexId.slice(vertexId.lastIndexOf('.') + 1)
}

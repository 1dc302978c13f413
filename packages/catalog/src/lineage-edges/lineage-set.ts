import type { SlicedWork } from '@tributary/core/internal'
import type { Edge, Vertex, VertexRef } from '@tributary/lineage'
import { edgeKey, edgeTypeFrom, vertexKey } from '@tributary/lineage/internal'
import {
  type ColumnDefinition,
  type DatasetDefinition,
  sourceGuid,
} from '../definitions/dataset.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

/** The lineage that the definitions of a catalog describe. */
export interface CatalogLineage {
  /** Each asset once, in the order of definition. */
  readonly vertices: readonly Vertex[]
  /** Each edge once, in the direction in which data flows. */
  readonly edges: readonly Edge[]
}

/** Collects vertices and edges, each once; of two vertices with the same id and type the first counts. */
export interface LineageSet {
  vertex(vertex: Vertex): void
  edge(src: VertexRef, dst: VertexRef): void
  all(): SlicedWork<CatalogLineage>
}

/** An empty set. An edge is a TABLE_IMPACT when it comes from a whole table, else a COLUMN_IMPACT. */
export function createLineageSet(): LineageSet {
  const vertices = new Map<string, Vertex>()
  const edges = new Map<string, Edge>()
  return {
    vertex(vertex) {
      const key = vertexKey(vertex)
      if (!vertices.has(key)) vertices.set(key, vertex)
    },
    edge(src, dst) {
      const edge = { src, dst, edgeType: edgeTypeFrom(src) }
      edges.set(edgeKey(edge), edge)
    },
    *all() {
      return { vertices: yield* collectItems(vertices), edges: yield* collectItems(edges) }
    },
  }
}

/** Items between two yields: less than a millisecond of work. */
const AT_ONCE = 4_096

function* collectItems<Item>(items: ReadonlyMap<string, Item>): SlicedWork<readonly Item[]> {
  const list = new Array<Item>(items.size)
  let place = 0
  for (const item of items.values()) {
    list[place++] = item
    if (place % AT_ONCE === 0) yield
  }
  return list
}

/** The data file or the table behind a dataset. */
export function sourceRef({ source }: DatasetDefinition): VertexRef {
  const vertexType = source.type === 'FILE' ? 'FILE' : 'PHYSICAL_TABLE'
  return { vertexType, vertexId: sourceGuid(source) }
}

/** The column of the data file or the table behind a dataset's column. */
export function sourceColumnRef(dataset: DatasetDefinition, column: ColumnDefinition): VertexRef {
  const table = sourceRef(dataset)
  const vertexId = `${table.vertexId}.${column.sourceColumn}`
  const isFile = table.vertexType === 'FILE'
  return { vertexType: isFile ? 'FILE_COLUMN' : 'PHYSICAL_TABLE_COLUMN', vertexId }
}

/** A dataset. */
export function datasetRef(dataset: DatasetDefinition): VertexRef {
  return { vertexType: 'DATASET', vertexId: dataset.name }
}

/** A column of a dataset, by name. */
export function datasetColumnRef(dataset: DatasetDefinition, column: string): VertexRef {
  return { vertexType: 'DATASET_COLUMN', vertexId: `${dataset.name}.${column}` }
}

/** A dimension. */
export function dimensionRef(dimension: DimensionDefinition): VertexRef {
  return { vertexType: 'DIMENSION', vertexId: dimension.name }
}

/** A metric. */
export function metricRef(metric: MetricDefinition): VertexRef {
  return { vertexType: 'METRIC', vertexId: metric.name }
}

import { VERTEX_TYPES, type VertexRef, type VertexType } from '../model/vertex.ts'
import type { LineageView } from '../view/view.ts'

/** The type of asset that contains a column of each type; the column id begins with the id of its container. */
const CONTAINER_TYPES: ReadonlyMap<VertexType, VertexType> = new Map([
  ['FILE_COLUMN', 'FILE'],
  ['PHYSICAL_TABLE_COLUMN', 'PHYSICAL_TABLE'],
  ['DATASET_COLUMN', 'DATASET'],
])

/** The number of the file, table or dataset that contains a column; -1 for other vertices and missing containers. */
export function containerOf(view: LineageView, { vertexType, vertexId }: VertexRef): number {
  const type = CONTAINER_TYPES.get(vertexType)
  if (type === undefined) return -1
  for (let dot = vertexId.lastIndexOf('.'); dot > 0; dot = vertexId.lastIndexOf('.', dot - 1)) {
    const number = view.numberOf({ vertexType: type, vertexId: vertexId.slice(0, dot) })
    if (number >= 0) return number
  }
  return -1
}

/**
 * The vertices, and the columns of those that are files, tables or datasets. Reads all columns when there are such.
 */
export function withColumns(view: LineageView, vertices: ReadonlySet<number>): ReadonlySet<number> {
  const containers = new Set(CONTAINER_TYPES.values())
  const typeOf = (vertex: number): VertexType => VERTEX_TYPES[view.types[vertex]!]!
  if (![...vertices].some((vertex) => containers.has(typeOf(vertex)))) return vertices
  const all = new Set(vertices)
  for (let vertex = 0; vertex < view.size; vertex++) {
    if (!CONTAINER_TYPES.has(typeOf(vertex))) continue
    if (vertices.has(containerOf(view, view.vertexAt(vertex)))) all.add(vertex)
  }
  return all
}

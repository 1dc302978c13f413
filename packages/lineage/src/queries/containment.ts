import type { SlicedWork } from '@tributary/core/internal'
import { VERTEX_TYPES, type VertexRef, type VertexType } from '../model/vertex.ts'
import type { LineageView } from '../view/view.ts'

/** The type of asset that contains a column of each type; the column id begins with the id of its container. */
const CONTAINER_TYPES: ReadonlyMap<VertexType, VertexType> = new Map([
  ['FILE_COLUMN', 'FILE'],
  ['PHYSICAL_TABLE_COLUMN', 'PHYSICAL_TABLE'],
  ['DATASET_COLUMN', 'DATASET'],
])

/** The number of the file, table or dataset that contains a column; -1 for other vertices and missing containers. */
export function findContainer(view: LineageView, { vertexType, vertexId }: VertexRef): number {
  const type = CONTAINER_TYPES.get(vertexType)
  if (type === undefined) return -1
  for (let dot = vertexId.lastIndexOf('.'); dot > 0; dot = vertexId.lastIndexOf('.', dot - 1)) {
    const number = view.numberOf({ vertexType: type, vertexId: vertexId.slice(0, dot) })
    if (number >= 0) return number
  }
  return -1
}

/** Vertices read between two yields: less than a millisecond of work. */
const READ_AT_ONCE = 4096

/**
 * The vertices, and the columns of those that are files, tables or datasets. Reads all columns when there are such.
 */
export function* addColumns(
  view: LineageView,
  vertices: ReadonlySet<number>,
): SlicedWork<ReadonlySet<number>> {
  const getVertexType = (vertex: number): VertexType => VERTEX_TYPES[view.types[vertex]!]!
  const containers = [...vertices].filter((vertex) => CONTAINERS.has(getVertexType(vertex)))
  if (containers.length === 0) return vertices
  const prefixes = containers.map((vertex) => `${view.vertexAt(vertex).vertexId}.`)
  const removed = new Set(vertices)
  for (let vertex = 0; vertex < view.size; vertex++) {
    if (vertex % READ_AT_ONCE === 0) yield
    if (COLUMNS[view.types[vertex]!] !== true) continue
    const column = view.vertexAt(vertex)
    // Looking for a container by its name takes many times as long as looking at the beginning of the id.
    const mayBe =
      prefixes.length > FEW || prefixes.some((prefix) => column.vertexId.startsWith(prefix))
    if (mayBe && vertices.has(findContainer(view, column))) removed.add(vertex)
  }
  return removed
}

/** The beginnings of up to so many ids are compared. */
const FEW = 8

/** The types of asset that contain columns. */
export const CONTAINERS: ReadonlySet<VertexType> = new Set(CONTAINER_TYPES.values())

/** By type number, whether vertices of the type are columns. */
const COLUMNS: readonly boolean[] = VERTEX_TYPES.map((type) => CONTAINER_TYPES.has(type))

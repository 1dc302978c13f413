export type { Adjacency, Visit } from './ask/adjacency.ts'
export {
  type Neighbourhood,
  type NeighbourhoodQuery,
  type NeighbourhoodVertex,
  neighbourhood,
} from './ask/neighbourhood.ts'
export { EDGE_TYPES, type Edge, type EdgeType } from './edge.ts'
export { edgeTypesOf } from './edge-mask.ts'
export { LineageError, type LineageErrorCode } from './errors.ts'
export { createLineageGraph, type LineageGraph } from './graph.ts'
export {
  isVertexType,
  VERTEX_TYPES,
  type Vertex,
  type VertexRef,
  type VertexType,
  vertexKey,
} from './vertex.ts'

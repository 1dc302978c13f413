export type { BoundaryVertex } from './ask/boundary.ts'
export type { PathCount } from './ask/count-paths.ts'
export { type Cycle, cycles } from './ask/cycles.ts'
export { type Evidence, type EvidenceQuery, evidence } from './ask/evidence.ts'
export { type Impact, type ImpactedVertex, type ImpactQuery, impactOf } from './ask/impact.ts'
export type { ListedEdge } from './ask/list-edges.ts'
export { unsourced, unused } from './ask/loose-ends.ts'
export {
  type Neighbourhood,
  type NeighbourhoodQuery,
  type NeighbourhoodVertex,
  neighbourhood,
} from './ask/neighbourhood.ts'
export { type Pair, pairs } from './ask/pairs.ts'
export type { ScopeOptions } from './ask/scope.ts'
export { singlePoints } from './ask/single-points.ts'
export type { HopTotals, NeighbourhoodTotals } from './ask/totals.ts'
export type { ChangeListener, LineageChange } from './change.ts'
export { type DroppedSource, dropSource } from './drop-source.ts'
export { EDGE_TYPES, type Edge, type EdgeType, isEdgeType, type StatedEdge } from './edge.ts'
export { edgeTypesOf } from './edge-mask.ts'
export { LineageError, type LineageErrorCode } from './errors.ts'
export { createLineageGraph, LineageGraph, type LineageGraphOptions } from './graph.ts'
export type { Lineage, LineageContent } from './lineage.ts'
export { reconcileSource, type SourceStatements } from './reconcile.ts'
export { BY_HAND } from './statements.ts'
export {
  isVertexType,
  VERTEX_TYPES,
  type Vertex,
  type VertexRef,
  type VertexType,
  vertexKey,
} from './vertex.ts'
export type { AdjacencyLists, LineageView, VertexAdvice } from './view.ts'

// Graph: vertices and edges with the sources that state them.

export { createLineageGraph, type LineageGraph, type LineageGraphOptions } from './graph/graph.ts'
export { reconcileSource, type SourceStatements } from './graph/reconcile.ts'
export type { LineageContent, StatedVertex } from './model/content.ts'
export { EDGE_TYPES, type Edge, type EdgeType, type StatedEdge } from './model/edge.ts'
export { VERTEX_TYPES, type Vertex, type VertexRef, type VertexType } from './model/vertex.ts'

// Queries.

export { type Cycle, cycles } from './queries/cycles.ts'
export { difference, type LineageDifference } from './queries/difference.ts'
export { type Evidence, type EvidenceQuery, evidence } from './queries/evidence.ts'
export { analyzeImpact, type Impact, type ImpactQuery } from './queries/impact.ts'
export { findUnsourced, findUnused } from './queries/loose-ends.ts'
export {
  findGraphNeighbourhood,
  type GraphNeighbourhood,
  type GraphNeighbourhoodQuery,
} from './queries/neighbourhood/find-graph-neighbourhood.ts'
export { type Neighbourhood, neighbourhood } from './queries/neighbourhood/neighbourhood.ts'
export type { NeighbourhoodQuery } from './queries/neighbourhood/scope.ts'
export { singlePointsOfFailure } from './queries/single-points-of-failure.ts'
export type { Lineage, LineageView } from './view/view.ts'

// Import and export.

export {
  EXPORT_FORMATS,
  type ExportFormat,
  IMPORT_FORMATS,
  type ImportFormat,
  readLineage,
  writeLineage,
} from './formats/formats.ts'
export { importContent } from './formats/import-content.ts'

// Journal and snapshots.

export { openFileJournal } from './journal/file-journal.ts'
export { type LineageHistory, readHistory } from './journal/history.ts'
export type { LineageJournal } from './journal/journal.ts'
export { recordToJournal } from './journal/recorder.ts'
export type { LineageSnapshot } from './snapshot/snapshot.ts'
export { openLineageSnapshot, writeLineageSnapshot } from './snapshot/snapshot-file.ts'

// Errors.

export { LineageError, type LineageErrorCode } from './model/errors.ts'

// Graph: vertices and edges with the sources that state them.

export {
  createLineageGraph,
  type LineageGraph,
  type LineageGraphOptions,
  type LineageTransaction,
} from './graph/graph.ts'
export { reconcileSource, type SourceStatements } from './graph/reconcile.ts'
export type { ChangeListener, Dropping, LineageChange } from './model/change.ts'
export type { LineageContent, StatedVertex } from './model/content.ts'
export { EDGE_TYPES, type Edge, type EdgeType, type StatedEdge } from './model/edge.ts'
export { VERTEX_TYPES, type Vertex, type VertexRef, type VertexType } from './model/vertex.ts'

// Queries.

export { type Cycle, cycles } from './queries/cycles.ts'
export { difference, type LineageDifference } from './queries/difference.ts'
export { type Evidence, type EvidenceQuery, evidence } from './queries/evidence.ts'
export {
  analyzeImpact,
  type Impact,
  type ImpactedVertex,
  type ImpactQuery,
} from './queries/impact.ts'
export { findUnsourced, findUnused } from './queries/loose-ends.ts'
export type { BoundaryVertex } from './queries/neighbourhood/boundary.ts'
export {
  findGraphNeighbourhood,
  type GraphNeighbourhood,
  type GraphNeighbourhoodQuery,
} from './queries/neighbourhood/find-graph-neighbourhood.ts'
export type { ListedEdge } from './queries/neighbourhood/list-edges.ts'
export type { NeighbourhoodVertex } from './queries/neighbourhood/list-vertices.ts'
export { type Neighbourhood, neighbourhood } from './queries/neighbourhood/neighbourhood.ts'
export type { NeighbourhoodQuery } from './queries/neighbourhood/scope.ts'
export type {
  CountsByType,
  HopTotals,
  NeighbourhoodTotals,
} from './queries/neighbourhood/totals.ts'
export { singlePointsOfFailure } from './queries/single-points-of-failure.ts'

// Views: a lineage as numbered vertices and adjacency lists.

export type { BfsBuffer } from './view/bfs-buffer.ts'
export type { OrderColumns, QueryBuffers, SortColumns } from './view/query-buffers.ts'
export type { AdjacencyLists, Lineage, LineageView, PinnedView } from './view/view.ts'

// Import and export.

export {
  EXPORT_FORMATS,
  type ExportFormat,
  IMPORT_FORMATS,
  type ImportFormat,
  type ReadLineageOptions,
  readLineage,
  writeLineage,
} from './formats/formats.ts'
export { type ImportOptions, importContent } from './formats/import-content.ts'

// Journal and snapshots.

export { type FileJournal, openFileJournal } from './journal/file-journal.ts'
export { type LineageHistory, readHistory, type VersionChanges } from './journal/history.ts'
export type { JournalEntry, LineageJournal } from './journal/journal.ts'
export {
  type JournalRecorder,
  type JournalRecorderOptions,
  recordToJournal,
} from './journal/recorder.ts'
export type { Stated } from './snapshot/columns.ts'
export type { SnapshotNotes } from './snapshot/encode-snapshot.ts'
export type { SnapshotHeader, SnapshotSection } from './snapshot/layout.ts'
export type {
  LineageSnapshot,
  SnapshotSections,
  SnapshotStatements,
} from './snapshot/snapshot.ts'
export { openLineageSnapshot, writeLineageSnapshot } from './snapshot/snapshot-file.ts'

// Errors.

export { LineageError, type LineageErrorCode, type VertexAdvice } from './model/errors.ts'

export { LineageDocument } from './formats/document.ts'
export {
  detectFormat,
  EXPORT_FORMATS,
  type ExportFormat,
  IMPORT_FORMATS,
  type ImportFormat,
  type ReadLineageOptions,
  readLineage,
  writeLineage,
} from './formats/formats.ts'
export { type ImportOptions, importContent, planImport } from './formats/import-content.ts'
export { type DatasetNaming, defaultDatasetNaming } from './formats/open-lineage-names.ts'
export { type DbtOptions, readDbt } from './formats/read-dbt.ts'
export { readLineageInWorker } from './formats/read-in-worker.ts'
export { type OpenLineageOptions, readOpenLineage } from './formats/read-open-lineage.ts'
export { createLineageGraph, LineageGraph, type LineageGraphOptions } from './graph/graph.ts'
export {
  type DroppedSource,
  dropSource,
  reconcilePart,
  reconcileSource,
  type SourceStatements,
  type StatementsChange,
} from './graph/reconcile.ts'
export { type FileJournal, openFileJournal } from './journal/file-journal.ts'
export { LineageHistory, readHistory } from './journal/history.ts'
export {
  createMemoryJournal,
  type JournalEntry,
  type LineageJournal,
  parseChange,
} from './journal/journal.ts'
export {
  applyChange,
  type JournalRecorder,
  type JournalRecorderOptions,
  recordToJournal,
} from './journal/recorder.ts'
export type { ChangeListener, Dropping, LineageChange } from './model/change.ts'
export type { LineageContent, StatedVertex } from './model/content.ts'
export {
  EDGE_TYPES,
  type Edge,
  type EdgeType,
  edgeTypesOf,
  isEdgeType,
  type StatedEdge,
} from './model/edge.ts'
export { LineageError, type LineageErrorCode, type VertexAdvice } from './model/errors.ts'
export {
  isVertexType,
  VERTEX_TYPES,
  type Vertex,
  type VertexRef,
  type VertexType,
  vertexKey,
} from './model/vertex.ts'
export type { BoundaryVertex } from './queries/boundary.ts'
export { type Cycle, cycles } from './queries/cycles.ts'
export { difference, type LineageDifference } from './queries/difference.ts'
export { type Evidence, type EvidenceQuery, evidence, type PathCount } from './queries/evidence.ts'
export { type Impact, type ImpactedVertex, type ImpactQuery, impactOf } from './queries/impact.ts'
export type { ListedEdge } from './queries/list-edges.ts'
export type { NeighbourhoodVertex } from './queries/list-vertices.ts'
export { unsourced, unused } from './queries/loose-ends.ts'
export {
  type Neighbourhood,
  type NeighbourhoodQuery,
  neighbourhood,
} from './queries/neighbourhood.ts'
export { type Pair, pairs } from './queries/pairs.ts'
export type { ScopeOptions } from './queries/scope.ts'
export { singlePointsOfFailure } from './queries/single-points-of-failure.ts'
export type { HopTotals, NeighbourhoodTotals } from './queries/totals.ts'
export { decodeLineageSnapshot } from './snapshot/decode-snapshot.ts'
export { encodeLineageSnapshot, type SnapshotNotes } from './snapshot/encode-snapshot.ts'
export type { LineageSnapshot, SnapshotStatements } from './snapshot/snapshot.ts'
export { openLineageSnapshot, writeLineageSnapshot } from './snapshot/snapshot-file.ts'
export { MANUAL_SOURCE } from './store/source-sets.ts'
export type { AdjacencyLists, Lineage, LineageView } from './view/view.ts'

export { LineageDocument } from './formats/document.ts'
export {
  LINEAGE_FORMATS,
  type LineageFormat,
  type ReadOptions,
  readLineage,
  recogniseFormat,
  writeLineage,
} from './formats/formats.ts'
export { importContent } from './formats/import-content.ts'
export { type DatasetNaming, usualNaming } from './formats/open-lineage-names.ts'
export { type ImportOptions, planImport } from './formats/plan-import.ts'
export { readLineageAside } from './formats/read-aside.ts'
export { type DbtOptions, readDbt } from './formats/read-dbt.ts'
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
  type Recorder,
  type RecorderOptions,
  recordChanges,
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
export { singlePoints } from './queries/single-points-of-failure.ts'
export type { HopTotals, NeighbourhoodTotals } from './queries/totals.ts'
export { decodeSnapshot } from './snapshot/decode-snapshot.ts'
export { encodeSnapshot, type SnapshotNotes } from './snapshot/encode-snapshot.ts'
export type { LineageSnapshot, SnapshotStatements } from './snapshot/snapshot.ts'
export { openSnapshot, writeSnapshot } from './snapshot/snapshot-file.ts'
export { BY_HAND } from './store/source-sets.ts'
export type { AdjacencyLists, Lineage, LineageView } from './view/view.ts'

export type { BoundaryVertex } from './ask/boundary.ts'
export type { PathCount } from './ask/count-paths.ts'
export { type Cycle, cycles } from './ask/cycles.ts'
export { difference, type LineageDifference } from './ask/difference.ts'
export { type Evidence, type EvidenceQuery, evidence } from './ask/evidence.ts'
export { type Impact, type ImpactedVertex, type ImpactQuery, impactOf } from './ask/impact.ts'
export type { ListedEdge } from './ask/list-edges.ts'
export type { NeighbourhoodVertex } from './ask/list-vertices.ts'
export { unsourced, unused } from './ask/loose-ends.ts'
export {
  type Neighbourhood,
  type NeighbourhoodQuery,
  neighbourhood,
} from './ask/neighbourhood.ts'
export { type Pair, pairs } from './ask/pairs.ts'
export type { ScopeOptions } from './ask/scope.ts'
export { singlePoints } from './ask/single-points.ts'
export type { HopTotals, NeighbourhoodTotals } from './ask/totals.ts'
export type { ChangeListener, Dropping, LineageChange } from './change.ts'
export { type DroppedSource, dropSource } from './drop-source.ts'
export { EDGE_TYPES, type Edge, type EdgeType, isEdgeType, type StatedEdge } from './edge.ts'
export { edgeTypesOf } from './edge-mask.ts'
export { LineageError, type LineageErrorCode } from './errors.ts'
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
export { createLineageGraph, LineageGraph, type LineageGraphOptions } from './graph.ts'
export { type FileJournal, openFileJournal } from './journal/file-journal.ts'
export { LineageHistory, readHistory } from './journal/history.ts'
export { createMemoryJournal, type JournalEntry, type LineageJournal } from './journal/journal.ts'
export { parseChange } from './journal/parse-change.ts'
export { type Recorder, type RecorderOptions, recordChanges } from './journal/recorder.ts'
export { applyChange } from './journal/replay.ts'
export type { Lineage, LineageContent, StatedVertex } from './lineage.ts'
export {
  reconcilePart,
  reconcileSource,
  type SourceStatements,
  type StatementsChange,
} from './reconcile.ts'
export { decodeSnapshot } from './snapshot/decode-snapshot.ts'
export { encodeSnapshot, type SnapshotNotes } from './snapshot/encode-snapshot.ts'
export { openSnapshot } from './snapshot/open-snapshot.ts'
export type { LineageSnapshot, SnapshotStatements } from './snapshot/snapshot.ts'
export { writeSnapshot } from './snapshot/write-snapshot.ts'
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

// For the packages of this repository only; no stability promise.

// Vertices, edges, changes and views.

export type { LineageChange } from './model/change.ts'
export { MANUAL_SOURCE } from './model/content.ts'
export { edgeKey, edgeTypeFrom } from './model/edge.ts'
export { vertexKey } from './model/vertex.ts'
export { freeze, pinnable } from './view/frozen-view.ts'
export type { AdjacencyLists } from './view/view.ts'

// Graph and queries.

export { planReconcile } from './graph/reconcile.ts'
export { findContainer } from './queries/containment.ts'
export { cyclesInSlices } from './queries/cycles.ts'
export { differenceInSlices } from './queries/difference.ts'
export { evidenceInSlices } from './queries/evidence.ts'
export { type ImpactQuery, impactInSlices } from './queries/impact.ts'
export { unsourcedInSlices, unusedInSlices } from './queries/loose-ends.ts'
export { neighbourhoodInSlices } from './queries/neighbourhood/neighbourhood.ts'
export type { NeighbourhoodSize } from './queries/neighbourhood/totals.ts'
export { pairs } from './queries/pairs.ts'
export { searchInSlices } from './queries/search.ts'
export { singlePointsInSlices } from './queries/single-points-of-failure.ts'
export { resolveVertex } from './view/resolve-vertex.ts'

// Import.

export { detectFormat } from './formats/formats.ts'
export { planImport } from './formats/import-content.ts'
export { readLineageInWorker } from './formats/read-in-worker.ts'

// Journal and snapshots as bytes.

export { LineageHistory, type VersionChanges } from './journal/history.ts'
export { type JournalEntry, parseChange } from './journal/journal.ts'
export { applyInSlices } from './journal/recorder.ts'
export { decodeLineageSnapshot } from './snapshot/decode-snapshot.ts'
export { encodeLineageSnapshot } from './snapshot/encode-snapshot.ts'

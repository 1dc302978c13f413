import type { Catalog } from '@tributary/catalog'
import { isEngine, sourceGuid } from '@tributary/catalog/internal'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import {
  type Lineage,
  type LineageGraph,
  type LineageView,
  VERTEX_TYPES,
  type VertexRef,
} from '@tributary/lineage'
import { type AdjacencyLists, pinnable } from '@tributary/lineage/internal'
import type { Access } from '../access/access.ts'

/** A lineage without the assets that a caller may not see. */
export interface VisibleLineage extends Lineage {
  /** The number of neighbours of these assets that are left out, each counted once. */
  countHiddenNeighbours(vertices: Iterable<VertexRef>): SlicedWork<number>
}

/** A lineage as a caller may see it: whole, or a {@link VisibleLineage}. */
export type CallerLineage = Lineage & Partial<VisibleLineage>

/** The type of a number without a vertex. */
const FREE = 255

/** Vertices read between two yields: less than a millisecond of work. */
const AT_ONCE = 1024

/**
 * The part of a lineage for which `isVisible` is true: walks end at hidden vertices, and suggestions name none. Reads the
 * whole lineage once. `view` must not change meanwhile and afterwards.
 */
export function* filterLineage(
  view: LineageView,
  isVisible: (vertex: VertexRef) => boolean,
): SlicedWork<VisibleLineage> {
  const types = Uint8Array.from(view.types.subarray(0, view.size))
  let vertexCount = 0
  for (let number = 0; number < view.size; number++) {
    if (number % AT_ONCE === 0) yield
    if (types[number]! >= VERTEX_TYPES.length) continue
    if (isVisible(view.vertexAt(number))) vertexCount += 1
    else types[number] = FREE
  }
  const sources = yield* filterLists(view.sources, types)
  const visibleView = pinnable({
    size: view.size,
    vertexCount,
    edgeCount: countEdges(sources),
    numberOf: (ref) => {
      const number = view.numberOf(ref)
      return number >= 0 && types[number] !== FREE ? number : -1
    },
    vertexAt: (number) => view.vertexAt(number),
    refAt: (number) => view.refAt(number),
    types,
    sources,
    targets: yield* filterLists(view.targets, types),
    labels: (wanted) => view.labels(wanted),
    advice: ({ vertexType, vertexId }) => {
      const { suggestions, otherTypes } = view.advice({ vertexType, vertexId })
      return {
        suggestions: suggestions.filter((id) => isVisible({ vertexType, vertexId: id })),
        otherTypes: otherTypes.filter((type) => isVisible({ vertexType: type, vertexId })),
      }
    },
  })
  return {
    view: visibleView,
    countHiddenNeighbours: (vertices) => countHidden(view, types, vertices),
  }
}

/** The neighbours, without the numbers that `types` calls free. */
function* filterLists(
  { starts, counts, words }: AdjacencyLists,
  types: Uint8Array,
): SlicedWork<AdjacencyLists> {
  const remainingLists = {
    starts: new Uint32Array(types.length),
    counts: new Uint32Array(types.length),
  }
  let remainingWords = new Uint32Array(64)
  let count = 0
  for (let number = 0; number < types.length; number++) {
    if (number % AT_ONCE === 0) yield
    remainingLists.starts[number] = count
    if (types[number] === FREE) continue
    const start = starts[number]!
    const end = start + counts[number]!
    if (count + end - start > remainingWords.length)
      remainingWords = growArray(remainingWords, 2 * (count + end - start))
    for (let at = start; at < end; at++) {
      const word = words[at]!
      if (types[word >>> 2] !== FREE) remainingWords[count++] = word
    }
    remainingLists.counts[number] = count - remainingLists.starts[number]!
  }
  return { ...remainingLists, words: remainingWords.slice(0, count) }
}

function growArray(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length)
  larger.set(array)
  return larger
}

/** A pair with edges of both types counts two. */
function countEdges({ words }: AdjacencyLists): number {
  let edges = 0
  for (let at = 0; at < words.length; at++) edges += (words[at]! & 3) === 3 ? 2 : 1
  return edges
}

function* countHidden(
  view: LineageView,
  types: Uint8Array,
  vertices: Iterable<VertexRef>,
): SlicedWork<number> {
  const hidden = new Set<number>()
  let visitedCount = 0
  for (const vertex of vertices) {
    if (++visitedCount % AT_ONCE === 0) yield
    const number = view.numberOf(vertex)
    if (number < 0) continue
    for (const { starts, counts, words } of [view.sources, view.targets]) {
      for (const word of words.subarray(starts[number], starts[number]! + counts[number]!)) {
        if (types[word >>> 2] === FREE) hidden.add(word >>> 2)
      }
    }
  }
  return hidden.size
}

/** The lineage as each caller may see it, made once for all callers with the same rights until it changes. */
export interface VisibleLineages {
  /** `rights` is the same text for callers who may see the same. */
  get(rights: string, isVisible: Parameters<typeof filterLineage>[1]): Promise<VisibleLineage>
  /** Stops following the lineage. */
  close(): void
}

/** More than this many different rights are not kept. */
const MOST = 32

/** Creates the views of `graph`. */
export function createVisibleLineages(graph: LineageGraph): VisibleLineages {
  const lineagesByRights = new Map<string, Promise<VisibleLineage>>()
  let revision = graph.revision
  const close = graph.observe(() => lineagesByRights.clear())
  return {
    get(rights, isVisible) {
      // A transaction that hides its changes ends without a change.
      if (revision !== graph.revision) lineagesByRights.clear()
      revision = graph.revision
      const cachedLineage = lineagesByRights.get(rights)
      if (cachedLineage !== undefined) return cachedLineage
      // Not released: the shown lineage reads it until nobody asks any more.
      const pendingLineage = runInSlices(filterLineage(graph.view.pin(), isVisible))
      if (lineagesByRights.size >= MOST) lineagesByRights.clear()
      lineagesByRights.set(rights, pendingLineage)
      return pendingLineage
    },
    close,
  }
}

/**
 * Whether a caller may see an asset: one that the caller may use; the columns of such a dataset; a file or table of such a
 * datasource, or of a dataset that reads it.
 */
export function maySeeVertex(catalog: Catalog, access: Access): (vertex: VertexRef) => boolean {
  if (access.usesEverything) return () => true
  const mayUseDataset = (name: string): boolean => access.may('USE', { type: 'DATASET', name })
  const guids = new Set(
    catalog.workspace.datasets
      .filter(({ name }) => mayUseDataset(name))
      .map(({ source }) => sourceGuid(source)),
  )
  const databases = Map.groupBy(
    catalog.workspace.datasources.filter(isEngine),
    (datasource) => datasource.database,
  )
  const maySeeTable = (guid: string): boolean => {
    if (guids.has(guid)) return true
    const [first = ''] = guid.split('.', 1)
    // A database may be that of several datasources.
    const names = databases.get(first)?.map(({ name }) => name) ?? [first]
    return names.every((name) => access.may('USE', { type: 'DATASOURCE', name }))
  }
  return ({ vertexType, vertexId }) => {
    switch (vertexType) {
      case 'DATASET':
        return mayUseDataset(vertexId)
      case 'DATASET_COLUMN':
        return mayUseDataset(vertexId.split('.', 1)[0]!)
      case 'FILE':
      case 'PHYSICAL_TABLE':
        return maySeeTable(vertexId)
      case 'FILE_COLUMN':
      case 'PHYSICAL_TABLE_COLUMN':
        return maySeeTable(vertexId.split('.', 3).join('.'))
      default:
        return access.may('USE', { type: vertexType, name: vertexId })
    }
  }
}

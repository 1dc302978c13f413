import type { Catalog } from '@tributary/catalog'
import { fileGuid } from '@tributary/catalog/internal'
import {
  type Lineage,
  type LineageGraph,
  type LineageView,
  VERTEX_TYPES,
  type Vertex,
  type VertexRef,
} from '@tributary/lineage'
import type { AdjacencyLists } from '@tributary/lineage/internal'
import type { Access } from '../access/access.ts'

/** A lineage without what a caller may not see. */
export interface ShownLineage extends Lineage {
  /** The number of neighbours of these assets that are left out, each counted once. */
  hiddenBeside(vertices: Iterable<VertexRef>): number
}

/** A lineage as a caller may see it: whole, or a {@link ShownLineage}. */
export type SeenLineage = Lineage & Partial<ShownLineage>

/** What a number without a vertex has for a type. */
const FREE = 255

/**
 * The part of a lineage that `isShown`: walks end where something hidden begins, suggestions name nothing
 * hidden. Reads the whole lineage once; questions are good until it changes. Edges and what vertices say stay
 * what they were, for an answer that is still being sent then.
 */
export function showLineage(
  { view }: Lineage,
  isShown: (vertex: VertexRef) => boolean,
): ShownLineage {
  const types = Uint8Array.from(view.types.subarray(0, view.size))
  // A number can be another vertex's when the lineage has changed, even one that must not be shown.
  const vertices: (Vertex | undefined)[] = []
  let vertexCount = 0
  for (let number = 0; number < view.size; number++) {
    const vertex = types[number]! < VERTEX_TYPES.length ? view.vertexAt(number) : undefined
    const shown = vertex !== undefined && isShown(vertex) ? vertex : undefined
    vertices.push(shown)
    if (shown === undefined) types[number] = FREE
    else vertexCount += 1
  }
  const sources = listsAmong(view.sources, types)
  const shown: LineageView = {
    size: view.size,
    vertexCount,
    edgeCount: edgesIn(sources),
    numberOf: (ref) => {
      const number = view.numberOf(ref)
      return number >= 0 && types[number] !== FREE ? number : -1
    },
    vertexAt: (number) => vertices[number]!,
    refAt: (number) => {
      const { vertexId, vertexType } = vertices[number]!
      return { vertexId, vertexType }
    },
    types,
    sources,
    targets: listsAmong(view.targets, types),
    labels: (wanted) => view.labels(wanted),
    buffers: view.buffers,
    advice: ({ vertexType, vertexId }) => {
      const { suggestions, otherTypes } = view.advice({ vertexType, vertexId })
      return {
        suggestions: suggestions.filter((id) => isShown({ vertexType, vertexId: id })),
        otherTypes: otherTypes.filter((type) => isShown({ vertexType: type, vertexId })),
      }
    },
  }
  return { view: shown, hiddenBeside: (vertices) => countHidden(view, types, vertices) }
}

/** The neighbours, without the numbers that `types` calls free. */
function listsAmong({ starts, counts, words }: AdjacencyLists, types: Uint8Array): AdjacencyLists {
  const kept: number[] = []
  const left = { starts: new Uint32Array(types.length), counts: new Uint32Array(types.length) }
  for (let number = 0; number < types.length; number++) {
    left.starts[number] = kept.length
    if (types[number] === FREE) continue
    for (const word of words.subarray(starts[number], starts[number]! + counts[number]!)) {
      if (types[word >>> 2] !== FREE) kept.push(word)
    }
    left.counts[number] = kept.length - left.starts[number]!
  }
  return { ...left, words: Uint32Array.from(kept) }
}

/** A pair with edges of both types counts two. */
function edgesIn({ words }: AdjacencyLists): number {
  return words.reduce((sum, word) => sum + (word & 1) + ((word >>> 1) & 1), 0)
}

function countHidden(view: LineageView, types: Uint8Array, vertices: Iterable<VertexRef>): number {
  const hidden = new Set<number>()
  for (const vertex of vertices) {
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
export interface ShownLineages {
  /** `rights` is the same text for callers who may see the same. */
  of(rights: string, isShown: Parameters<typeof showLineage>[1]): ShownLineage
  /** Stops following the lineage. */
  close(): void
}

/** More than this many different rights are not kept. */
const MOST = 32

/** Creates the views of `graph`. */
export function createShownLineages(graph: LineageGraph): ShownLineages {
  const made = new Map<string, ShownLineage>()
  const close = graph.observe(() => made.clear())
  return {
    of(rights, isShown) {
      const known = made.get(rights)
      if (known !== undefined) return known
      const lineage: Lineage = graph
      const shown = showLineage(lineage, isShown)
      if (made.size >= MOST) made.clear()
      made.set(rights, shown)
      return shown
    },
    close,
  }
}

/**
 * Whether a caller may see an asset: what the caller may use; the columns of a dataset with it; a file or table with
 * its datasource, or with a dataset that reads it.
 */
export function maySeeVertex(catalog: Catalog, access: Access): (vertex: VertexRef) => boolean {
  if (access.usesEverything) return () => true
  const mayUseDataset = (name: string): boolean => access.may('USE', { type: 'DATASET', name })
  const guids = new Set(
    catalog.workspace.datasets
      .filter(({ name }) => mayUseDataset(name))
      .map(({ source }) => fileGuid(source.datasource, source.file)),
  )
  const maySeeTable = (guid: string): boolean =>
    guids.has(guid) || access.may('USE', { type: 'DATASOURCE', name: guid.split('.', 1)[0]! })
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

import type { Catalog } from '@tributary/catalog'
import {
  type CatalogEntry,
  catalogEntries,
  createTextIndex,
  type TextIndex,
} from '@tributary/catalog/internal'
import type { CatalogType } from '@tributary/contract'
import { createAsyncMemo, runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { LineageGraph } from '@tributary/lineage'
import type { Access } from '../../access/access.ts'
import { toPlanResource } from '../../model/rights.ts'
import { readViewHeads } from '../../store/definitions/metric-views.ts'
import type { Store } from '../../store/schema.ts'

/** Something that can be searched for. */
export interface SearchEntry extends Omit<CatalogEntry, 'type'> {
  readonly type: CatalogType
}

/** Entries with their index, as far as a caller may use them. */
export interface SearchShelf {
  /** By type, then by name, then by dataset. */
  readonly entries: readonly SearchEntry[]
  readonly index: TextIndex
  /** For each entry whether the caller may use it; absent when the caller may use all. */
  readonly visibility?: Uint8Array
}

/** The search indexes of a tenant, made when they are first needed. */
export interface SearchIndexes {
  /** Those of the definitions and of the views, whose types come later. */
  visibleTo(access: Access): Promise<readonly SearchShelf[]>
  /** Makes the index of the definitions now. */
  prepare(signal?: AbortSignal): Promise<void>
  /** Whether the index of the definitions is made or being made. */
  isPrepared(): boolean
}

/** How many rights are kept. */
const MOST = 100

/** Entries whose rights are looked up between two yields. */
const AT_ONCE = 256

/** Options of {@link createSearchIndexes}. */
export interface SearchIndexesDeps {
  readonly store: Store
  readonly graph: LineageGraph
}

/** The search indexes of the definitions of `catalog` and of the views, which are read again after each change of `graph`. */
export function createSearchIndexes(
  catalog: Catalog,
  { store, graph }: SearchIndexesDeps,
): SearchIndexes {
  const memo = createAsyncMemo<SearchShelf>()
  let views: { readonly revision: number; readonly shelf: Promise<SearchShelf> } | null = null
  let visibilities = new Map<string, Promise<Uint8Array>>()
  const definitionsNow = (signal?: AbortSignal): Promise<SearchShelf> =>
    memo.getOrMake('definitions', () => runInSlices(createDefinitionShelf(catalog), signal))
  const readShelf = async (): Promise<SearchShelf> => {
    const heads = await readViewHeads(store, catalog.workspace.tenant)
    return runInSlices(createSearchShelf(heads.map(toViewEntry)))
  }
  const viewsNow = (): Promise<SearchShelf> => {
    const { revision } = graph
    if (views?.revision !== revision) {
      const shelf = readShelf()
      views = { revision, shelf }
      // A reading that failed is tried again.
      shelf.catch(() => {
        if (views?.shelf === shelf) views = null
      })
    }
    return views.shelf
  }
  return {
    visibleTo: async (access) => {
      const [definitions, viewShelf] = await Promise.all([definitionsNow(), viewsNow()])
      if (access.usesEverything) return [definitions, viewShelf]
      let visibility = visibilities.get(access.rights)
      if (visibility === undefined) {
        visibility = runInSlices(markVisibleEntries(definitions, access))
        if (visibilities.size >= MOST) visibilities = new Map()
        visibilities.set(access.rights, visibility)
      }
      return [
        { ...definitions, visibility: await visibility },
        { ...viewShelf, visibility: await runInSlices(markVisibleEntries(viewShelf, access)) },
      ]
    },
    prepare: async (signal) => {
      await definitionsNow(signal)
    },
    isPrepared: () => memo.get('definitions') !== undefined,
  }
}

function* createDefinitionShelf(catalog: Catalog): SlicedWork<SearchShelf> {
  return yield* createSearchShelf(yield* catalogEntries(catalog))
}

function* createSearchShelf(entries: readonly SearchEntry[]): SlicedWork<SearchShelf> {
  return { entries, index: yield* createTextIndex(entries) }
}

function toViewEntry({
  name,
  displayName,
  description,
  createdBy,
}: Awaited<ReturnType<typeof readViewHeads>>[number]): SearchEntry {
  const texts = { name, code: null, displayName, description: description ?? '' }
  return { type: 'ANALYSIS_VIEW', ...texts, dataset: null, category: null, owner: createdBy }
}

function* markVisibleEntries({ entries }: SearchShelf, access: Access): SlicedWork<Uint8Array> {
  const visibility = new Uint8Array(entries.length)
  for (const [place, entry] of entries.entries()) {
    if (place % AT_ONCE === 0) yield
    visibility[place] = mayUse(access, entry) ? 1 : 0
  }
  return visibility
}

function mayUse(access: Access, { type, name, dataset }: SearchEntry): boolean {
  switch (type) {
    case 'PLAN':
      return access.may('USE', toPlanResource({ name }))
    case 'DATASET_COLUMN':
      return access.may('USE', { type: 'DATASET', name: dataset ?? '' })
    default:
      return access.may('USE', { type, name })
  }
}

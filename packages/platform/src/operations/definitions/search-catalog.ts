import { createHash } from 'node:crypto'
import { matchedPart } from '@tributary/catalog/internal'
import type {
  CatalogItemData,
  CatalogSearchData,
  CatalogSearchQuery,
  CatalogType,
} from '@tributary/contract'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import { invalidRequestError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import type { SearchEntry, SearchShelf } from '../../tenant/search/search-indexes.ts'
import type { Session } from '../../tenant/session.ts'

const USUAL_LIMIT = 20

/** Entries that are looked at between two yields. */
const AT_ONCE = 8_192

/** The definitions and views that the caller may use and that fit the question, best first. */
export async function searchCatalog(
  session: Session,
  query: CatalogSearchQuery,
  { signal }: CallOptions = {},
): Promise<CatalogSearchData> {
  const { access, catalog, searchIndexes } = session
  const after = query.cursor === undefined ? null : readCursor(query.cursor, query)
  const shelves = await searchIndexes.visibleTo(access)
  const isShown = (dataset: string): boolean => catalog.datasets.byName(dataset) !== undefined
  return runInSlices(searchShelves(shelves, { query, after, isShown }), signal)
}

interface Search {
  readonly query: CatalogSearchQuery
  readonly after: Position | null
  /** Whether the caller may use a dataset. */
  readonly isShown: (dataset: string) => boolean
}

function* searchShelves(
  shelves: readonly SearchShelf[],
  { query, after, isShown }: Search,
): SlicedWork<CatalogSearchData> {
  const { q = '', types, limit = USUAL_LIMIT } = query
  const totals: { [Type in CatalogType]?: number } = {}
  const page: { readonly key: number; readonly entry: SearchEntry }[] = []
  let isMore = false
  let looked = 0
  for (const { key, shelf, places } of yield* collectSearchGroups(shelves, q)) {
    for (const place of places) {
      if (++looked % AT_ONCE === 0) yield
      const entry = shelf.entries[place]!
      if (shelf.visibility?.[place] === 0 || !matchesFilters(entry, query, isShown)) continue
      totals[entry.type] = (totals[entry.type] ?? 0) + 1
      if (types !== undefined && !types.includes(entry.type)) continue
      if (after !== null && compare(toSearchPosition(key, entry), after) <= 0) continue
      if (page.length < limit) page.push({ key, entry })
      else isMore = true
    }
  }
  const last = page.at(-1)
  return {
    items: page.map(({ entry }) => toCatalogItem(entry, q, isShown)),
    totals,
    cursor: isMore && last ? writeCursor(toSearchPosition(last.key, last.entry), query) : null,
  }
}

interface Group {
  readonly key: number
  readonly shelf: SearchShelf
  readonly places: Iterable<number>
}

/** The entries of all shelves that match the text, the best match first; all entries without a text. */
function* collectSearchGroups(
  shelves: readonly SearchShelf[],
  q: string,
): SlicedWork<readonly Group[]> {
  if (q.trim() === '') {
    return shelves.map((shelf) => ({ key: 0, shelf, places: shelf.entries.keys() }))
  }
  const groups: Group[] = []
  for (const shelf of shelves) {
    const matches = yield* shelf.index.search(q, shelf.visibility)
    for (const [key, places] of matches) groups.push({ key, shelf, places })
  }
  return groups.sort((a, b) => a.key - b.key)
}

function matchesFilters(
  entry: SearchEntry,
  { dataset, category, owner }: CatalogSearchQuery,
  isShown: Search['isShown'],
): boolean {
  if (dataset !== undefined && !(entry.dataset === dataset && isShown(dataset))) return false
  if (category !== undefined) {
    if (entry.category?.id !== category && entry.category?.name !== category) return false
  }
  return owner === undefined || entry.owner === owner
}

function toCatalogItem(entry: SearchEntry, q: string, isShown: Search['isShown']): CatalogItemData {
  const { type, name, code, displayName, description, category, owner } = entry
  const dataset = entry.dataset !== null && isShown(entry.dataset) ? entry.dataset : null
  const matched = matchedPart(entry, q)
  return { type, name, code, displayName, description, dataset, category, owner, matched }
}

/** Where an item is in the order: the next page begins after it, also when the definitions have changed. */
type Position = readonly [key: number, type: number, name: string, dataset: string]

const ORDER: Readonly<Record<CatalogType, number>> = {
  METRIC: 0,
  DIMENSION: 1,
  DATASET: 2,
  DATASET_COLUMN: 3,
  PLAN: 4,
  ANALYSIS_VIEW: 5,
}

function toSearchPosition(key: number, { type, name, dataset }: SearchEntry): Position {
  return [key, ORDER[type], name, type === 'DATASET_COLUMN' ? (dataset ?? '') : '']
}

function compare(a: Position, b: Position): number {
  for (const [i, value] of a.entries()) {
    const counterpart = b[i]!
    if (value !== counterpart) return value < counterpart ? -1 : 1
  }
  return 0
}

function writeCursor(position: Position, query: CatalogSearchQuery): string {
  return Buffer.from(JSON.stringify([questionKey(query), ...position])).toString('base64url')
}

function readCursor(cursor: string, query: CatalogSearchQuery): Position {
  const parts = tryParseJson(Buffer.from(cursor, 'base64url').toString())
  const [key, ...position] = Array.isArray(parts) ? (parts as readonly unknown[]) : []
  if (!isPosition(position)) {
    const reason = `cursor is not one that this operation gave: take it from the page before, or leave it out for the first page.`
    throw invalidRequestError('cursor', reason)
  }
  if (key === questionKey(query)) return position
  const reason =
    'cursor belongs to a search with another q, types, dataset, category or owner: repeat those of the page before, or leave cursor out.'
  throw invalidRequestError('cursor', reason)
}

function isPosition(value: readonly unknown[]): value is Position {
  const [key, type, name, dataset, ...more] = value
  return (
    Number.isSafeInteger(key) &&
    Number.isSafeInteger(type) &&
    typeof name === 'string' &&
    typeof dataset === 'string' &&
    more.length === 0
  )
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Tells one question from another. */
function questionKey({ q = '', types, dataset, category, owner }: CatalogSearchQuery): string {
  const questionParts = [q, types?.toSorted(), dataset, category, owner]
  return createHash('sha256').update(JSON.stringify(questionParts)).digest('base64url').slice(0, 8)
}

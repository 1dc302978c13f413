import { type LineageState, lineageQuery, newLineageState, readLineage } from './lineage-state.ts'
import { type OperationsState, operationsQuery, readOperations } from './operations-state.ts'
import { parseQuery, type Query, queryText } from './query.ts'
import { readWhyState, type WhyState, whyQuery } from './why-state.ts'

/** Pages about one thing, by its name. */
export const NAMED_PAGES = ['metric', 'dimension', 'dataset', 'view'] as const

/** One of {@link NAMED_PAGES}. */
export type NamedPage = (typeof NAMED_PAGES)[number]

/** The page that an address shows. */
export type Page =
  | { readonly page: 'home'; readonly windows: HomeWindows }
  | { readonly page: 'why'; readonly state: WhyState }
  | { readonly page: 'catalog'; readonly search: CatalogState }
  | { readonly page: NamedPage; readonly name: string }
  | { readonly page: 'operations'; readonly state: OperationsState }
  | { readonly page: 'lineage'; readonly state: LineageState }
  | { readonly page: 'unknown'; readonly path: string }

/** The windows whose movements are shown: their words, null for those of the data. */
export interface HomeWindows {
  readonly now: string | null
  readonly was: string | null
}

/** The first page. */
export const HOME: Page = { page: 'home', windows: { now: null, was: null } }

/** A search of the catalog. */
export interface CatalogState {
  readonly text: string
  /** The type of the assets to list; null for all. */
  readonly type: string | null
}

/** The page of the lineage of one asset, a hop each way. */
export function lineagePage(type: string, id: string): Page {
  return { page: 'lineage', state: newLineageState(type, id) }
}

/** The address of a page below the root of the explorer: `/why/average_delay?now=2001-06`. */
export function pageAddress(page: Page): string {
  const [path, query] = toAddressParts(page)
  const text = queryText(query)
  return `/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

function toAddressParts(page: Page): readonly [path: readonly string[], query: Query] {
  switch (page.page) {
    case 'home':
      return [[], homeQuery(page.windows)]
    case 'why':
      return [
        [page.state.peers === null ? 'why' : 'peers', page.state.metric],
        whyQuery(page.state),
      ]
    case 'catalog':
      return [['catalog'], catalogQuery(page.search)]
    case 'metric':
    case 'dimension':
    case 'dataset':
    case 'view':
      return [[page.page, page.name], []]
    case 'operations':
      return [['operations'], operationsQuery(page.state)]
    case 'lineage':
      return [['lineage', page.state.type, page.state.id], lineageQuery(page.state)]
    case 'unknown':
      return [page.path.split('/').slice(1), []]
  }
}

/** Reads an address below the root of the explorer: its path with the leading slash, and its query without `?`. */
export function readPage(path: string, query: string): Page {
  const [first = '', ...remainingSegments] = path.replace(/^\//, '').split('/').map(decodePathPiece)
  const parameters = parseQuery(query)
  if (first === '' && remainingSegments.length === 0)
    return { page: 'home', windows: readHome(parameters) }
  if (first === 'catalog' && remainingSegments.length === 0) {
    return { page: 'catalog', search: readCatalog(parameters) }
  }
  if (first === 'operations' && remainingSegments.length === 0) {
    return { page: 'operations', state: readOperations(parameters) }
  }
  const [name = '', id = ''] = remainingSegments
  if (name !== '' && remainingSegments.length === 1) {
    if (first === 'why' || first === 'peers') {
      return { page: 'why', state: readWhyState(name, parameters, first === 'peers') }
    }
    const named = NAMED_PAGES.find((candidate) => candidate === first)
    if (named !== undefined) return { page: named, name }
  }
  if (first === 'lineage' && name !== '' && id !== '' && remainingSegments.length === 2) {
    return { page: 'lineage', state: readLineage(name, id, parameters) }
  }
  return { page: 'unknown', path }
}

/** A percent sign that stands for itself does not make an address unreadable. */
function decodePathPiece(piece: string): string {
  try {
    return decodeURIComponent(piece)
  } catch {
    return piece
  }
}

function homeQuery({ now, was }: HomeWindows): Query {
  return [
    ...(now === null ? [] : [['now', now] as const]),
    ...(was === null ? [] : [['was', was] as const]),
  ]
}

function readHome(query: Query): HomeWindows {
  return { now: parameter(query, 'now') || null, was: parameter(query, 'was') || null }
}

function catalogQuery({ text, type }: CatalogState): Query {
  return [
    ...(text === '' ? [] : [['q', text] as const]),
    ...(type === null ? [] : [['type', type] as const]),
  ]
}

function readCatalog(query: Query): CatalogState {
  return { text: parameter(query, 'q') ?? '', type: parameter(query, 'type') || null }
}

function parameter(query: Query, name: string): string | undefined {
  return query.find(([parameterName]) => parameterName === name)?.[1]
}

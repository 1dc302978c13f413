import { escapeMarks, splitAtMark, unescapeMarks } from './escape.ts'
import type { Query } from './query.ts'

/** An asset by its type and its id. */
export interface AssetName {
  readonly type: string
  readonly id: string
}

/** An asset whose further neighbours are shown in one direction. */
export interface Expansion extends AssetName {
  readonly side: 'up' | 'down'
}

/** The searches of the whole lineage. */
export const FINDINGS = ['single-points', 'loose-ends', 'cycles'] as const

/** One of {@link FINDINGS}. */
export type Finding = (typeof FINDINGS)[number]

/** The neighbourhood of one asset. */
export interface LineageState extends AssetName {
  /** Hops upstream and downstream. */
  readonly up: number
  readonly down: number
  /** Whether columns are shown. */
  readonly columns: boolean
  /** The assets that are expanded beyond the hops. */
  readonly open: readonly Expansion[]
  /** The asset that is described beside the graph; null for none. */
  readonly pick: AssetName | null
  /** The column whose way is followed; null for none. */
  readonly column: AssetName | null
  /** The day whose lineage is shown, `YYYY-MM-DD`; null for now. */
  readonly asOf: string | null
  /** The day since which changes are marked; null for none. */
  readonly since: string | null
  /** The list that is shown below the graph; null for none. */
  readonly find: Finding | null
}

/** The most hops that an address may ask for in one direction. */
export const MOST_HOPS = 20

/** One asset with a hop each way. */
export function newLineageState(type: string, id: string): LineageState {
  return {
    type,
    id,
    up: 1,
    down: 1,
    columns: false,
    open: [],
    pick: null,
    column: null,
    asOf: null,
    since: null,
    find: null,
  }
}

/** The parameters of the page; what has its default is left out. */
export function lineageQuery(state: LineageState): Query {
  const { up, down, columns, open, pick, column, asOf, since, find } = state
  const toParameters = (name: string, value: string | null): Query =>
    value === null ? [] : [[name, value]]
  return [
    ...toParameters('up', up === 1 ? null : String(up)),
    ...toParameters('down', down === 1 ? null : String(down)),
    ...toParameters('columns', columns ? 'all' : null),
    ...open.map((each) => ['open', `${each.side}:${assetText(each)}`] as const),
    ...toParameters('pick', pick && assetText(pick)),
    ...toParameters('column', column && assetText(column)),
    ...toParameters('as', asOf),
    ...toParameters('since', since),
    ...toParameters('find', find),
  ]
}

/** Reads the parameters of the page about an asset. What makes no sense is left out. */
export function readLineage(type: string, id: string, query: Query): LineageState {
  const all = (name: string) => query.flatMap(([each, value]) => (each === name ? [value] : []))
  const first = (name: string) => all(name)[0]
  return {
    type,
    id,
    up: readHops(first('up')) ?? 1,
    down: readHops(first('down')) ?? 1,
    columns: first('columns') === 'all',
    open: all('open').flatMap((text) => readExpansion(text) ?? []),
    pick: readAsset(first('pick')),
    column: readAsset(first('column')),
    asOf: readDay(first('as')),
    since: readDay(first('since')),
    find: FINDINGS.find((each) => each === first('find')) ?? null,
  }
}

/** `METRIC:late_rate`. Marks in the type are escaped. */
function assetText({ type, id }: AssetName): string {
  return `${escapeMarks(type, ':')}:${id}`
}

function readAsset(text: string | undefined): AssetName | null {
  const [type = '', id = ''] = splitAtMark(text ?? '', ':', 2)
  return type === '' || id === '' ? null : { type: unescapeMarks(type), id }
}

function readExpansion(text: string): Expansion | null {
  const [side, assetPart] = splitAtMark(text, ':', 2)
  const asset = readAsset(assetPart)
  return asset !== null && (side === 'up' || side === 'down') ? { side, ...asset } : null
}

function readHops(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,4}$/.test(text)) return null
  return Math.min(Number(text), MOST_HOPS)
}

function readDay(text: string | undefined): string | null {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null
}

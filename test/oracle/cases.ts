import type { Grain, Question, Range } from './attribution-oracle.ts'
import { ATOMS, type Formula, textOf } from './metrics.ts'
import { csvFiles, type Order, REGIONS } from './orders.ts'

/** A request of the API, and the same in the oracle's words. */
export interface Case {
  readonly request: {
    readonly metric: string
    readonly metricDefinitions?: Readonly<Record<string, object>>
    readonly dimensions: readonly string[]
    readonly attribution: Readonly<Record<string, unknown>>
  }
  readonly question: Question
  /** The names of each table's key columns. */
  readonly keys: readonly (readonly string[])[]
  readonly compareDimension: string | null
}

/** The files of a workspace with these orders and these formulas, `m0` and on. */
export function workspaceFiles(
  rows: readonly Order[],
  formulas: readonly Formula[],
  grain: Grain,
): Readonly<Record<string, string>> {
  const metrics = [
    ...ATOMS.map(
      ({ name, yaml }) => `  - { name: ${name}, type: ATOMIC, dataset: orders, ${yaml} }`,
    ),
    ...formulas.map((one, i) => `  - { name: m${i}, type: COMPOSITE, expr: '${textOf(one)}' }`),
  ]
  return {
    ...csvFiles(rows),
    'workspace.yaml': `${WORKSPACE.replace('GRAIN', grain)}metrics:\n${metrics.join('\n')}\n`,
  }
}

const WORKSPACE = `tenant: oracle
accounts: [{ account: judge, role: OWNER }]
datasources: [{ name: here, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: here, file: orders.parquet }
    time: { column: at, grain: GRAIN }
    columns:
      - { name: at, type: TIMESTAMP }
      - { name: shop, type: VARCHAR }
      - { name: kind, type: VARCHAR }
      - { name: quantity, type: BIGINT }
      - { name: price, type: DECIMAL }
      - { name: weight, type: DOUBLE }
    relations: [{ name: at_shop, to: places, on: { shop: code } }]
  - name: places
    source: { datasource: here, file: shops.csv }
    columns: [{ name: code, type: VARCHAR, isPrimaryKey: true }, { name: region, type: VARCHAR }]
dateTags:
  - { name: weekend, condition: 'DayOfWeek([metric_time]) >= 6' }
  - { name: payday, condition: 'Day([metric_time]) = 25' }
dimensions:
  - { name: shop, dataset: orders, column: shop }
  - { name: kind, dataset: orders, column: kind }
  - { name: region, dataset: orders, via: at_shop, column: region }
  - { name: size, dataset: orders, expr: 'If([quantity] > 3, "large", If(IsNull([quantity]), "none", "small"))' }
`

/** What chooses among alternatives. */
export type Pick = <T>(list: readonly T[]) => T

/** A request about a metric, chosen among many. */
export function caseOf(
  about: { rows: readonly Order[]; formula: Formula; metric: string; grain: Grain },
  pick: Pick,
): Case {
  const { rows, formula, metric, grain } = about
  const own = temporaryOf(metric, pick)
  const drill = pick([null, null, ...CONDITIONS])
  const entries = [pick(ENTRIES), pick(ENTRIES)].filter((one, i, all) => all.indexOf(one) === i)
  const average = pick([false, true])
  const peers = pick([false, true])
  const compareDimension = peers ? pick(['shop', 'kind', 'region']) : null
  const sides = { current: sideOf(peers, pick), compare: sideOf(peers, pick) }
  return {
    request: {
      metric: own === null ? metric : 'own',
      ...(own === null ? {} : { metricDefinitions: { own: own.definition } }),
      dimensions: entries.map(({ text }) => text),
      attribution: {
        attributionCalculateType: average ? 'AVG' : 'ALL',
        filters: drill === null ? [] : [drill.text],
        ...(compareDimension === null
          ? {
              currentTimeConstraint: sides.current.window.text,
              compareTimeConstraint: sides.compare.window.text,
            }
          : {
              compareDimension,
              currentObject: objectOf(sides.current),
              compareObject: objectOf(sides.compare),
            }),
      },
    },
    question: {
      rows,
      formula,
      ownFilter: own?.filter ?? (() => true),
      windows: {
        current: { time: sides.current.window.time, filter: sides.current.filter.holds },
        compare: { time: sides.compare.window.time, filter: sides.compare.filter.holds },
      },
      drillDown: drill?.holds ?? null,
      average,
      grain: own?.grain ?? grain,
      groupings: entries.map(({ keyOf }) => keyOf),
    },
    keys: entries.map(({ text }) => text.split(',')),
    compareDimension,
  }
}

interface Temporary {
  readonly definition: object
  readonly filter: (row: Order) => boolean
  readonly grain: Grain | null
}

/** A temporary metric with filters, a kind of days and a grain of its own; or none. */
function temporaryOf(refMetric: string, pick: Pick): Temporary | null {
  const condition = pick([null, null, ...CONDITIONS])
  const tag = pick([null, null, null, ...TAGS])
  const grain = pick([null, null, 'DAY', 'WEEK', 'MONTH'] as const)
  if (condition === null && tag === null && grain === null) return null
  return {
    definition: {
      refMetric,
      filters: condition === null ? [] : [condition.text],
      ...(tag === null ? {} : { onlyContainsDateTag: tag.name }),
      ...(grain === null ? {} : { metricGrain: grain }),
    },
    filter: (row) => (condition?.holds(row) ?? true) && (tag?.holds(row) ?? true),
    grain,
  }
}

interface SideChoice {
  readonly window: { readonly text: string; readonly time: Range }
  readonly filter: Condition
}

function sideOf(peer: boolean, pick: Pick): SideChoice {
  return { window: pick(WINDOWS), filter: peer ? pick(CONDITIONS) : EVERYTHING }
}

function objectOf({ window, filter }: SideChoice): object {
  return { filters: [filter.text], timeConstraint: window.text }
}

interface Condition {
  readonly text: string
  readonly holds: (row: Order) => boolean
}

const EVERYTHING: Condition = { text: '1 = 1', holds: () => true }

const CONDITIONS: readonly Condition[] = [
  { text: '[shop] = "a"', holds: ({ shop }) => shop === 'a' },
  { text: '[shop] != "a"', holds: ({ shop }) => shop !== null && shop !== 'a' },
  { text: 'In([shop], "b", "c", "lone")', holds: ({ shop }) => shop !== null && shop !== 'a' },
  {
    text: '[kind] = "x" OR [quantity] > 5',
    holds: ({ kind, quantity }) => kind === 'x' || (quantity ?? 0) > 5,
  },
  { text: 'IsNull([region])', holds: ({ shop }) => (shop === null ? null : REGIONS[shop]) == null },
  { text: '[price] >= 250.5', holds: ({ price }) => price !== null && Number(price) >= 250.5 },
  { text: 'NOT ([weight] < 5)', holds: ({ weight }) => weight !== null && weight >= 5 },
]

const TAGS: readonly { readonly name: string; readonly holds: (row: Order) => boolean }[] = [
  { name: 'weekend', holds: ({ at }) => at !== null && [0, 6].includes(new Date(at).getUTCDay()) },
  { name: 'payday', holds: ({ at }) => at !== null && new Date(at).getUTCDate() === 25 },
]

const month = (number: number) => ({
  text: `[metric_time__month] = "2024-0${number}"`,
  time: { from: Date.UTC(2024, number - 1), to: Date.UTC(2024, number) },
})

const days = (from: string, to: string, text: string) => ({
  text,
  time: { from: Date.parse(from), to: Date.parse(to) },
})

const WINDOWS = [
  month(1),
  month(2),
  month(2),
  month(3),
  month(3),
  month(4),
  days('2024-02-05', '2024-02-12', 'DateTrunc([metric_time], "WEEK") = "2024-02-05"'),
  days(
    '2024-02-10',
    '2024-03-20',
    '[metric_time] >= "2024-02-10" AND DateTrunc([metric_time], "DAY") < "2024-03-20"',
  ),
  days('2024-03-01', '2024-03-03', '[metric_time__day] BETWEEN "2024-03-01" AND "2024-03-02"'),
  days('2024-01-01', '2024-04-01', '[metric_time__quarter] = "2024-01-01"'),
]

const label = (value: string | null | undefined) => value ?? '(null)'
const sizeOf = ({ quantity }: Order) =>
  quantity === null ? 'none' : quantity > 3 ? 'large' : 'small'
const regionOf = ({ shop }: Order) => label(shop === null ? null : REGIONS[shop])
const dayOf = ({ at }: Order) => new Date(at!).toISOString().slice(0, 10)

/** Entries of `dimensions`; a key of several columns is joined by a line break. */
const ENTRIES: readonly { readonly text: string; readonly keyOf: (row: Order) => string }[] = [
  { text: 'shop', keyOf: ({ shop }) => label(shop) },
  { text: 'kind', keyOf: ({ kind }) => label(kind) },
  { text: 'region', keyOf: regionOf },
  { text: 'size', keyOf: sizeOf },
  { text: 'metric_time__month', keyOf: (row) => `${dayOf(row).slice(0, 7)}-01` },
  { text: 'metric_time__day', keyOf: dayOf },
  { text: 'region,size', keyOf: (row) => `${regionOf(row)}\n${sizeOf(row)}` },
  {
    text: 'kind,metric_time__month,shop',
    keyOf: (row) => `${label(row.kind)}\n${dayOf(row).slice(0, 7)}-01\n${label(row.shop)}`,
  },
]

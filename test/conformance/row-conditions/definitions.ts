import type { Rule } from './rules.ts'
import { listColumns, RELATIONS, type Row, TABLE_NAMES, type TableName } from './tables.ts'
import type { Rules } from './visible-rows.ts'

/** The datasource of each table, and what it is called there. */
export type Places = Readonly<Record<TableName, Readonly<Record<string, string>>>>

/** What a workspace is written with. */
export interface DefinitionsOptions {
  readonly rules: Rules
  readonly onMetrics: TableName | null
  readonly hasPlans: boolean
  readonly datasources: readonly object[]
  readonly places: Places
}

/** Dimensions of sales, of visits, of both, and those that `eve` may use. */
export const DIMENSIONS = {
  sales: [
    ...['region', 'customer', 'product', 'city', 'country', 'keeper', 'level', 'cost', 'grade'],
    ...['band', 'place', 'regular', 'busy', 'shop_id', 'born', 'listed_on', 'metric_time'],
    ...['metric_time__day', 'metric_time__month', 'metric_time__year', 'born__year'],
  ],
  visits: ['area', 'visitor', 'city', 'country', 'keeper', 'shop_id', 'metric_time__month'],
  both: ['region', 'city', 'country', 'keeper', 'shop_id', 'metric_time__month', 'metric_time'],
  eve: ['city', 'customer', 'level', 'region', 'regular', 'metric_time__month'],
} as const

const createAtom = (name: string, aggregate: string, more: object = {}) => ({
  ...{ name, type: 'ATOMIC', dataset: 'sales', aggregate },
  ...more,
})
const createSum = (name: string, expr: string, more: object = {}) =>
  createAtom(name, 'SUM', { expr, ...more })
const createBalance = (name: string, take: string, more: object = {}) =>
  createSum(name, '[amount]', { nonAdditive: { over: 'time', take, ...more } })
const createMoved = (name: string, period: object, metric = 'revenue') => ({
  ...{ name, type: 'DERIVED', metric, period },
})
const createFormula = (name: string, expr: string, more: object = {}) => ({
  ...{ name, type: 'COMPOSITE', expr, ...more },
})

const SALES = [
  createAtom('orders', 'COUNT'),
  createSum('revenue', '[amount]'),
  createSum('value', '[price]'),
  createSum('load', '[weight]'),
  createSum('scaled', '[amount] * 1000'),
  createSum('squared', '[amount] * [amount]'),
  createSum('cost_of_sales', "['prices'/'cost']"),
  createSum('late_revenue', '[amount]', { time: 'paid' }),
  createSum('sold', '[amount]', { times: ['paid', 'listed', 'opened'] }),
  createSum('rare', '[amount]', { filters: ['[region] = "US"'], nullWhenEmpty: true }),
  createSum('filled', '[amount]', { fillsPeriods: true }),
  createSum('in_ghent', '[amount]', { filters: ['[city] = "Ghent"'] }),
  createSum('loyal', '[amount]', { filters: ['[regular]'] }),
  createAtom('buyers', 'COUNT_DISTINCT', { expr: '[customer]' }),
  createAtom('cities', 'COUNT_DISTINCT', { expr: "['shops'/'city']" }),
  createAtom('mean', 'AVG', { expr: '[amount]' }),
  createAtom('least', 'MIN', { expr: '[amount]' }),
  createAtom('dearest', 'MAX', { expr: '[price]' }),
  createAtom('last_day', 'MAX', { expr: '[day]' }),
  createAtom('first_note', 'MIN', { expr: '[note]' }),
  createAtom('middle', 'MEDIAN', { expr: '[amount]' }),
  createAtom('upper', 'PERCENTILE', { expr: '[price]', fraction: 0.9 }),
  createAtom('lower', 'PERCENTILE_DISC', { expr: '[amount]', fraction: 0.3 }),
  createAtom('spread', 'VARIANCE', { expr: '[amount]' }),
  createAtom('deviation', 'STDDEV', { expr: '[price]' }),
  createBalance('stock', 'LAST'),
  createBalance('opening', 'FIRST'),
  createBalance('peak', 'MAX'),
  createBalance('mean_stock', 'AVG'),
  createBalance('stock_of_each', 'LAST', { per: ['customer'] }),
  createBalance('stock_of_cities', 'FIRST', { per: ['city'] }),
  { name: 'european', type: 'DERIVED', metric: 'revenue', filters: ['[region] = "EU"'] },
  createMoved('revenue_before', { before: '1 MONTH' }),
  createMoved('revenue_first', { startOf: 'MONTH' }),
  createMoved('revenue_week', { trailing: '7 DAY' }),
  createMoved('revenue_so_far', { toDate: 'MONTH' }),
  createMoved('revenue_ever', { allTime: true }),
  createMoved('revenue_ever_mean', { allTime: true, take: 'AVG' }),
  createFormula('basket', '[revenue] / [orders]'),
  createFormula('growth', '[revenue] - [revenue_before]'),
  createFormula('share', '[european] / NullIf([revenue], 0)'),
  createFormula('unpaid', '[sold] - [late_revenue]'),
  createFormula('largest', 'Max([amount]) - Min([amount])', { dataset: 'sales' }),
  createFormula('rate', 'Sum([amount]) / Count([note])', { dataset: 'sales' }),
]

const VISITS = [
  createAtom('views', 'SUM', { dataset: 'visits', expr: '[views]' }),
  createAtom('visits', 'COUNT', { dataset: 'visits' }),
  createAtom('visitors', 'COUNT_DISTINCT', { dataset: 'visits', expr: '[visitor]' }),
  createAtom('last_views', 'SUM', {
    ...{ dataset: 'visits', expr: '[views]', nonAdditive: { over: 'time', take: 'LAST' } },
  }),
]

const BOTH = [
  createFormula('per_view', '[revenue] / [views]'),
  createFormula('per_visitor', '[orders] - [visitors]'),
]

const listNames = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

/** Metrics of sales, of visits, of both, and those that `eve` may use, who has no role. */
export const METRICS = {
  sales: listNames(SALES),
  visits: listNames(VISITS),
  both: listNames(BOTH),
  eve: ['revenue', 'basket', 'views', 'per_view', 'sold', 'stock', 'cost_of_sales', 'loyal'],
}

const DATASETS: Readonly<Record<TableName, object>> = {
  zones: {},
  customers: {},
  prices: {},
  shops: {},
  visits: {
    time: { column: 'day', grain: 'DAY' },
    filter: '[views] IS NULL OR [views] * 1000000000 < 9000000000000',
  },
  sales: {
    time: { column: 'day', grain: 'DAY' },
    times: [
      { name: 'paid', column: 'paid', grain: 'DAY' },
      { name: 'listed', via: 'sale_price', column: 'since', grain: 'DAY' },
      { name: 'opened', via: 'sale_shop', column: 'opened', grain: 'DAY' },
    ],
  },
}

const createDimension = (name: string, dataset: string, more: object = {}) => ({
  name,
  dataset,
  ...more,
})

const DIMENSION_LIST = [
  createDimension('region', 'sales', { column: 'region' }),
  createDimension('customer', 'sales', { column: 'customer' }),
  createDimension('product', 'sales', { column: 'product' }),
  createDimension('band', 'sales', { expr: 'If([amount] < 10, "small", "large")' }),
  createDimension('place', 'sales', {
    expr: 'Concat(Coalesce([region], "?"), "/", [\'shops\'/\'city\'])',
  }),
  createDimension('regular', 'sales', { per: 'customer', having: '[orders] > 1' }),
  createDimension('busy', 'sales', { per: 'city', having: '[views] > 3' }),
  createDimension('level', 'sales', { via: 'sale_price', column: 'level' }),
  createDimension('cost', 'sales', { via: 'sale_price', column: 'cost' }),
  createDimension('listed_on', 'sales', { via: 'sale_price', column: 'since' }),
  createDimension('grade', 'customers', { column: 'grade' }),
  createDimension('born', 'customers', { column: 'born' }),
  createDimension('area', 'visits', { column: 'area', sameAs: 'region' }),
  createDimension('visitor', 'visits', { column: 'visitor' }),
  createDimension('shop_id', 'shops', { column: 'id' }),
  createDimension('city', 'shops', { column: 'city' }),
  createDimension('country', 'shops', { via: 'shop_zone', column: 'country' }),
  createDimension('keeper', 'zones', { column: 'keeper' }),
]

/** The plans, whose tables have the rows of all users. */
export const PLANS = [
  {
    ...{ name: 'sums', kind: 'RESULT', dimensions: ['metric_time__day', 'region', 'customer'] },
    metrics: ['revenue', 'orders', 'value', 'least'],
  },
  {
    ...{ name: 'lines', kind: 'ACCELERATION' },
    dimensions: ['metric_time', 'region', 'customer', 'city', 'country', 'level', 'grade'],
    metrics: ['revenue', 'orders', 'buyers', 'cost_of_sales'],
  },
]

/** The workspace file over the tables of a world: YAML, written as JSON. */
export function writeDefinitions(options: DefinitionsOptions): string {
  const { rules, onMetrics, datasources, places, hasPlans } = options
  const createGrants = (kind: string, list: readonly string[]) =>
    list.map((name) => ({ account: 'eve', role: 'USAGER', [kind]: name }))
  return JSON.stringify({
    tenant: 'shop',
    accounts: [
      { account: 'ann', role: 'OWNER' },
      { account: 'joe', role: 'USAGER' },
      { account: 'eve' },
    ],
    grants: [
      ...createGrants('metric', METRICS.eve),
      ...createGrants('dimension', DIMENSIONS.eve.slice(0, -1)),
    ],
    datasources,
    datasets: TABLE_NAMES.map((name) => ({
      name,
      source: places[name],
      ...DATASETS[name],
      columns: listColumns(name).map(([column, type]) => ({
        ...{ name: column, type, isPrimaryKey: name === 'prices' && column === 'id' },
      })),
      relations: RELATIONS[name].map(({ name: relation, to, on: [column, key], asOf }) => ({
        ...{ name: relation, to, on: { [column]: key }, asOf },
      })),
      rows: name === onMetrics ? undefined : rules[name]?.rows,
    })),
    dimensions: DIMENSION_LIST,
    metrics: [...SALES, ...VISITS, ...BOTH].map((metric) => ({
      ...metric,
      rows:
        onMetrics !== null && 'dataset' in metric && metric.dataset === onMetrics
          ? toMetricRows(rules[onMetrics])
          : undefined,
    })),
    periods: [
      { name: 'last_week', expr: 'to_date -6 day of 0 day' },
      { name: 'so_far', expr: 'mtd' },
    ],
    dateTags: [{ name: 'weekend', condition: 'DayOfWeek([metric_time]) >= 6' }],
    ...(hasPlans && { plans: PLANS }),
  })
}

function toMetricRows(rule: Rule | undefined): string | undefined {
  return rule?.rowsOnMetric ?? rule?.rows
}

/** A table as a CSV file, with `filling` in one more column, which no dataset has. */
export function writeCsv(table: TableName, rows: readonly Row[], filling: string): string {
  const columns = listColumns(table).map(([name]) => name)
  const lines = rows.map((row) => [...columns.map((name) => toCsvCell(row[name])), filling])
  return [[...columns, 'filling'], ...lines].map((cells) => `${cells.join(',')}\n`).join('')
}

function toCsvCell(cell: string | null | undefined): string {
  if (cell == null) return ''
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

import type { MetricQueryRequest } from '@tributary/contract'
import fc from 'fast-check'

/** A query, and the same in SQL over the files. */
export interface Question {
  readonly request: MetricQueryRequest & { readonly metrics: readonly string[] }
  readonly metrics: readonly Metric[]
  readonly dimensions: readonly Dimension[]
  readonly time: Condition | null
  readonly filters: readonly Condition[]
  readonly results: readonly Condition[]
}

type Dataset = 'sales' | 'visits'

/** A metric, and its aggregate in SQL; `none` is its value over no rows. */
export interface Metric {
  readonly name: string
  readonly dataset: Dataset
  readonly sql: string
  readonly none: string
}

/** A dimension, and its value in SQL by dataset. */
export interface Dimension {
  readonly name: string
  readonly sql: Readonly<Partial<Record<Dataset, string>>>
}

interface Condition {
  readonly text: string
  /** `TIME` stands for the time of the rows. */
  readonly sql: string
}

const METRICS: readonly Metric[] = [
  { name: 'revenue', dataset: 'sales', sql: 'COALESCE(SUM(amount), 0)', none: '0' },
  { name: 'orders', dataset: 'sales', sql: 'COUNT(*)', none: '0' },
  { name: 'buyers', dataset: 'sales', sql: 'COUNT(DISTINCT customer)', none: '0' },
  { name: 'dearest', dataset: 'sales', sql: 'MAX(price)', none: 'NULL' },
  { name: 'mean_price', dataset: 'sales', sql: 'AVG(price)', none: 'NULL' },
  { name: 'first_buyer', dataset: 'sales', sql: 'MIN(customer)', none: 'NULL' },
  {
    name: 'refunds',
    dataset: 'sales',
    sql: 'COALESCE(SUM(amount) FILTER (WHERE amount < 0), 0)',
    none: '0',
  },
  {
    name: 'basket',
    dataset: 'sales',
    sql: 'COALESCE(SUM(amount), 0)::DOUBLE / NULLIF(COUNT(*), 0)',
    none: 'NULL',
  },
  { name: 'visitors', dataset: 'visits', sql: 'COALESCE(SUM(people), 0)', none: '0' },
  { name: 'visits', dataset: 'visits', sql: 'COUNT(*)', none: '0' },
]

const TIME = { sales: '"at"', visits: '"day"' } as const

function both(sql: string): Dimension['sql'] {
  return { sales: sql.replaceAll('TIME', TIME.sales), visits: sql.replaceAll('TIME', TIME.visits) }
}

const DIMENSIONS: readonly Dimension[] = [
  { name: 'branch', sql: both('id') },
  { name: 'region', sql: both('region') },
  { name: 'metric_time__month', sql: both("date_trunc('month', TIME)::DATE") },
  { name: 'metric_time__week', sql: both("date_trunc('week', TIME)::DATE") },
  { name: 'metric_time__day', sql: both('TIME::DATE') },
  { name: 'metric_time__hour', sql: { sales: 'date_trunc(\'hour\', "at")' } },
  { name: 'size', sql: { sales: 'size' } },
]

const MONTHS = ['2024-02', '2024-03', '2024-04', '2024-05']
const time: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom(...MONTHS).map((month) => ({
    text: `[metric_time__month] = "${month}"`,
    sql: `date_trunc('month', TIME) = DATE '${month}-01'`,
  })),
  fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 60 })).map(([from, days]) => {
    const first = new Date(Date.UTC(2024, 2, from))
    const last = new Date(Date.UTC(2024, 2, from + days))
    const [begin, end] = [first, last].map((one) => one.toISOString().slice(0, 10))
    return {
      text: `[metric_time] >= "${begin}" AND [metric_time] < "${end}"`,
      sql: `TIME >= DATE '${begin}' AND TIME < DATE '${end}'`,
    }
  }),
)

const anyFilter: fc.Arbitrary<Condition> = fc.constantFrom(
  { text: '[branch] = "a"', sql: "id = 'a'" },
  { text: 'IN([branch], "a", "c", "e")', sql: "id IN ('a', 'c', 'e')" },
  { text: '[region] <> "south"', sql: "region <> 'south'" },
  { text: 'IsNull([region])', sql: 'region IS NULL' },
)
const salesFilter: fc.Arbitrary<Condition> = fc.constantFrom(
  { text: '[amount] > 20.5', sql: 'amount > 20.5' },
  { text: '[size] >= 2', sql: 'size >= 2' },
)

const direction = fc.constantFrom('ASC', 'DESC')

/** Random questions. `timed` makes each have a time constraint. */
export function questions(timed = false): fc.Arbitrary<Question> {
  const metrics = fc.oneof(
    fc.subarray(METRICS.slice(0, 8), { minLength: 1, maxLength: 4 }),
    fc.subarray([...METRICS], { minLength: 1, maxLength: 4 }),
  )
  return metrics.chain((chosen) => {
    const datasets = [...new Set(chosen.map(({ dataset }) => dataset))]
    const fits = DIMENSIONS.filter(({ sql }) => datasets.every((one) => sql[one] !== undefined))
    const filter = datasets.includes('visits') ? anyFilter : fc.oneof(anyFilter, salesFilter)
    const numeric = chosen.filter(({ name }) => name !== 'first_buyer')
    return fc
      .record({
        dimensions: fc
          .subarray(fits, { maxLength: 3 })
          .chain((some) => fc.shuffledSubarray(some, { minLength: some.length })),
        time: timed ? time : fc.option(time),
        filters: fc.array(filter, { maxLength: 2 }),
        results:
          numeric.length === 0 ? fc.constant([]) : fc.array(result(numeric), { maxLength: 1 }),
        ordered: fc.array(direction, { maxLength: 2 }),
        limit: fc.option(fc.integer({ min: 1, max: 30 })),
        offset: fc.option(fc.integer({ min: 0, max: 5 })),
        seed: fc.nat(),
      })
      .map(({ ordered, seed, ...rest }) => {
        const columns = [...rest.dimensions, ...chosen].map(({ name }) => name)
        const order = ordered.map((way, index) => [columns[(seed + index) % columns.length]!, way])
        const orders = [...new Map(order as [string, string][])]
        return questionOf({ ...rest, metrics: chosen, orders })
      })
  })
}

function result(metrics: readonly Metric[]): fc.Arbitrary<Condition> {
  return fc
    .tuple(fc.constantFrom(...metrics), fc.constantFrom('>', '<='), fc.integer({ min: 0, max: 90 }))
    .map(([{ name }, operator, bound]) => ({
      text: `[${name}] ${operator} ${bound}.0137`,
      sql: `"${name}" ${operator} ${bound}.0137`,
    }))
}

function questionOf({
  metrics,
  dimensions,
  time: constraint,
  filters,
  results,
  orders,
  limit,
  offset,
}: Omit<Question, 'request'> & {
  readonly orders: readonly (readonly [string, string])[]
  readonly limit: number | null
  readonly offset: number | null
}): Question {
  return {
    metrics,
    dimensions,
    time: constraint,
    filters,
    results,
    request: {
      metrics: metrics.map(({ name }) => name),
      dimensions: dimensions.map(({ name }) => name),
      timeConstraint: constraint?.text ?? null,
      filters: filters.map(({ text }) => text),
      resultFilters: results.map(({ text }) => text),
      orders: orders.map(([name, way]) => ({ [name]: way })),
      limit,
      offset,
    },
  }
}

/** The statements that load the files of a folder into tables. */
export function tablesOf(folder: string): readonly string[] {
  const columns = {
    sales:
      "'at': 'TIMESTAMP', 'shop': 'VARCHAR', 'size': 'INT', 'customer': 'VARCHAR', 'amount': 'BIGINT', 'price': 'DOUBLE'",
    visits: "'day': 'DATE', 'shop': 'VARCHAR', 'people': 'BIGINT'",
    shops: "'id': 'VARCHAR', 'region': 'VARCHAR'",
  }
  return Object.entries(columns).map(([name, types]) => {
    const file = `read_csv('${folder}/${name}.csv', header = true, columns = {${types}})`
    return `CREATE TABLE ${name} AS SELECT * FROM ${file}`
  })
}

/** The question in SQL that nobody optimised: a query per dataset, joined by the keys. */
export function sqlOf(question: Question): string {
  const { dimensions, metrics, request, results } = question
  const datasets = [...new Set(metrics.map(({ dataset }) => dataset))]
  const parts = datasets.map((dataset) => `${dataset}_part AS (${partOf(question, dataset)})`)
  const [first, second] = datasets
  const on = dimensions.map(
    (_, k) => `${first}_part.k${k} IS NOT DISTINCT FROM ${second}_part.k${k}`,
  )
  const join = dimensions.length === 0 ? 'CROSS JOIN' : 'FULL JOIN'
  const joined =
    second === undefined
      ? `${first}_part`
      : `${first}_part ${join} ${second}_part ${on.length === 0 ? '' : `ON ${on.join(' AND ')}`}`
  const keys = dimensions.map(({ name }, k) => {
    const each = datasets.map((dataset) => `${dataset}_part.k${k}`)
    return `COALESCE(${each.join(', ')}) AS "${name}"`
  })
  const values = metrics.map(({ name, dataset, none }) => {
    return `CASE WHEN ${dataset}_part.present THEN ${dataset}_part."${name}" ELSE ${none} END AS "${name}"`
  })
  const orders = (request.orders ?? []).flatMap((one) =>
    Object.entries(one).map(([name, way]) => `"${name}" ${way} NULLS LAST`),
  )
  const all = [...orders, ...dimensions.map(({ name }) => `"${name}" ASC NULLS LAST`)]
  const where = results.length === 0 ? '' : `WHERE ${results.map(({ sql }) => sql).join(' AND ')}`
  return `WITH ${parts.join(', ')},
    joined AS (SELECT ${[...keys, ...values].join(', ')} FROM ${joined}),
    kept AS (SELECT *, COUNT(*) OVER () AS total FROM joined ${where})
    SELECT ${[...dimensions.map(({ name }) => `"${name}"::VARCHAR AS "${name}"`), ...metrics.map(shown)].join(', ')}, total
    FROM kept ${all.length === 0 ? '' : `ORDER BY ${all.join(', ').replaceAll(/"([^"]+)" /g, 'kept."$1" ')}`}
    LIMIT ${request.limit ?? 10_000} OFFSET ${request.offset ?? 0}`
}

function shown({ name }: Metric): string {
  return name === 'first_buyer' ? `"${name}"` : `"${name}"::DOUBLE AS "${name}"`
}

function partOf(
  { metrics, dimensions, time: constraint, filters }: Question,
  dataset: Dataset,
): string {
  const conditions = [...(constraint === null ? [] : [constraint]), ...filters].map(({ sql }) =>
    sql.replaceAll('TIME', TIME[dataset]),
  )
  const keys = dimensions.map(({ sql }, k) => `${sql[dataset]} AS k${k}`)
  const values = metrics
    .filter((metric) => metric.dataset === dataset)
    .map(({ name, sql }) => `${sql} AS "${name}"`)
  return `SELECT ${[...keys, ...values, 'TRUE AS present'].join(', ')}
    FROM ${dataset} LEFT JOIN shops ON ${dataset}.shop = shops.id
    ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
    ${keys.length === 0 ? '' : `GROUP BY ${keys.map((_, k) => k + 1).join(', ')}`}`
}

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { MetricQueryRequest } from '@tributary/contract'
import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../../support/folder-of.ts'

const LONG = process.env.TRIBUTARY_LONG !== undefined

/** Rows with customers that are missing, unknown, or without any order. */
const TABLES = `
SELECT setseed(0.42);
CREATE TABLE customers AS SELECT i AS code, ['fr', 'de', NULL][1 + i % 3] AS country FROM range(1, 31) t(i);
CREATE TABLE orders AS SELECT i AS id, CASE WHEN random() < 0.1 THEN NULL ELSE CAST(floor(1 + 34 * random() * random()) AS INTEGER) END AS customer,
  DATE '2025-01-01' + CAST(floor(90 * random()) AS INTEGER) AS day,
  CASE WHEN random() < 0.2 THEN NULL ELSE CAST(floor(60 * random()) AS INTEGER) END AS amount FROM range(120) t(i);
CREATE TABLE visits AS SELECT i AS id, CASE WHEN random() < 0.1 THEN NULL ELSE CAST(floor(1 + 34 * random()) AS INTEGER) END AS customer,
  DATE '2025-01-01' + CAST(floor(90 * random()) AS INTEGER) AS day FROM range(70) t(i);
`

/** A condition, and the same in SQL about the customer K. */
const orders = (what: string, where = 'TRUE'): string =>
  `(SELECT ${what} FROM orders i WHERE i.customer = K AND ${where})`
const CONDITIONS: Readonly<Record<string, readonly [string, string]>> = {
  many: ['[orders] > 2', `${orders('count(*)')} > 2`],
  few: ['[orders] < 3', `${orders('count(*)')} < 3`],
  none: ['[visits] = 0', '(SELECT count(*) FROM visits i WHERE i.customer = K) = 0'],
  rich: ['[revenue] >= 60', `COALESCE(${orders('sum(amount)')}, 0) >= 60`],
  poor: ['[known_revenue] < 60', `${orders('sum(amount)')} < 60`],
  mean: ['NOT [mean] > 30', `NOT ${orders('avg(amount)')} > 30`],
  top: ['IsNull([top])', `${orders('max(amount)')} IS NULL`],
  both: [
    '[orders] > 1 AND [visits] >= 1',
    `${orders('count(*)')} > 1 AND (SELECT count(*) FROM visits i WHERE i.customer = K) >= 1`,
  ],
  rate: [
    '[per_visit] > 1.5',
    `${orders('count(*)')} / NULLIF((SELECT count(*) FROM visits i WHERE i.customer = K), 0) > 1.5`,
  ],
  last: ['[last_order] >= "2025-03-01"', `${orders('max(day)')} >= DATE '2025-03-01'`],
  never: ['[orders] < 0', 'FALSE'],
  always: ['[orders] >= 0', 'TRUE'],
}

/** By metric its value in SQL over rows `r`, with customers `c` joined, and the tables. */
const METRICS = {
  orders: ['count(*)', 'orders r LEFT JOIN customers c ON r.customer = c.code'],
  revenue: ['COALESCE(sum(r.amount), 0)', 'orders r LEFT JOIN customers c ON r.customer = c.code'],
  visits: ['count(*)', 'visits r LEFT JOIN customers c ON r.customer = c.code'],
  customers: ['count(*)', 'customers c'],
} as const
type Metric = keyof typeof METRICS

/** Where dimensions with conditions are: the dataset, its key, the key in SQL, and the metrics that have them. */
const PLACES = {
  customers: { per: 'code', key: 'c.code', metrics: Object.keys(METRICS) as Metric[] },
  orders: { per: 'customer', key: 'r.customer', metrics: ['orders', 'revenue'] as Metric[] },
} as const
type Place = keyof typeof PLACES

const dimensionsAt = (place: Place): readonly string[] =>
  Object.entries(CONDITIONS).map(
    ([name, [text]]) =>
      `  - { name: ${place}_${name}, dataset: ${place}, per: ${PLACES[place].per}, having: ${JSON.stringify(text)} }`,
  )

const atomic = (name: string, rest: string): string =>
  `  - { name: ${name}, type: ATOMIC, ${rest} }`
const column = (name: string, type: string): string => `      - { name: ${name}, type: ${type} }`
const dataset = (name: string, columns: readonly string[], more: string): string =>
  `  - name: ${name}\n    source: { datasource: local, file: ${name}.parquet }\n${more}    columns:\n${columns.join('\n')}\n`
const TIMED = '    time: { column: day, grain: DAY }\n'
const toCustomers = '    relations: [{ name: customer, to: customers, on: { customer: code } }]\n'

const WORKSPACE = `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
${dataset('orders', [column('id', 'BIGINT'), column('customer', 'INT'), column('day', 'DATE'), column('amount', 'INT')], TIMED + toCustomers)}
${dataset('visits', [column('id', 'BIGINT'), column('customer', 'INT'), column('day', 'DATE')], TIMED + toCustomers)}
${dataset('customers', ['      - { name: code, type: BIGINT, isPrimaryKey: true }', column('country', 'VARCHAR')], '')}
dimensions:
  - { name: customer, dataset: orders, expr: "[customer] + 0" }
  - { name: code, dataset: customers, column: code, sameAs: customer }
  - { name: visitor, dataset: visits, expr: "[customer] + 0", sameAs: customer }
  - { name: country, dataset: customers, column: country }
${[...dimensionsAt('customers'), ...dimensionsAt('orders')].join('\n')}
  - { name: twice, dataset: customers, per: code, having: "[orders_of_rich] > 1" }
metrics:
${atomic('orders', 'dataset: orders, aggregate: COUNT')}
${atomic('revenue', 'dataset: orders, aggregate: SUM, expr: "[amount]"')}
${atomic('known_revenue', 'dataset: orders, aggregate: SUM, expr: "[amount]", nullWhenEmpty: true')}
${atomic('mean', 'dataset: orders, aggregate: AVG, expr: "[amount]"')}
${atomic('top', 'dataset: orders, aggregate: MAX, expr: "[amount]"')}
${atomic('last_order', 'dataset: orders, aggregate: MAX, expr: "[day]"')}
${atomic('visits', 'dataset: visits, aggregate: COUNT')}
${atomic('customers', 'dataset: customers, aggregate: COUNT')}
  - { name: per_visit, type: COMPOSITE, expr: "[orders] / [visits]" }
  - { name: orders_of_rich, type: DERIVED, metric: orders, filters: ["[customers_rich]"] }
`

let judge: DuckDBConnection
/** On the engine, and on columns in memory where the files were read before. */
const platforms: Platform[] = []
let ann: Caller
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const made = await folderOf({ 'workspace.yaml': WORKSPACE })
  cleanups.push(made.remove)
  judge = await (await DuckDBInstance.create(':memory:')).connect()
  await judge.run(TABLES)
  for (const table of ['orders', 'customers', 'visits']) {
    await judge.run(`COPY ${table} TO '${made.folder}/${table}.parquet'`)
  }
  for (const memoryBytes of [0, 2 ** 28]) {
    const options = { workspace: made.folder, trustIdentityHeaders: true, memoryBytes }
    const platform = await createPlatform(options)
    platforms.push(platform)
    cleanups.push(() => platform.close())
  }
  const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const
  ann = await platforms[0]!.authenticate(credentials)
}, 60_000)
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

/** The value of a dimension in SQL: of a customer that is not known it is not known. */
const memberSql = (condition: string, key: string): string =>
  `CASE WHEN ${key} IS NOT NULL THEN COALESCE(${condition.replaceAll('K', key)}, FALSE) END`

const sorted = (rows: readonly (readonly unknown[])[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted()

async function answerOf(at: number, request: MetricQueryRequest) {
  const { columns, table } = await platforms[at]!.as(ann).queryMetrics(request)
  const lists = columns.map(({ name }) => table[name]!)
  return sorted(lists[0]!.map((_, row) => lists.map((list) => list[row])))
}

async function resultOf(sql: string) {
  const rows = (await judge.runAndReadAll(sql)).getRowsJS()
  const plain = (cell: unknown): unknown =>
    typeof cell === 'bigint' ? Number(cell) : typeof cell === 'boolean' ? String(cell) : cell
  return sorted(rows.map((row) => row.map(plain)))
}

const question = fc.constantFrom<Place>('customers', 'orders').chain((place) =>
  fc.record({
    place: fc.constant(place),
    metric: fc.constantFrom(...PLACES[place].metrics),
    condition: fc.constantFrom(...Object.keys(CONDITIONS)),
    use: fc.constantFrom('by', 'filter', 'negated', 'beside'),
    at: fc.nat(1),
  }),
)

describe('a dimension that is a condition on metrics', () => {
  test('groups and filters rows as SQL does by its key', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(question, async ({ place, metric, condition, use, at }) => {
        const name = `${place}_${condition}`
        const [value, from] = METRICS[metric]
        const member = memberSql(CONDITIONS[condition]![1], PLACES[place].key)
        if (use === 'by') {
          const found = await answerOf(at, { metrics: [metric], dimensions: [name] })
          expect(found).toEqual(
            await resultOf(
              `SELECT CAST(${member} AS VARCHAR) AS m, ${value} FROM ${from} GROUP BY 1`,
            ),
          )
          return
        }
        const filters = {
          filter: `[${name}]`,
          negated: `NOT [${name}]`,
          beside: `[${name}] OR [country] = "fr"`,
        }
        const wheres = {
          filter: member,
          negated: `NOT ${member}`,
          beside: `${member} OR c.country = 'fr'`,
        }
        const found = await answerOf(at, { metrics: [metric], filters: [filters[use as 'filter']] })
        const where = wheres[use as 'filter']
        expect(found).toEqual(await resultOf(`SELECT ${value} FROM ${from} WHERE ${where}`))
      }),
      { numRuns: LONG ? 2_000 : 60 },
    )
  })

  test('can use metrics that are filtered by another such dimension', async () => {
    const rich = memberSql(CONDITIONS.rich![1], 'r2.customer')
    const of = `(SELECT count(*) FROM orders r2 JOIN customers c2 ON r2.customer = c2.code WHERE r2.customer = c.code AND ${rich})`
    const sql = `SELECT CAST(${of} > 1 AS VARCHAR) AS m, count(*) FROM customers c GROUP BY 1`
    for (const at of [0, 1]) {
      const found = await answerOf(at, { metrics: ['customers'], dimensions: ['twice'] })
      expect(found).toEqual(await resultOf(sql))
    }
  })

  test('splits a change by the customers that meet it', async () => {
    const months = ['2025-02', '2025-01'].map((month) => `[metric_time__month] = "${month}"`)
    const member = memberSql(CONDITIONS.many![1], 'r.customer')
    const sum = (month: string) =>
      `COALESCE(sum(r.amount) FILTER (WHERE strftime(r.day, '%Y-%m') = '${month}'), 0)`
    const sql = `SELECT COALESCE(CAST(${member} AS VARCHAR), '(null)') AS m, ${sum('2025-02')}, ${sum('2025-01')} FROM orders r GROUP BY 1`
    for (const platform of platforms) {
      const { tables } = await platform.as(ann).compareTimes({
        metric: 'revenue',
        dimensions: ['orders_many'],
        attribution: {
          attributionCalculateType: 'ALL',
          currentTimeConstraint: months[0]!,
          compareTimeConstraint: months[1]!,
        },
      })
      const { table } = tables[1]!
      const columns = ['orders_many', '@currentValue', '@compareValue'].map((one) => table[one]!)
      const found = columns[0]!.map((_, row) => columns.map((list) => list[row]))
      expect(sorted(found)).toEqual(await resultOf(sql))
    }
  })
})

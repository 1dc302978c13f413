import { type AggregateSource, attribute, createColumnarSource } from '@tributary/attribution'
import { createCatalog, parseWorkspace, planAttribution } from '@tributary/catalog'
import { createSqlSource } from '@tributary/sql'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceTable } from '../../packages/sql/test/support/replace-table.ts'
import { TEST_ENGINES, type TestDatabase } from '../../packages/sql/test/support/test-databases.ts'

/** Sales by the key of a date, or with the date of that key in a column of their own. */
const DATASETS = (time: string, relation: string): string => `tenant: demo
datasources: [{ name: db, type: POSTGRESQL, address: localhost, database: db }]
datasets:
  - name: sales
    source: { datasource: db, table: sales }
    time: ${time}
    columns:
      - { name: sold_key, type: BIGINT }
      - { name: sold_day, type: DATE }
      - { name: day_of_key, type: DATE }
      - { name: shop, type: VARCHAR }
      - { name: amount, type: BIGINT }
    relations: [{ name: sold_on, to: days, on: { ${relation} } }]
  - name: days
    source: { datasource: db, table: days }
    columns: [{ name: key, type: BIGINT }, { name: day, type: DATE }, { name: season, type: VARCHAR }]
dimensions:
  - { name: shop, dataset: sales, column: shop }
  - { name: season, dataset: sales, via: sold_on, column: season }
metrics:
  - { name: amount, type: ATOMIC, dataset: sales, aggregate: SUM, expr: "[amount]" }
  - { name: buyers, type: ATOMIC, dataset: sales, aggregate: COUNT_DISTINCT, expr: "[shop]" }
  - { name: mean, type: COMPOSITE, expr: "[amount] / [buyers]" }
`

const catalogOf = (time: string, relation = 'sold_key: key') => {
  const { workspace, problems } = parseWorkspace([
    { file: 'w.yaml', text: DATASETS(time, relation) },
  ])
  expect(problems).toEqual([])
  return createCatalog(workspace!)
}
const BY_KEY = catalogOf('{ via: sold_on, column: day, grain: DAY }')
const BY_DAY = catalogOf('{ via: sold_on, column: day, grain: DAY }', 'sold_day: day')
const OWN = catalogOf('{ column: day_of_key, grain: DAY }')

const FIRST = Date.UTC(2024, 0, 25)
const dayOf = (index: number): string =>
  new Date(FIRST + index * 86_400_000).toISOString().slice(0, 10)

/** Days in any order of their keys, of which a few are missing. */
const facts = fc.record({
  days: fc.uniqueArray(fc.record({ key: fc.nat({ max: 40 }), at: fc.nat({ max: 20 }) }), {
    selector: ({ key }) => key,
    maxLength: 15,
  }),
  sales: fc.array(
    fc.record({
      key: fc.option(fc.nat({ max: 40 })),
      shop: fc.constantFrom('a', 'b', null),
      amount: fc.integer({ min: -9, max: 99 }),
    }),
    { maxLength: 25 },
  ),
})

function tablesOf({ days, sales }: typeof facts extends fc.Arbitrary<infer T> ? T : never) {
  const unique = [...new Map(days.map((one) => [one.at, one])).values()]
  const byKey = new Map(unique.map(({ key, at }) => [key, dayOf(at)]))
  return {
    days: unique.map(({ key, at }) => ({
      ...{ key, day: dayOf(at), season: at % 3 === 0 ? 'high' : 'low' },
    })),
    sales: sales.map(({ key, shop, amount }) => {
      const day = key === null ? null : (byKey.get(key) ?? null)
      return { sold_key: key, sold_day: day, day_of_key: day, shop, amount }
    }),
  }
}

const question = (metric: string) => {
  const window = (text: string) => ({ filters: [], timeConstraint: { text, path: 'test' } })
  return {
    metric: { text: metric, path: 'metric' },
    metricDefinitions: new Map(),
    dimensions: ['shop', 'season', 'metric_time', 'metric_time__week,shop'].map((text) => ({
      text,
      path: 'dimensions',
    })),
    ...{ calculation: 'ALL' as const, filters: [], timeConstraint: null, compareDimension: null },
    current: window('[metric_time] >= "2024-02-03" AND [metric_time] < "2024-02-12"'),
    compare: window('[metric_time__month] = "2024-01"'),
    now: 0n,
  }
}

async function answerOf(catalog: typeof OWN, metric: string, source: AggregateSource) {
  const request = planAttribution(catalog, question(metric))
  const last = <T extends { readonly table: readonly string[] }>(use: T): T => ({
    ...use,
    table: [use.table.at(-1)!],
  })
  const { base, lookups } = request.rows
  const rows = { base: last(base), lookups: lookups.map(last) }
  const { executed: _, ...answer } = await attribute(source, { ...request, rows })
  return JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
}

const sale = (key: number | null, shop: string | null, amount: number) => ({ key, shop, amount })

/** Both windows have rows of each shop, one sale has no date and one has a key without a date. */
const EXAMPLES: [
  { days: { key: number; at: number }[]; sales: ReturnType<typeof sale>[] },
  'amount' | 'mean',
][] = [
  [
    {
      days: [
        { key: 7, at: 2 },
        { key: 3, at: 10 },
        { key: 5, at: 18 },
      ],
      sales: [
        sale(7, 'a', 4),
        sale(3, 'a', 9),
        sale(3, 'b', 2),
        sale(7, null, 1),
        sale(9, 'b', 5),
        sale(null, 'a', 8),
        sale(5, 'b', 3),
      ],
    },
    'mean',
  ],
]

describe.each(TEST_ENGINES)('in $name', ({ types, open }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test('a time through a relation answers as a column with the same times, in memory too', async () => {
    const { driver, dialect } = database
    const engine = createSqlSource({ driver, dialect })
    await fc.assert(
      fc.asyncProperty(facts, fc.constantFrom('amount', 'mean'), async (of, metric) => {
        const { days, sales } = tablesOf(of)
        const { INT, DATE, STRING } = types
        await replaceTable(driver, 'days', { key: INT, day: DATE, season: STRING }, days)
        const columns = {
          ...{ sold_key: INT, sold_day: DATE, day_of_key: DATE, shop: STRING, amount: INT },
        }
        await replaceTable(driver, 'sales', columns, sales)
        const expected = await answerOf(OWN, metric, engine)
        const column = (name: string, of: readonly object[]) =>
          of.map((row) => (row as Record<string, unknown>)[name])
        const columnsOf = (names: readonly string[], of: readonly object[]) =>
          Object.fromEntries(names.map((name) => [name, column(name, of)]))
        const memory = createColumnarSource(columnsOf(Object.keys(columns), sales) as never, {
          name: 'sales',
          types: { ...{ sold_key: 'INT', sold_day: 'DATE', day_of_key: 'DATE' }, ...MORE_TYPES },
          related: {
            days: {
              data: columnsOf(['key', 'day', 'season'], days) as never,
              types: { key: 'INT', day: 'DATE', season: 'STRING' },
            },
          },
        })
        for (const catalog of [BY_KEY, BY_DAY]) {
          expect(await answerOf(catalog, metric, engine)).toEqual(expected)
          expect(await answerOf(catalog, metric, memory)).toEqual(expected)
        }
      }),
      { numRuns: process.env.TRIBUTARY_LONG === undefined ? 4 : 300, examples: EXAMPLES },
    )
  })
})

const MORE_TYPES = { shop: 'STRING', amount: 'INT' } as const

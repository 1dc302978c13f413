import { type AggregateSource, attribute, createColumnarSource } from '@tributary/attribution'
import { createCatalog, parseWorkspace, planAttribution } from '@tributary/catalog'
import { createSqlSource } from '@tributary/sql'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceTable } from '../../packages/sql/test/support/replace-table.ts'
import { TEST_ENGINES, type TestDatabase } from '../../packages/sql/test/support/test-databases.ts'

const COLUMNS = `columns:
      - { name: ordered, type: DATE }
      - { name: paid, type: DATE }
      - { name: shop, type: VARCHAR }
      - { name: amount, type: BIGINT }`

const catalogOf = (text: string) => {
  const { workspace, problems } = parseWorkspace([
    {
      file: 'w.yaml',
      text: `tenant: demo
datasources: [{ name: db, type: POSTGRESQL, address: localhost, database: db }]
${text}`,
    },
  ])
  expect(problems).toEqual([])
  return createCatalog(workspace!)
}

/** One dataset with two times. */
const TIMES = catalogOf(`datasets:
  - name: orders
    source: { datasource: db, table: orders }
    time: { name: ordered, column: ordered, grain: DAY }
    times: [{ name: paid, column: paid, grain: DAY }]
    ${COLUMNS}
dimensions: [{ name: shop, dataset: orders, column: shop }]
metrics:
  - { name: sold, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]", times: [paid] }
  - { name: income, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]", time: paid }
  - { name: late, type: COMPOSITE, dataset: orders, expr: 'CountIf([metric_time] > "2024-02-05")', time: paid }
  - { name: open, type: COMPOSITE, expr: "[sold] - [income]" }
  - { name: share, type: COMPOSITE, expr: "[income] / [sold]" }
`)

/** A dataset for each of the times, over the same table. */
const DATASETS = catalogOf(`datasets:
  - name: orders
    source: { datasource: db, table: orders }
    time: { column: ordered, grain: DAY }
    ${COLUMNS}
  - name: payments
    source: { datasource: db, table: orders }
    time: { column: paid, grain: DAY }
    ${COLUMNS}
dimensions:
  - { name: shop, dataset: orders, column: shop }
  - { name: paid_shop, dataset: payments, column: shop, sameAs: shop }
metrics:
  - { name: sold, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]" }
  - { name: income, type: ATOMIC, dataset: payments, aggregate: SUM, expr: "[amount]" }
  - { name: late, type: COMPOSITE, dataset: payments, expr: 'CountIf([metric_time] > "2024-02-05")' }
  - { name: open, type: COMPOSITE, expr: "[sold] - [income]" }
  - { name: share, type: COMPOSITE, expr: "[income] / [sold]" }
`)

const question = (metric: string, time: string | null = null) => {
  const window = (text: string) => ({ filters: [], timeConstraint: { text, path: 'test' } })
  const located = (text: string) => ({ text, path: 'test' })
  const chosen = { refMetric: located(metric), filters: [], time: time && located(time) } as never
  return {
    metric: located(time === null ? metric : 'chosen'),
    metricDefinitions: new Map(time === null ? [] : [['chosen', chosen]]),
    dimensions: ['shop', 'metric_time__week'].map(located),
    ...{ calculation: 'ALL' as const, filters: [], timeConstraint: null, compareDimension: null },
    current: window('[metric_time__month] = "2024-02"'),
    compare: window('[metric_time__month] = "2024-01"'),
    now: 0n,
  }
}

async function answerOf(
  catalog: typeof TIMES,
  asked: ReturnType<typeof question>,
  source: AggregateSource,
) {
  const request = planAttribution(catalog, asked)
  const own = <T extends Pick<typeof request, 'rows'>>(fact: T): T => ({
    ...fact,
    rows: { ...fact.rows, base: { ...fact.rows.base, table: ['orders'] } },
  })
  const { otherFacts } = request
  const all = { ...own(request), ...(otherFacts && { otherFacts: otherFacts.map(own) }) }
  const { tables, warnings } = await attribute(source, all)
  // A name of a measure, which explanations repeat, may differ. Of two datasets each has warnings of its own.
  const texts = warnings.map(({ code, details: { dataset: _, ...details } }) =>
    JSON.stringify({ code, details }),
  )
  return JSON.stringify({ tables, warnings: [...new Set(texts)] })
}

const day = fc
  .integer({ min: 0, max: 45 })
  .map((n) => new Date(Date.UTC(2024, 0, 10 + n)).toISOString().slice(0, 10))
const rows = fc.array(
  fc.record({
    ...{ ordered: day, paid: fc.option(day), shop: fc.constantFrom('a', 'b', null) },
    amount: fc.integer({ min: -9, max: 99 }),
  }),
  { maxLength: 20 },
)

describe.each(TEST_ENGINES)('in $name', ({ types, open }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test('a dataset with several times gives the values of a separate dataset for each time, in memory too', async () => {
    const { driver, dialect } = database
    const engine = createSqlSource({ driver, dialect })
    const { DATE, STRING, INT } = types
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        const columns = { ordered: DATE, paid: DATE, shop: STRING, amount: INT }
        await replaceTable(driver, 'orders', columns, table)
        const column = (name: keyof typeof columns) => table.map((row) => row[name])
        const memory = createColumnarSource(
          {
            ...{ ordered: column('ordered'), paid: column('paid') },
            ...{ shop: column('shop'), amount: column('amount') },
          } as never,
          {
            name: 'orders',
            types: { ordered: 'DATE', paid: 'DATE', shop: 'STRING', amount: 'INT' },
          },
        )
        for (const metric of ['income', 'late', 'open', 'share']) {
          const expected = await answerOf(DATASETS, question(metric), engine)
          for (const source of [engine, memory]) {
            expect(await answerOf(TIMES, question(metric), source)).toBe(expected)
          }
        }
        const chosen = await answerOf(TIMES, question('sold', 'paid'), engine)
        expect(chosen).toBe(await answerOf(DATASETS, question('income'), engine))
        const own = await answerOf(TIMES, question('sold', 'ordered'), engine)
        expect(own).toBe(await answerOf(DATASETS, question('sold'), engine))
      }),
      { numRuns: process.env.TRIBUTARY_LONG === undefined ? 4 : 200 },
    )
  })
})

test('a question may choose only a time that the metric allows', () => {
  expect(() => planAttribution(TIMES, question('income', 'ordered'))).toThrow(
    'The metric "income" does not have the time "ordered"; it has "paid"',
  )
  expect(() => planAttribution(TIMES, question('share', 'paid'))).not.toThrow()
  expect(() => planAttribution(TIMES, question('sold', 'sent'))).toThrow('it has "ordered", "paid"')
})

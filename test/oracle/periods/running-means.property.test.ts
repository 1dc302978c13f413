import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../../support/folder-of.ts'
import { dayOf, SALES_FILE, textOf } from './sales.ts'

const LONG = process.env.TRIBUTARY_LONG !== undefined

/** What is accumulated: its aggregate, and the same in SQL, null where a day has no value. */
const BASES: Readonly<Record<string, readonly [yaml: string, sql: string]>> = {
  revenue: ['SUM, expr: "[amount]"', 'COALESCE(sum(s.amount), 0)'],
  known: [
    'SUM, expr: "[amount]", nullWhenEmpty: true',
    'CASE WHEN count(s.day) > 0 THEN sum(s.amount) END',
  ],
  orders: ['COUNT', 'count(s.day)'],
  top: ['MAX, expr: "[amount]"', 'max(s.amount)'],
}

/** Up to each day `d`: the period of a metric, and its first day in SQL. */
const LOOKS: Readonly<Record<string, readonly [yaml: string, sql: string]>> = {
  ten_days: ['{ trailing: 10 DAY, take: AVG }', 'd - 9'],
  month: ['{ trailing: 1 MONTH, take: AVG }', 'CAST(d - INTERVAL 1 MONTH AS DATE) + 1'],
  this_week: ['{ toDate: WEEK, take: AVG }', "CAST(date_trunc('week', d) AS DATE)"],
  ever: ['{ allTime: true, take: AVG }', "DATE '1970-01-01'"],
}

const METRICS = Object.entries(BASES).flatMap(([base, [aggregate]]) => [
  `  - { name: ${base}, type: ATOMIC, dataset: sales, aggregate: ${aggregate} }`,
  ...Object.entries(LOOKS).map(
    ([look, [period]]) =>
      `  - { name: ${base}_${look}, type: DERIVED, metric: ${base}, period: ${period} }`,
  ),
])

const WORKSPACE = `tenant: sales
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: sales
    source: { datasource: local, file: sales.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: region, type: VARCHAR }
      - { name: user, type: VARCHAR }
      - { name: amount, type: INT }
dimensions: [{ name: region, dataset: sales, column: region }]
metrics:
${METRICS.join('\n')}
  - { name: above_mean, type: COMPOSITE, expr: "[revenue] - [revenue_ten_days]" }
`

let judge: DuckDBConnection
/** On the engine, and on columns in memory where the files were read before. */
const platforms: Platform[] = []
let ann: Caller
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const made = await folderOf({ 'workspace.yaml': WORKSPACE, 'sales.csv': SALES_FILE })
  cleanups.push(made.remove)
  judge = await (await DuckDBInstance.create(':memory:')).connect()
  await judge.run(`CREATE TABLE sales AS FROM read_csv('${made.folder}/sales.csv')`)
  for (const memoryBytes of [0, 2 ** 28]) {
    const options = { workspace: made.folder, trustIdentityHeaders: true, memoryBytes }
    const platform = await createPlatform(options)
    platforms.push(platform)
    cleanups.push(() => platform.close())
  }
  const credentials = { tenantId: 'sales', authType: 'ACCOUNT', authValue: 'ann' } as const
  ann = await platforms[0]!.authenticate(credentials)
}, 60_000)
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const UNITS = ['DAY', 'WEEK', 'MONTH'] as const

const question = fc.record({
  base: fc.constantFrom(...Object.keys(BASES)),
  look: fc.constantFrom(...Object.keys(LOOKS)),
  by: fc.option(fc.constantFrom(...UNITS)),
  isSplit: fc.boolean(),
  from: fc.integer({ min: dayOf('2024-01-10'), max: dayOf('2024-05-20') }),
  length: fc.integer({ min: 1, max: 60 }),
  at: fc.nat(1),
})

type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

/** Each day joined to the rows that it sees, then the mean of the days of a period. */
function sqlOf({ base, look, by, isSplit, from, length }: Question): string {
  const period = by === null ? 'NULL' : `CAST(CAST(date_trunc('${by}', d) AS DATE) AS VARCHAR)`
  const region = isSplit ? 's.region' : 'NULL'
  return `
WITH days AS (
  SELECT CAST(d AS DATE) AS d FROM range(DATE '${textOf(from)}', DATE '${textOf(from + length)}', INTERVAL 1 DAY) t(d)
), seen AS (SELECT d, ${LOOKS[look]![1]} AS first, ${period} AS period FROM days),
ends AS (SELECT min(day) AS first, max(day) AS last FROM sales),
groups AS (SELECT DISTINCT period, ${region} AS region FROM seen JOIN sales s ON s.day BETWEEN seen.first AND seen.d),
each AS (
  SELECT g.period, g.region, seen.d, ${BASES[base]![1]} AS value
  FROM groups g JOIN seen ON seen.period IS NOT DISTINCT FROM g.period
  LEFT JOIN sales s ON s.day BETWEEN seen.first AND seen.d ${isSplit ? 'AND s.region IS NOT DISTINCT FROM g.region' : ''}
  WHERE seen.d >= (SELECT first FROM ends) AND seen.first <= (SELECT last FROM ends)
  GROUP BY ALL
)
SELECT period, region, avg(value) FROM each GROUP BY ALL`
}

const near = (value: unknown): unknown =>
  value === null || value === undefined ? null : Number(Number(value).toPrecision(10))

const sorted = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => JSON.stringify(row)).toSorted()

describe('the mean of an accumulated metric', () => {
  test('is that of the days of each period, as SQL has it', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const { base, look, by, isSplit, from, length, at } = asked
        const metric = `${base}_${look}`
        const dimensions = [
          ...(by === null ? [] : [`metric_time__${by}`]),
          ...(isSplit ? ['region'] : []),
        ]
        const { columns, table } = await platforms[at]!.as(ann).queryMetrics({
          ...{ metrics: [metric], dimensions },
          timeConstraint: `[metric_time] >= "${textOf(from)}" AND [metric_time] < "${textOf(from + length)}"`,
        })
        expect(columns.at(-1)!.dataType).toBe('DOUBLE')
        const found = table[metric]!.map((value, row) => [
          by === null ? null : table[`metric_time__${by}`]![row],
          isSplit ? table.region![row] : null,
          near(value),
        ])
        const right = (await judge.runAndReadAll(sqlOf(asked))).getRowsJS()
        // Without any row, and without groups, there is the value over no rows.
        if (right.length === 0 && dimensions.length === 0) {
          expect([[[null, null, 0]], [[null, null, null]]]).toContainEqual(found)
          return
        }
        expect(sorted(found)).toEqual(
          sorted(right.map(([period, region, value]) => [period, region, near(value)])),
        )
      }),
      { numRuns: LONG ? 2_000 : 40 },
    )
  })

  test('can be used in formulas and as a series', async () => {
    const timeConstraint = '[metric_time] >= "2024-02-01" AND [metric_time] < "2024-04-01"'
    const asked = { base: 'revenue', look: 'ten_days', by: 'MONTH', isSplit: false, at: 0 } as const
    const range = { from: dayOf('2024-02-01'), length: 60 }
    const means = (await judge.runAndReadAll(sqlOf({ ...asked, ...range }))).getRowsJS()
    const totals = await judge.runAndReadAll(
      "SELECT CAST(CAST(date_trunc('month', day) AS DATE) AS VARCHAR), sum(amount) FROM sales GROUP BY 1",
    )
    const total = new Map(totals.getRowsJS() as [string, unknown][])
    const { table } = await platforms[0]!.as(ann).metricSeries({
      ...{ metric: 'above_mean', grain: 'MONTH', timeConstraint },
    })
    const found = table.period!.map((period, row) => [period, near(table.value![row])])
    const right = means.map(([month, , mean]) => [
      month,
      near(Number(total.get(month as string)) - Number(mean)),
    ])
    expect(sorted(found)).toEqual(sorted(right))
  })

  test('is refused in an attribution', async () => {
    const month = (text: string) => `[metric_time__month] = "${text}"`
    const compared = platforms[0]!.as(ann).compareTimes({
      ...{ metric: 'revenue_ten_days', dimensions: ['region'] },
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: month('2024-03'),
        compareTimeConstraint: month('2024-02'),
      },
    })
    await expect(compared).rejects.toMatchObject({
      code: 'CATALOG_UNSUPPORTED_METRIC',
      message: expect.stringContaining('its change is not divided'),
    })
    const detail = await platforms[0]!.as(ann).metricDetail({ metricName: 'revenue_ten_days' })
    expect(detail).toMatchObject({
      ...{ attributable: false, originDataType: 'DOUBLE' },
      reason: expect.stringContaining('mean of what is accumulated'),
    })
  })
})

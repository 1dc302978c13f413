import type { ImportedDefinitions } from '@tributary/definitions'
import type { Caller, Platform } from '@tributary/platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importOver, plain, platformOf, sample, type Tables, tablesOf } from './imported.ts'

/** Tables of TPC-DS with a few hundred rows, some without a key and some with one that leads nowhere. */
const TABLES = `
CREATE TABLE date_dim AS SELECT i AS d_date_sk, DATE '2024-01-01' + CAST(i AS INTEGER) AS d_date, 2024 AS d_year,
  'Q1' AS d_quarter_name, 'January' AS d_month_name FROM range(60) t(i);
CREATE TABLE customer AS SELECT i AS c_customer_sk, 'C' || i AS c_customer_id, 'First' || i AS c_first_name,
  'Last' || (i % 7) AS c_last_name, 'c' || i || '@example.com' AS c_email_address FROM range(40) t(i);
CREATE TABLE item AS SELECT i AS i_item_sk, 'I' || i AS i_item_id, 'Item ' || i AS i_item_desc, 'Brand ' || (i % 4) AS i_brand,
  'Class ' || (i % 3) AS i_class, 'Category ' || (i % 5) AS i_category, 1.5 * i AS i_current_price, i % 9 AS i_size, 'Red' AS i_color, 'Ton' AS i_units, i AS i_manager_id, 'P' || i AS i_product_name FROM range(30) t(i);
CREATE TABLE store AS SELECT i AS s_store_sk, 'S' || i AS s_store_id, 'Store ' || i AS s_store_name,
  CASE i % 2 WHEN 0 THEN 'TN' ELSE 'AL' END AS s_state, 'City' || i AS s_city, 10 + i AS s_number_employees, 1000 * i AS s_floor_space, 'USA' AS s_country FROM range(6) t(i);
CREATE TABLE store_sales AS SELECT i % 60 AS ss_sold_date_sk, i % 30 AS ss_item_sk,
  CASE WHEN i % 11 = 0 THEN NULL ELSE (i * 7) % 35 END AS ss_customer_sk, CASE WHEN i % 13 = 0 THEN 99 ELSE i % 6 END AS ss_store_sk,
  i AS ss_ticket_number, i % 5 AS ss_quantity, (i % 17) * 1.25 AS ss_sales_price, (i % 23) * 3.5 AS ss_ext_sales_price,
  (i % 19) * 1.5 - 10 AS ss_net_profit FROM range(500) t(i);
`

let tables: Tables
let imported: ImportedDefinitions
let platform: Platform
let owner: Caller

beforeAll(async () => {
  tables = await tablesOf(TABLES)
  const source = { file: 'tpcds.yaml', text: sample('tpcds_semantic_model.yaml') }
  imported = await importOver(tables, { source })
  const made = await platformOf(tables, imported)
  platform = made.platform
  owner = made.owner
}, 60_000)
afterAll(async () => {
  await platform?.close()
  await tables?.remove()
})

test('the example is imported but for the metric that counts stores once for each sale', () => {
  const said = imported.report.findings
    .filter(({ kind, status }) => kind === 'metric' && status !== 'EXACT')
    .map(({ name, status, message, line }) => [line, status, name, message])
  expect(said).toEqual([
    [
      573,
      'NOTE',
      'customer_lifetime_value',
      'counts those of customer that have a row in store_sales',
    ],
    [
      600,
      'LEFT_OUT',
      'store_productivity',
      'SUM(store.s_number_employees) would count a row of store once for each row of store_sales',
    ],
  ])
  expect(imported.report.counts).toMatchObject({ metrics: 5, exact: 4, leftOut: 1, datasets: 5 })
})

const JOINS = `FROM store_sales ss LEFT JOIN customer c ON ss.ss_customer_sk = c.c_customer_sk
  LEFT JOIN item i ON ss.ss_item_sk = i.i_item_sk LEFT JOIN store s ON ss.ss_store_sk = s.s_store_sk
  LEFT JOIN date_dim d ON ss.ss_sold_date_sk = d.d_date_sk`

const METRICS: Readonly<Record<string, string>> = {
  total_sales: 'SUM(ss_ext_sales_price)',
  total_profit: 'SUM(ss_net_profit)',
  customer_lifetime_value: 'SUM(ss_ext_sales_price) / NULLIF(COUNT(DISTINCT c.c_customer_sk), 0)',
  sales_by_brand: 'SUM(ss_ext_sales_price)',
}

const compared = async (
  {
    dimensions,
    where = null,
  }: { readonly dimensions: readonly string[]; readonly where?: string | null },
  request: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const answer = await platform
    .as(owner)
    .queryMetrics({ metrics: Object.keys(METRICS), ...request })
  const lists = answer.columns.map(({ name }) => answer.table[name]!)
  const ours = lists[0]!.map((_, row) => lists.map((list) => plain(list[row])))
  const select = [...dimensions, ...Object.values(METRICS)].join(', ')
  const by = dimensions.length === 0 ? '' : `GROUP BY ${dimensions.join(', ')}`
  const rows = `${JOINS} ${where === null ? '' : `WHERE ${where}`}`
  const reader = await tables.judge.runAndReadAll(`SELECT ${select} ${rows} ${by}`)
  const theirs = reader.getRowsJS().map((row) => row.map(plain))
  const sorted = (rows: readonly (readonly unknown[])[]): readonly string[] =>
    rows.map((row) => JSON.stringify(row)).toSorted()
  expect(ours.length).toBeGreaterThan(0)
  expect(sorted(ours)).toEqual(sorted(theirs))
}

test.each([[], ['i_brand'], ['s_state'], ['c_last_name', 'i_category']])(
  'its metrics by %s %s have the values of SQL written by hand',
  async (...dimensions) => compared({ dimensions }, { dimensions }),
)

test.each([
  [
    'month',
    '[metric_time__month] = "2024-02"',
    "d_date >= DATE '2024-02-01' AND d_date < DATE '2024-03-01'",
  ],
  ['week', '[metric_time] >= "2024-01-10"', "d_date >= DATE '2024-01-10'"],
  ['day', null, null],
])(
  'its metrics by %s over %s have the values of SQL written by hand',
  async (grain, window, where) => {
    const day = `CAST(date_trunc('${grain}', d.d_date) AS DATE)`
    await compared(
      { dimensions: ['s_state', day], where },
      {
        dimensions: ['s_state', `metric_time__${grain}`],
        ...(window !== null && { timeConstraint: window }),
      },
    )
  },
)

test('a change of each metric between months is explained by brands', async () => {
  const month = (number: number) => `[metric_time__month] = "2024-0${number}"`
  for (const [metric, sql] of Object.entries(METRICS)) {
    const { tables: answered } = await platform.as(owner).compareTimes({
      metric,
      dimensions: ['i_brand'],
      attribution: {
        ...{ attributionCalculateType: 'ALL' },
        ...{ currentTimeConstraint: month(2), compareTimeConstraint: month(1) },
      },
    })
    const inMonth = (number: number) => `(SELECT ${sql} ${JOINS} WHERE month(d.d_date) = ${number})`
    const reader = await tables.judge.runAndReadAll(`SELECT ${inMonth(2)}, ${inMonth(1)}`)
    const [overall, brands] = answered.map(({ table }) => table)
    const values = [overall!['@currentValue']![0], overall!['@compareValue']![0]].map(plain)
    expect(values).toEqual(reader.getRowsJS()[0]!.map(plain))
    expect(brands!.i_brand).toHaveLength(4)
  }
})

import { readYaml } from '@tributary/catalog/internal'
import { exportDefinitions, type ImportedDefinitions } from '@tributary/definitions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importOver, plain, platformOf, sample, type Tables, tablesOf } from './imported.ts'

const TABLES = `
CREATE TABLE date_dim AS SELECT i AS d_date_sk, DATE '2024-01-01' + CAST(i AS INTEGER) AS d_date, 2024 AS d_year FROM range(60) t(i);
CREATE TABLE customer AS SELECT i AS c_customer_sk, 'Country ' || (i % 3) AS c_birth_country FROM range(20) t(i);
CREATE TABLE item AS SELECT i AS i_item_sk, 'Brand ' || (i % 4) AS i_brand, 'Category ' || (i % 5) AS i_category, i * 2 AS i_weight FROM range(30) t(i);
CREATE TABLE store_sales AS SELECT i % 60 AS ss_sold_date_sk, i % 35 AS ss_item_sk, CASE WHEN i % 11 = 0 THEN NULL ELSE i % 25 END AS ss_customer_sk,
  i AS ss_ticket_number, i % 5 AS ss_quantity, (i % 23) * 3.5 AS ss_ext_sales_price, (i % 19) * 1.5 - 10 AS ss_net_profit FROM range(400) t(i);
`
const JOINS = `FROM store_sales s LEFT JOIN customer c ON s.ss_customer_sk = c.c_customer_sk
  LEFT JOIN item i ON s.ss_item_sk = i.i_item_sk LEFT JOIN date_dim d ON s.ss_sold_date_sk = d.d_date_sk`

const BY_NAME = `FROM store_sales LEFT JOIN customer ON ss_customer_sk = c_customer_sk
  LEFT JOIN item ON ss_item_sk = i_item_sk LEFT JOIN date_dim ON ss_sold_date_sk = d_date_sk`

const SNOWFLAKE = `
tables:
  - name: SALES
    base_table: { database: TPCDS, schema: PUBLIC, table: STORE_SALES }
    facts: [{ name: net, expr: SS_EXT_SALES_PRICE - SS_NET_PROFIT, data_type: NUMBER }]
    metrics:
      - { name: cost, expr: SUM(NET) }
      - { name: sales, expr: SUM(ss_ext_sales_price) }
      - { name: brands, expr: "COUNT(DISTINCT item.i_brand)" }
      - { name: share, expr: "cost / NULLIF(sales, 0)" }
      - { name: heavy, expr: "SUM(IFF(item.i_weight > 20, ss_quantity, 0))" }
  - name: item
    base_table: { table: item }
    dimensions: [{ name: category, expr: I_CATEGORY, data_type: TEXT }]
    metrics: [{ name: items, expr: COUNT(i_item_sk) }]
relationships:
  - { name: sold, left_table: SALES, right_table: item, relationship_columns: [{ left_column: ss_item_sk, right_column: i_item_sk }] }
metrics:
  - { name: sales_per_item, expr: sales.sales / item.items }
`

const CUBE = `
cubes:
  - name: sales
    sql: SELECT * FROM main.store_sales
    joins:
      - { name: items, relationship: many_to_one, sql: "{CUBE}.ss_item_sk = {items.key}" }
      - { name: buyers, relationship: many_to_one, sql: "{sales}.ss_customer_sk = {buyers}.c_customer_sk" }
      - { name: dates, relationship: many_to_one, sql: "{CUBE}.ss_sold_date_sk = {dates}.d_date_sk" }
    dimensions:
      - { name: ticket, sql: ss_ticket_number, type: number, primary_key: true }
      - { name: net, sql: "{CUBE}.ss_ext_sales_price - ss_net_profit", type: number, public: false }
      - name: size
        type: string
        case: { when: [{ sql: "{CUBE}.ss_quantity > 3", label: large }, { sql: "ss_quantity > 1", label: middle }], else: { label: small } }
    measures:
      - { name: count, type: count }
      - { name: amount, type: sum, sql: ss_ext_sales_price }
      - { name: cost, type: sum, sql: "{net}" }
      - { name: mean, type: avg, sql: "{CUBE.net}" }
      - { name: tickets, type: count_distinct, sql: "{ticket}", filters: [{ sql: "{buyers.country} <> 'Country 1'" }, { sql: "{size} <> 'small'" }] }
      - { name: buyers_known, type: count, sql: ss_customer_sk }
      - { name: lightest, type: min, sql: "{items}.i_weight" }
      - { name: weight, type: sum, sql: "{CUBE}.ss_quantity * {items.weight}" }
      - { name: share, type: number, sql: "100.0 * {cost} / NULLIF({amount}, 0)" }
      - { name: of_large, type: number, sql: "SUM(CASE WHEN {size} = 'large' THEN 1 ELSE 0 END) / COUNT(*)" }
      - { name: week, type: sum, sql: ss_quantity, rolling_window: { trailing: 7 day } }
      - { name: month, type: sum, sql: ss_quantity, rolling_window: { trailing: 1 month } }
      - { name: running, type: count, filters: [{ sql: "{size} = 'large'" }], rolling_window: { trailing: unbounded } }
      - { name: of_month, type: sum, sql: ss_quantity, rolling_window: { type: to_date, granularity: month } }
    segments: [{ name: gain, sql: "{CUBE}.ss_net_profit > 0" }]
  - name: items
    sql_table: item
    dimensions:
      - { name: key, sql: i_item_sk, type: number, primary_key: true }
      - { name: weight, sql: "{CUBE}.i_weight", type: number }
      - { name: category, sql: i_category, type: string }
  - { name: buyers, sql_table: customer, dimensions: [{ name: country, sql: c_birth_country, type: string }] }
  - { name: dates, sql_table: date_dim, dimensions: [{ name: day, sql: d_date, type: time }] }
`

let tables: Tables
beforeAll(async () => {
  tables = await tablesOf(TABLES)
}, 60_000)
afterAll(() => tables?.remove())

async function compared(
  imported: ImportedDefinitions,
  metrics: Readonly<Record<string, string>>,
  groups: Readonly<Record<string, string>>,
  rows: string,
): Promise<void> {
  const { platform, owner } = await platformOf(tables, imported)
  try {
    for (const by of [[], Object.keys(groups)]) {
      const request = { metrics: Object.keys(metrics), dimensions: by }
      const answer = await platform.as(owner).queryMetrics(request)
      const lists = answer.columns.map(({ name }) => answer.table[name]!)
      const ours = lists[0]!.map((_, row) => lists.map((list) => plain(list[row])))
      const select = [...by.map((name) => groups[name]), ...Object.values(metrics)].join(', ')
      const theirs = await tables.judge.runAndReadAll(
        `SELECT ${select} ${rows}${by.length === 0 ? '' : ' GROUP BY ALL'}`,
      )
      const sorted = (all: readonly (readonly unknown[])[]): readonly string[] =>
        all.map((row) => JSON.stringify(row)).toSorted()
      expect(sorted(ours)).toEqual(sorted(theirs.getRowsJS().map((row) => row.map(plain))))
    }
  } finally {
    await platform.close()
  }
}

/** The SQL of an export as it is, over the tables by their names, has the values of SQL written by hand. */
async function exportedCompared(
  { workspace }: ImportedDefinitions,
  metrics: Readonly<Record<string, string>>,
): Promise<void> {
  const { text } = await exportDefinitions({ workspace, to: 'ossie' })
  const { semantic_model } = readYaml({ file: 'export.yaml', text }).value as ExportedFile
  const exported = semantic_model[0]!.metrics.map(({ name, expression }) => [
    name,
    expression.dialects[0]!.expression,
  ])
  expect(exported.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(metrics)))
  const select = async (texts: readonly string[], rows: string): Promise<readonly unknown[]> => {
    const result = await tables.judge.runAndReadAll(`SELECT ${texts.join(', ')} ${rows}`)
    return result.getRowsJS()[0]!.map((one) => plain(one))
  }
  const texts = Object.keys(metrics).map((name) => exported.find(([own]) => own === name)![1]!)
  const theirs = await select(Object.values(metrics), `${JOINS} WHERE ss_net_profit > 0`)
  expect(await select(texts, BY_NAME)).toEqual(theirs)
}

interface ExportedFile {
  readonly semantic_model: readonly {
    readonly metrics: readonly {
      readonly name: string
      readonly expression: { readonly dialects: readonly { readonly expression: string }[] }
    }[]
  }[]
}

test('metrics of the metric view of the samples have the values of SQL written by hand', async () => {
  const measured = [
    '- { name: weight, expr: SUM(ss_quantity * item.i_weight) }',
    '- { name: mean, expr: "MEASURE(total_sales) / NULLIF(MEASURE(total_quantity), 0)" }',
    "- { name: first, expr: SUM(ss_quantity) FILTER (WHERE customer.c_birth_country LIKE '%0') }",
  ]
  const text = sample('tpcds_metric_view.yaml').trimEnd()
  const source = {
    file: 'view.yaml',
    text: `${text}\n${measured.map((line) => `  ${line}`).join('\n')}\n`,
  }
  const imported = await importOver(tables, { source })
  expect(imported.report.counts).toMatchObject({ metrics: 5, exact: 5, leftOut: 0 })
  expect(imported.workspace.datasets[0]!.time).toMatchObject({ via: ['date_dim'] })
  const metrics = {
    total_sales: 'SUM(ss_ext_sales_price)',
    total_quantity: 'SUM(ss_quantity)',
    weight: 'SUM(ss_quantity * i_weight)',
    mean: 'SUM(ss_ext_sales_price) / NULLIF(SUM(ss_quantity), 0)',
    first: "COALESCE(SUM(ss_quantity) FILTER (WHERE c_birth_country LIKE '%0'), 0)",
  }
  const groups = { item_brand: 'i_brand', birth_country: 'c_birth_country' }
  await compared(imported, metrics, groups, `${JOINS} WHERE ss_net_profit > 0`)
  await exportedCompared(imported, metrics)
}, 60_000)

test('metrics of a semantic view have the values of SQL written by hand', async () => {
  const source = { file: 'view.yaml', text: SNOWFLAKE }
  const imported = await importOver(tables, { source })
  expect(imported.report.counts).toMatchObject({ metrics: 7, leftOut: 0 })
  const metrics = {
    cost: 'SUM(ss_ext_sales_price - ss_net_profit)',
    sales: 'SUM(ss_ext_sales_price)',
    brands: 'COUNT(DISTINCT i_brand)',
    share: 'SUM(ss_ext_sales_price - ss_net_profit) / NULLIF(SUM(ss_ext_sales_price), 0)',
    heavy: 'SUM(CASE WHEN i_weight > 20 THEN ss_quantity ELSE 0 END)',
  }
  await compared(imported, metrics, { category: 'i_category' }, JOINS)
}, 60_000)

test('measures of cubes have the values of SQL written by hand', async () => {
  const imported = await importOver(tables, { source: { file: 'sales.yml', text: CUBE } })
  expect(imported.report).toMatchObject({ format: 'cube', counts: { metrics: 14, leftOut: 0 } })
  const net = 'ss_ext_sales_price - ss_net_profit'
  const size = `CASE WHEN ss_quantity > 3 THEN 'large' WHEN ss_quantity > 1 THEN 'middle' ELSE 'small' END`
  const metrics = {
    count: 'COUNT(*)',
    amount: 'SUM(ss_ext_sales_price)',
    cost: `SUM(${net})`,
    mean: `AVG(${net})`,
    tickets: `COUNT(DISTINCT CASE WHEN c_birth_country <> 'Country 1' AND ss_quantity > 1 THEN ss_ticket_number END)`,
    buyers_known: 'COUNT(ss_customer_sk)',
    lightest: 'MIN(i_weight)',
    weight: 'SUM(ss_quantity * i_weight)',
    share: `100.0 * SUM(${net}) / NULLIF(SUM(ss_ext_sales_price), 0)`,
    of_large: 'SUM(CASE WHEN ss_quantity > 3 THEN 1 ELSE 0 END) / COUNT(*)',
  }
  const groups = { size, gain: 'ss_net_profit > 0', category: 'i_category' }
  await compared(imported, metrics, groups, JOINS)
}, 60_000)

test('a cube joined by one_to_many has the values of hand-written SQL', async () => {
  const text = `
cubes:
  - name: items
    sql_table: item
    joins: [{ name: sales, relationship: one_to_many, sql: "{CUBE}.i_item_sk = {sales}.ss_item_sk" }]
    dimensions:
      - { name: key, sql: i_item_sk, type: number, primary_key: true }
      - { name: category, sql: i_category, type: string }
    measures: [{ name: weight, type: sum, sql: i_weight }]
  - name: sales
    sql_table: store_sales
    measures:
      - { name: count, type: count }
      - { name: amount, type: sum, sql: ss_ext_sales_price }
      - { name: of_four, type: sum, sql: ss_quantity, filters: [{ sql: "{items.category} = 'Category 4'" }] }
`
  const imported = await importOver(tables, { source: { file: 'sales.yml', text } })
  expect(imported.report.counts).toMatchObject({ metrics: 4, leftOut: 0 })
  const metrics = {
    count: 'COUNT(*)',
    amount: 'SUM(ss_ext_sales_price)',
    of_four: `SUM(ss_quantity) FILTER (WHERE i_category = 'Category 4')`,
  }
  // Items 30 to 34 are sold and not in the table, which is the group without a category.
  const sold = 'FROM store_sales LEFT JOIN item ON ss_item_sk = i_item_sk'
  await compared(imported, metrics, { category: 'i_category' }, sold)
  // Measures of the one side count each of its rows once.
  await compared(imported, { weight: 'SUM(i_weight)' }, { category: 'i_category' }, 'FROM item')
}, 60_000)

test('rolling windows of cubes have the values of a join by time, as Cube makes it', async () => {
  const imported = await importOver(tables, { source: { file: 'sales.yml', text: CUBE } })
  const { platform, owner } = await platformOf(tables, imported)
  try {
    // A week may lie in two months, and Cube takes the one that it begins in.
    const asked = [
      ['day', '2024-03-01', ['week', 'month', 'running', 'of_month']],
      ['month', '2024-03-01', ['week', 'month', 'running', 'of_month']],
      ['week', '2024-03-04', ['week', 'month', 'running']],
    ] as const
    for (const [grain, end, metrics] of asked) {
      const answer = await platform.as(owner).queryMetrics({
        metrics: [...metrics],
        dimensions: [`metric_time__${grain}`],
        timeConstraint: `[metric_time] >= "2024-01-01" AND [metric_time] < "${end}"`,
      })
      // By month a trailing month is the month; Cube takes days of the month before too.
      const lastMonth =
        grain === 'month'
          ? 'd_date >= start'
          : 'd_date > until - INTERVAL 1 MILLISECOND - INTERVAL 1 MONTH'
      const lists = answer.columns.map(({ name }) => answer.table[name]!)
      const ours = lists[0]!.map((_, row) => lists.map((list) => plain(list[row])))
      const theirs = await tables.judge.runAndReadAll(`
        WITH rows AS (SELECT d_date, ss_quantity FROM store_sales JOIN date_dim ON ss_sold_date_sk = d_date_sk),
        periods AS (SELECT DISTINCT date_trunc('${grain}', d_date) AS start, start + INTERVAL 1 ${grain} AS until FROM rows)
        SELECT start::TIMESTAMP,
          SUM(ss_quantity) FILTER (WHERE d_date >= until - INTERVAL 7 DAY),
          SUM(ss_quantity) FILTER (WHERE ${lastMonth}),
          COUNT(*) FILTER (WHERE ss_quantity > 3),
          SUM(ss_quantity) FILTER (WHERE d_date >= date_trunc('month', start)) AS of_month
        FROM periods JOIN rows ON d_date < until GROUP BY ALL ORDER BY 1`)
      expect(ours).toEqual(
        theirs.getRowsJS().map((row) => row.slice(0, metrics.length + 1).map(plain)),
      )
    }
  } finally {
    await platform.close()
  }
}, 60_000)

const SHIFTED = `
cubes:
  - name: sales
    sql_table: store_sales
    joins: [{ name: dates, relationship: many_to_one, sql: "{CUBE}.ss_sold_date_sk = {dates}.d_date_sk" }]
    measures:
      - { name: amount, type: sum, sql: ss_quantity }
      - { name: count, type: count }
      - { name: mean, type: number, sql: "1.0 * {amount} / {count}" }
      - { name: amount_month_ago, multi_stage: true, type: number, sql: "{amount}", time_shift: [{ interval: 1 month, type: prior }] }
      - { name: mean_week_ago, multi_stage: true, type: number, sql: "{mean}", time_shift: [{ interval: 7 days, type: prior }] }
      - { name: growth, type: number, sql: "{amount} - {amount_month_ago}" }
  - { name: dates, sql_table: date_dim, dimensions: [{ name: day, sql: d_date, type: time }] }
`

test('time shifts of cubes have the values of rows shifted in time, as in Cube', async () => {
  const imported = await importOver(tables, { source: { file: 'sales.yml', text: SHIFTED } })
  expect(imported.report.counts).toMatchObject({ metrics: 6, leftOut: 0 })
  const { platform, owner } = await platformOf(tables, imported)
  try {
    // Cube adds the interval to the time of a row, so that the days 29 to 31 of January all become the last of February.
    const asked = [
      ['month', '2024-02-01', '2024-03-01', ['amount_month_ago', 'growth', 'mean_week_ago']],
      ['week', '2024-02-05', '2024-02-26', ['amount_month_ago', 'growth', 'mean_week_ago']],
      ['day', '2024-02-05', '2024-02-26', ['amount_month_ago', 'growth', 'mean_week_ago']],
      ['day', '2024-01-10', '2024-03-01', ['mean_week_ago']],
    ] as const
    for (const [grain, from, until, metrics] of asked) {
      const answer = await platform.as(owner).queryMetrics({
        metrics: [...metrics],
        dimensions: [`metric_time__${grain}`],
        timeConstraint: `[metric_time] >= "${from}" AND [metric_time] < "${until}"`,
      })
      const lists = answer.columns.map(({ name }) => answer.table[name]!)
      const ours = lists[0]!.map((_, row) => lists.map((list) => plain(list[row])))
      const of = (
        values: string,
        shift: string,
      ) => `SELECT date_trunc('${grain}', moved) AS start, ${values}
        FROM (SELECT d_date + INTERVAL ${shift} AS moved, * FROM rows) WHERE moved >= '${from}' AND moved < '${until}' GROUP BY ALL`
      const theirs = await tables.judge.runAndReadAll(`
        WITH rows AS (SELECT d_date, ss_quantity FROM store_sales JOIN date_dim ON ss_sold_date_sk = d_date_sk)
        SELECT start, ${metrics.map((name) => (name === 'growth' ? 'amount - amount_month_ago' : name)).join(', ')} FROM (${of('SUM(ss_quantity) AS amount', '0 DAY')})
        LEFT JOIN (${of('SUM(ss_quantity) AS amount_month_ago', '1 MONTH')}) USING (start)
        LEFT JOIN (${of('1.0 * SUM(ss_quantity) / COUNT(*) AS mean_week_ago', '7 DAY')}) USING (start) ORDER BY 1`)
      expect(ours).toEqual(theirs.getRowsJS().map((row) => row.map(plain)))
    }
  } finally {
    await platform.close()
  }
}, 60_000)

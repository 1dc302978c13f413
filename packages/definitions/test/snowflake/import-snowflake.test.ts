import { describe, expect, test } from 'vitest'
import { importText, saidOf } from '../import-text.ts'

const VIEW = `
name: shop
description: What is sold
tables:
  - name: orders
    description: Orders
    base_table: { database: DB, schema: MAIN, table: orders }
    primary_key: { columns: [ID] }
    time_dimensions:
      - { name: day, expr: day, data_type: date }
    dimensions:
      - { name: state, expr: STATE, data_type: varchar, synonyms: [status] }
    facts:
      - { name: net, expr: amount * 0.8, data_type: number }
      - { name: amount, expr: net * 2, data_type: number, access_modifier: private_access }
    filters:
      - { name: is_paid, expr: "state = 'paid'" }
    metrics:
      - { name: revenue, expr: SUM(orders.net) }
      - { name: order_count, expr: COUNT(ID), access_modifier: private_access }
      - { name: average_order, expr: "DIV0(revenue, order_count)", description: Mean }
      - { name: unused, expr: MAX(amount), access_modifier: private_access }
  - name: buyers
    base_table: { table: customers }
    dimensions:
      - { name: country, expr: country, data_type: number }
    metrics:
      - { name: revenue, expr: COUNT(DISTINCT id) }
relationships:
  - name: buyer
    left_table: orders
    right_table: buyers
    relationship_columns: [{ left_column: CUSTOMER_ID, right_column: ID }]
    join_type: left_outer
    relationship_type: many_to_one
metrics:
  - { name: revenue_per_buyer, expr: orders.revenue / buyers.revenue }
verified_queries:
  - { name: q, question: How much?, sql: SELECT 1 }
`

test('a semantic view becomes datasets, dimensions and metrics', async () => {
  const imported = await importText(VIEW)
  const { workspace, report } = imported
  expect(report).toMatchObject({ format: 'snowflake', dialect: 'SNOWFLAKE' })
  expect(report.unread.map(({ path }) => path)).toEqual([
    'tables[].dimensions[].synonyms',
    'verified_queries',
  ])
  expect(workspace.datasets).toMatchObject([
    {
      name: 'orders',
      time: { column: 'day', grain: 'DAY' },
      relations: [{ name: 'buyer', to: 'buyers', on: [{ column: 'customer_id', toColumn: 'id' }] }],
    },
    { name: 'buyers' },
  ])
  expect(workspace.datasets[0]!.columns.filter(({ isPrimaryKey }) => isPrimaryKey)).toMatchObject([
    { name: 'id' },
  ])
  expect(workspace.dimensions.map(({ name, value }) => [name, value.type])).toEqual([
    ['state', 'COLUMN_BIND'],
    ['day', 'COLUMN_BIND'],
    ['is_paid', 'CUSTOM'],
    ['country', 'COLUMN_BIND'],
  ])
  expect(workspace.metrics).toMatchObject([
    { name: 'revenue', type: 'ATOMIC', dataset: 'orders', expr: '[amount] * 0.8' },
    { name: 'order_count', type: 'ATOMIC', aggregate: 'COUNT' },
    { name: 'average_order', type: 'COMPOSITE', dataset: null, description: 'Mean' },
    { name: 'buyers_revenue', type: 'ATOMIC', dataset: 'buyers', aggregate: 'COUNT_DISTINCT' },
    { name: 'revenue_per_buyer', type: 'COMPOSITE', expr: '[revenue] / [buyers_revenue]' },
  ])
  expect(saidOf(imported)).toEqual([
    ['NOTE', 'orders.is_paid', 'a filter; a dimension with the values true and false'],
    ['NOTE', 'buyers.country', 'the file says number, the data has STRING'],
  ])
})

test('older measures are metrics by their default aggregation', async () => {
  const { workspace } = await importText(`
tables:
  - name: orders
    base_table: { table: orders }
    measures:
      - { name: amount, expr: amount, default_aggregation: sum }
      - { name: doubled, expr: amount * 2, default_aggregation: AVG }
      - { name: ids, expr: id, default_aggregation: count_distinct }
      - { name: plain, expr: amount - 1 }
`)
  expect(workspace.metrics).toMatchObject([
    { name: 'amount', aggregate: 'SUM', expr: '[amount]' },
    { name: 'doubled', aggregate: 'AVG', expr: '[amount] * 2' },
    { name: 'ids', aggregate: 'COUNT_DISTINCT' },
  ])
})

test('what cannot be said is left out with the reason', async () => {
  const imported = await importText(`
tables:
  - name: orders
    base_table: { table: orders }
    facts: [{ name: many, expr: SUM(amount) }]
    metrics:
      - { name: balance, expr: SUM(amount), non_additive_dimensions: [{ table: orders, dimension: day }] }
      - { name: running, expr: SUM(amount) OVER (ORDER BY day) }
      - { name: again, expr: AVG(total) }
      - { name: total, expr: SUM(amount) }
      - { name: other, expr: SUM(buyers.id) }
      - { name: zone, expr: "COUNT(CONVERT_TIMEZONE('UTC', day))" }
  - name: buyers
    base_table: { table: customers }
    metrics: [{ name: finer, expr: SUM(orders.amount) }]
  - { name: queried, definition: SELECT 1 }
relationships:
  - { name: inner, left_table: orders, right_table: buyers, join_type: inner, relationship_columns: [{ left_column: customer_id, right_column: id }] }
  - { name: good, left_table: orders, right_table: buyers, relationship_columns: [{ left_column: customer_id, right_column: id }] }
`)
  expect(saidOf(imported)).toEqual([
    ['LEFT_OUT', 'orders.many', 'SUM(amount): an aggregate in a field'],
    [
      'LEFT_OUT',
      'orders.balance',
      'a balance: the value of one day, not of all rows (non_additive_dimensions)',
    ],
    ['LEFT_OUT', 'orders.running', 'SUM(amount) OVER (ORDER BY day): OVER looks at other rows'],
    [
      'LEFT_OUT',
      'orders.again',
      'AVG(total): total is a metric; its values are not aggregated again',
    ],
    [
      'LEFT_OUT',
      'orders.other',
      'SUM(buyers.id) would count a row of buyers once for each row of orders',
    ],
    [
      'LEFT_OUT',
      'orders.zone',
      "COUNT(CONVERT_TIMEZONE('UTC', day)): the function CONVERT_TIMEZONE, which has no counterpart",
    ],
    [
      'LEFT_OUT',
      'buyers.finer',
      'SUM(orders.amount): a row of buyers has many of orders and would count once for each',
    ],
    ['LEFT_OUT', 'queried', 'it has no base_table; make its query a table or a file'],
    ['LEFT_OUT', 'inner', 'a join of type inner would leave rows out or add some'],
  ])
  expect(imported.workspace.metrics.map(({ name }) => name)).toEqual(['total'])
})

test('lines of a text in quotes may begin further left than its key, as PyYAML reads them', async () => {
  const query = (text: string) =>
    `verified_queries:\n  - name: "a \\"b\\""\n    sql: ${text}\n  - { name: d }\n`
  const tables =
    'tables: [{ name: o, base_table: { table: orders }, metrics: [{ name: a, expr: SUM(amount) }] }]\n'
  const left = query('"\nSELECT\n  \\"x\\",\n\nFROM t;\n"')
  for (const text of [
    left,
    left.replaceAll('\n', '\r\n'),
    `${left}${left.replace('verified', 'other')}`,
  ]) {
    const { workspace, report } = await importText(tables + text)
    expect(workspace.metrics).toHaveLength(1)
    expect(report.unread.map(({ path }) => path)).toContain('verified_queries')
  }
  for (const text of [query('"SELECT'), query('"\nSELECT \\" x\n'), `${tables}x: "\n"\n"\n`]) {
    await expect(importText(tables + text)).rejects.toMatchObject({
      code: 'DEFINITIONS_INVALID_IMPORT',
    })
  }
})

describe('a file is refused as a whole', () => {
  const tables = 'tables: [{ name: orders, base_table: { table: orders } }]'
  test.each<[string, string, RegExp]>([
    [
      'a table twice',
      `tables: [{ name: a, base_table: { table: a } }, { name: a }]`,
      /"a" is the name of tables\[0\] too/,
    ],
    [
      'a relationship to nothing',
      `${tables}\nrelationships: [{ name: r, left_table: orders, right_table: x, relationship_columns: [{ left_column: a, right_column: b }] }]`,
      /^shop\.yaml:2:\d+ relationships\[0\]\.right_table: names the table "x", which the file does not have/,
    ],
    [
      'an aggregation that is none',
      'tables: [{ name: o, base_table: { table: orders }, measures: [{ name: a, default_aggregation: summ }] }]',
      /expected one of sum, .*did you mean sum\?/,
    ],
    [
      'a cycle',
      'tables: [{ name: o, base_table: { table: orders }, metrics: [{ name: a, expr: b + 1 }, { name: b, expr: a + 1 }] }]',
      /the metric o\.b refers to itself through o\.a/,
    ],
    ['a number as tables', 'tables: 7', /expected a semantic view of Snowflake/],
    [
      'many aliases',
      `a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\ntables: [*e,*e,*e,*e,*e,*e,*e,*e,*e]`,
      /^shop\.yaml:\d+:\d+ /,
    ],
  ])('%s', async (_, text, message) => {
    await expect(importText(text, { from: 'snowflake' })).rejects.toMatchObject({
      code: 'DEFINITIONS_INVALID_IMPORT',
      message: expect.stringMatching(message) as string,
    })
  })
})

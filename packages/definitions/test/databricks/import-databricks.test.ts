import { describe, expect, test } from 'vitest'
import { importText, saidOf } from '../import-text.ts'

const VIEW = `
version: 1.1
source: main.shop.orders
comment: What is sold
filter: state <> 'test'
joins:
  - name: buyer
    source: main.shop.customers
    on: source.customer_id = buyer.id
fields:
  - name: Order Day
    expr: DATE_TRUNC('MONTH', day)
  - name: state
    expr: UPPER(state)
  - name: country
    expr: buyer.country
    display_name: Country
  - name: who
    expr: CONCAT(country, ' ', \`state\`)
measures:
  - name: revenue
    expr: SUM(amount)
    comment: All that is paid
  - name: Average Order
    expr: MEASURE(revenue) / NULLIF(COUNT(*), 0)
  - name: german
    expr: SUM(amount) FILTER (WHERE buyer.country = 'DE') / COUNT(DISTINCT buyer.id)
  - name: buyers
    expr: COUNT(buyer.id)
`

test('a metric view becomes datasets, dimensions and metrics', async () => {
  const imported = await importText(VIEW)
  const { workspace, report } = imported
  expect(report).toMatchObject({ format: 'databricks', dialect: 'DATABRICKS', unread: [] })
  expect(saidOf(imported)).toEqual([])
  expect(workspace.datasets).toMatchObject([
    {
      name: 'orders',
      description: 'What is sold',
      filter: '[state] != "test"',
      time: { column: 'day', grain: 'DAY' },
      relations: [{ name: 'buyer', to: 'buyer', on: [{ column: 'customer_id', toColumn: 'id' }] }],
    },
    { name: 'buyer', filter: null },
  ])
  expect(workspace.dimensions).toMatchObject([
    { name: 'Order_Day', displayName: 'Order Day', dataset: 'orders' },
    { name: 'state', dataset: 'orders', value: { type: 'CUSTOM', expr: 'Upper([state])' } },
    {
      name: 'who',
      dataset: 'orders',
      value: { expr: `Concat(['buyer'/'country'], " ", [state])` },
    },
    { name: 'country', displayName: 'Country', dataset: 'buyer', value: { column: 'country' } },
  ])
  expect(workspace.metrics).toMatchObject([
    { name: 'revenue', type: 'ATOMIC', expr: '[amount]', description: 'All that is paid' },
    { name: 'Average_Order_of_orders', type: 'ATOMIC', aggregate: 'COUNT' },
    {
      name: 'Average_Order',
      type: 'COMPOSITE',
      dataset: null,
      expr: '[revenue] / [Average_Order_of_orders]',
    },
    { name: 'german', type: 'COMPOSITE', dataset: 'orders' },
    // A joined row counts once for each row of the source, as the view has it.
    { name: 'buyers', type: 'ATOMIC', dataset: 'orders', expr: "['buyer'/'id']" },
  ])
})

test('a filter on joined columns holds for each metric', async () => {
  const { workspace } = await importText(
    VIEW.replace("state <> 'test'", "source.amount > 1 AND buyer.country = 'DE'"),
  )
  const condition = `[amount] > 1 AND ['buyer'/'country'] = "DE"`
  expect(workspace.datasets[0]!.filter).toBe(null)
  expect(workspace.metrics.filter(({ name }) => /revenue|german/.test(name))).toMatchObject([
    { name: 'revenue', filters: [condition] },
    { name: 'german_all', type: 'COMPOSITE' },
    { name: 'german', type: 'DERIVED', metric: 'german_all', filters: [condition] },
  ])
})

test('joins below joins are relations of their dataset', async () => {
  const { workspace } = await importText(`
version: '1.1'
source: visits
joins:
  - name: customer
    source: customers
    on: customer.id = source.customer_id
    joins:
      - { name: first, source: orders, using: [id] }
dimensions: [{ name: first_state, expr: customer.first.state }]
measures: [{ name: visits, expr: count(1) }]
`)
  expect(workspace.datasets.map(({ name, relations }) => [name, relations[0]?.to])).toEqual([
    ['visits', 'customer'],
    ['customer', 'first'],
    ['first', undefined],
  ])
  expect(workspace.dimensions).toMatchObject([{ name: 'first_state', dataset: 'first' }])
})

test('what cannot be said is left out with the reason', async () => {
  const imported = await importText(`
version: 1.1
source: orders
colour: red
joins:
  - { name: near, source: customers, on: source.amount > near.id }
  - { name: visits, source: visits, using: [customer_id], cardinality: one_to_many }
dimensions:
  - { name: amount, expr: customer_id, weight: 3 }
  - { name: state, expr: upper(state), weight: 4 }
  - { name: b, expr: c }
  - { name: c, expr: b }
measures:
  - { name: far, expr: COUNT(visits.day) }
  - { name: unclear, expr: SUM(amount) }
  - { name: clear, expr: SUM(source.amount) }
  - { name: nested, expr: SUM(MEASURE(clear)) }
  - { name: bare, expr: clear + 1 }
  - { name: onfar, expr: MEASURE(far) + 1 }
  - { name: none, expr: MEASURE(nobody) }
  - { name: running, expr: SUM(source.amount), window: [{ order: day, range: trailing 7 day, semiadditive: last }] }
`)
  expect(saidOf(imported)).toEqual([
    [
      'LEFT_OUT',
      'near',
      'source.amount > near.id: a relation is equalities of columns of source and near',
    ],
    ['LEFT_OUT', 'visits', 'one_to_many: a relation leads to at most one row'],
    ['LEFT_OUT', 'orders.b', 'c: c is left out'],
    ['LEFT_OUT', 'orders.c', 'b: the field b refers to itself'],
    ['LEFT_OUT', 'far', 'COUNT(visits.day): no one way leads from orders to visits'],
    ['LEFT_OUT', 'unclear', 'SUM(amount): amount is a column and a field that differ'],
    ['LEFT_OUT', 'nested', 'SUM(MEASURE(clear)): an aggregate of MEASURE'],
    ['LEFT_OUT', 'bare', 'clear + 1: clear is a metric; MEASURE(…) names one'],
    ['LEFT_OUT', 'onfar', 'it stands on far, which is left out'],
    ['LEFT_OUT', 'none', 'MEASURE(nobody): nobody is no measure'],
    [
      'LEFT_OUT',
      'running',
      'its window (trailing 7 day, last value) looks at other rows than those asked for',
    ],
  ])
  expect(imported.workspace.metrics.map(({ name }) => name)).toEqual(['clear'])
  expect(imported.report.unread).toEqual([
    { path: 'colour', count: 1 },
    { path: 'dimensions[].weight', count: 2 },
  ])
})

test('a view of a query is left out with what stands on it', async () => {
  const imported = await importText(
    'version: 0.1\nsource: SELECT * FROM orders\nmeasures: [{ name: n, expr: COUNT(*) }]\n',
  )
  expect(saidOf(imported)).toEqual([
    ['LEFT_OUT', 'source', 'its source is a query; make it a table or a file'],
    ['LEFT_OUT', 'n', 'it stands on source, which is left out'],
  ])
})

test('a filter that cannot be read leaves all out, rather than counting more rows', async () => {
  const imported = await importText(
    VIEW.replace("state <> 'test'", 'RANK() OVER (ORDER BY day) = 1'),
  )
  expect(imported.workspace.metrics).toEqual([])
  expect(saidOf(imported)[0]).toEqual([
    'LEFT_OUT',
    'orders',
    'its filter RANK() OVER (ORDER BY day) = 1: OVER looks at other rows',
  ])
})

describe('a file is refused as a whole', () => {
  test.each<[string, string, RegExp]>([
    [
      'a version',
      'version: 7\nsource: orders\nmeasures: []',
      /^shop\.yaml:1:10 version: expected one of the versions 0\.1, 1\.0, 1\.1, found 7/,
    ],
    ['a list as source', 'source: [orders]\nmeasures: []', /source: expected a text, found a list/],
    [
      'a name twice',
      'source: orders\nmeasures: [{ name: a, expr: COUNT(*) }, { name: a, expr: COUNT(*) }]',
      /"a" is the name of measures\[0\] too/,
    ],
    [
      'a join twice',
      'source: orders\njoins: [{ name: a, source: visits, using: [day] }, { name: a, source: visits, using: [day] }]\nmeasures: []',
      /"a" is the name of joins\[0\] too/,
    ],
    [
      'a join called as the source',
      'source: orders\njoins: [{ name: Source, source: visits, using: [day] }]\nmeasures: []',
      /joins\[0\]\.name: "Source" is the name of the rows that the view measures/,
    ],
    [
      'no expression',
      'source: orders\nmeasures: [{ name: a }]',
      /measures\[0\]\.expr: expected an expression, found nothing/,
    ],
    [
      'a cycle',
      'source: orders\nmeasures: [{ name: a, expr: MEASURE(b) }, { name: b, expr: MEASURE(a) }]',
      /the metric b refers to itself through a/,
    ],
    [
      'a measure of itself',
      'source: orders\nmeasures: [{ name: a, expr: MEASURE(a) + 1 }]',
      /the metric a refers to itself through a/,
    ],
    [
      'deep joins',
      `source: orders\nmeasures: []\njoins: ${'[{ name: a, source: b, using: [c], joins: '.repeat(60)}[]${'}]'.repeat(60)}`,
      /joins of at most 50 levels/,
    ],
    ['nothing', '', /expected definitions, found an empty file/],
  ])('%s', async (_, text, message) => {
    await expect(importText(text, { from: 'databricks' })).rejects.toMatchObject({
      code: 'DEFINITIONS_INVALID_IMPORT',
      message: expect.stringMatching(message) as string,
    })
  })
})

test('a file with CRLF line ends and a byte order mark is read like any other', async () => {
  const { workspace } = await importText(`\uFEFF${VIEW.replaceAll('\n', '\r\n')}`)
  expect(workspace.metrics).toEqual((await importText(VIEW)).workspace.metrics)
})

test('a running measure is the sum of all days so far, by a column of dates alone', async () => {
  const window = (order: string, more = '') =>
    `window: [{ order: ${order}, range: cumulative, semiadditive: last${more} }]`
  const imported = await importText(`
version: 1.1
source: orders
dimensions:
  - { name: at, expr: day }
  - { name: month, expr: "DATE_TRUNC('MONTH', day)" }
measures:
  - { name: running, expr: SUM(amount), ${window('at')} }
  - { name: by_month, expr: SUM(amount), ${window('month')} }
  - { name: later, expr: SUM(amount), ${window('at', ', offset: -1 day')} }
  - { name: nowhere, expr: SUM(amount), ${window('none')} }
`)
  expect(imported.workspace.metrics).toMatchObject([
    { name: 'running_base', type: 'ATOMIC', aggregate: 'SUM', nullWhenEmpty: true },
    {
      name: 'running',
      type: 'DERIVED',
      metric: 'running_base',
      period: { kind: 'allTime', take: 'LAST' },
    },
  ])
  const by = (order: string): string =>
    `its window goes by ${order}, which is not the time of orders as a column of dates`
  expect(saidOf(imported)).toEqual([
    ['NOTE', 'running', 'over all rows up to the end of a period, whatever time is asked for'],
    ['LEFT_OUT', 'by_month', by('month')],
    ['LEFT_OUT', 'later', expect.stringContaining('its window (cumulative, last value)')],
    ['LEFT_OUT', 'nowhere', by('none')],
  ])
})

import { describe, expect, test } from 'vitest'
import { importText, saidOf } from '../import-text.ts'

const VIEW = `
version: 1
type: metrics_view
display_name: Sales
model: orders
timeseries: day
smallest_time_grain: month
first_day_of_week: 7
dimensions:
  - { name: state, display_name: State, column: state }
  - { label: Size, name: size, expression: "CASE WHEN amount > 10 THEN 'large' ELSE 'small' END" }
  - { column: gift }
  - { name: parts, column: state, unnest: true }
  - { name: hidden, column: nothing, ignore: true }
measures:
  - { name: total_records, expression: COUNT(*), display_name: Records, format_preset: humanize }
  - { name: amount, expression: SUM(amount) }
  - { name: mean, type: derived, requires: [amount, total_records], expression: amount / total_records }
  - { expression: "COUNT(DISTINCT customer_id) FILTER (WHERE state = 'paid')" }
  - { name: before, type: time_comparison, expression: amount }
  - { name: rolling, expression: SUM(amount), window: { order: day, frame: RANGE BETWEEN INTERVAL 6 DAY PRECEDING AND CURRENT ROW } }
  - { name: each, expression: AVG(amount), per: [state], requires: [amount] }
  - { name: twice, expression: SUM(mean) }
`

test('a metrics view becomes a dataset, dimensions and metrics', async () => {
  const imported = await importText(VIEW)
  const { workspace, report } = imported
  expect(report).toMatchObject({ format: 'rill', dialect: 'DUCKDB' })
  expect(report.unread.map(({ path }) => path)).toEqual([
    'first_day_of_week',
    'measures[].format_preset',
    'measures[].window.frame',
    'measures[].window.order',
  ])
  expect(workspace.datasets).toMatchObject([
    { name: 'orders', displayName: 'Sales', time: { column: 'day', grain: 'MONTH' } },
  ])
  expect(workspace.dimensions.map(({ name, displayName }) => [name, displayName])).toEqual([
    ['state', 'State'],
    ['size', 'Size'],
    ['gift', 'gift'],
  ])
  expect(workspace.metrics).toMatchObject([
    { name: 'total_records', type: 'ATOMIC', aggregate: 'COUNT', displayName: 'Records' },
    { name: 'amount', type: 'ATOMIC', aggregate: 'SUM', expr: '[amount]' },
    { name: 'mean', type: 'COMPOSITE', dataset: null, expr: '[amount] / [total_records]' },
    { name: 'measure_3', type: 'ATOMIC', aggregate: 'COUNT_DISTINCT' },
  ])
  expect(saidOf(imported)).toEqual([
    ['LEFT_OUT', 'orders.parts', 'a row would count once for each of its elements'],
    ['LEFT_OUT', 'before', 'of the type time_comparison, which looks at other periods'],
    ['LEFT_OUT', 'rolling', 'its window looks at other rows than those asked for'],
    ['LEFT_OUT', 'each', 'an aggregate of groups (per)'],
    ['LEFT_OUT', 'twice', 'SUM(mean): mean is a metric; its values are not aggregated again'],
  ])
})

test('an older dashboard is read too, with names in quotes', async () => {
  const { workspace } = await importText(`
title: Old
table: orders
dimensions: [{ property: state, label: "The state" }]
measures: [{ label: Paid, name: paid, expression: 'sum("amount")' }]
`)
  expect(workspace).toMatchObject({
    datasets: [{ displayName: 'Old', time: null }],
    dimensions: [{ name: 'state', displayName: 'The state' }],
    metrics: [{ name: 'paid', displayName: 'Paid', expr: '[amount]' }],
  })
})

test('a time series that is no time and a missing column are reported', async () => {
  const imported = await importText(`
type: metrics_view
model: orders
timeseries: state
dimensions: [{ column: missing }]
measures: [{ name: n, expression: COUNT(*) }]
`)
  expect(imported.workspace.datasets[0]!.time).toBe(null)
  expect(saidOf(imported)).toEqual([
    ['NOTE', 'orders.timeseries', 'the file says a time, the data has STRING'],
    ['LEFT_OUT', 'orders.missing', '"missing": the table of orders has no column missing'],
  ])
})

test('a dimension named "timeseries" is not confused with the time of the dataset', async () => {
  const { workspace } = await importText(
    'type: metrics_view\nmodel: orders\ntimeseries: day\ndimensions: [{ name: timeseries, column: state }]\nmeasures: []\n',
  )
  expect(workspace.dimensions).toMatchObject([{ name: 'timeseries', value: { column: 'state' } }])
  expect(workspace.datasets[0]!.time).toMatchObject({ column: 'day' })
})

test('access rules are never dropped in silence', async () => {
  const text = `${VIEW}security: { access: true, row_filter: "state = '{{ .user.state }}'" }\n`
  await expect(importText(text)).rejects.toThrow(
    /security: nothing here enforces access rules; import with --without-access-rules/,
  )
  const { report } = await importText(text, { withoutAccessRules: true })
  expect(report.counts.exact).toBe(4)
})

describe('a file is refused as a whole', () => {
  test.each<[string, string, RegExp]>([
    [
      'of an engine whose SQL is not read',
      'connector: clickhouse',
      /connector: the SQL of clickhouse is not read/,
    ],
    ['of another view', 'parent: sales', /parent: stands on the view sales/],
    ['with a grain that is none', 'smallest_time_grain: dya', /did you mean day\?/],
    [
      'with a name twice',
      'dimensions: [{ column: state }, { column: state }]',
      /"state" is the name of dimensions\[0\] too/,
    ],
    [
      'with a cycle',
      'measures: [{ name: a, expression: b }, { name: b, expression: a }]',
      /refers to itself through/,
    ],
  ])('%s', async (_, line, message) => {
    await expect(importText(`type: metrics_view\nmodel: orders\n${line}\n`)).rejects.toMatchObject({
      code: 'DEFINITIONS_INVALID_IMPORT',
      message: expect.stringMatching(message) as string,
    })
  })
})

import { describe, expect, test } from 'vitest'
import { importDefinitions } from '../../src/index.ts'
import { SHOP } from '../shop.ts'

const sql = (expression: string, dialect = 'ANSI_SQL') => ({ dialects: [{ dialect, expression }] })
const field = (name: string, parts: object = {}) => ({ name, expression: sql(name), ...parts })
const metric = (name: string, expression: string, dialect?: string) => ({
  name,
  expression: sql(expression, dialect),
})

const DATASETS = [
  {
    name: 'orders',
    source: 'db.main.orders',
    primary_key: ['id'],
    fields: [
      field('day', { dimension: { is_time: true } }),
      field('state', { dimension: {} }),
      field('amount', { datatype: 'String' }),
      { name: 'net', expression: sql('orders.amount * 0.8') },
    ],
  },
  { name: 'buyers', source: '"main"."customers"', fields: [field('country', { dimension: {} })] },
  { name: 'visits', source: 'visits' },
]
const BUYER = {
  name: 'buyer',
  from: 'orders',
  to: 'buyers',
  from_columns: ['customer_id'],
  to_columns: ['id'],
}

function model(metrics: readonly object[], parts: object = {}): object {
  return {
    semantic_model: [
      { name: 'shop', datasets: DATASETS, relationships: [BUYER], metrics, ...parts },
    ],
  }
}

function importModel(content: object | string, options: { readonly model?: string } = {}) {
  // JSON is YAML too, and has places as YAML has them.
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 1)
  return importDefinitions({
    source: { file: 'shop.yaml', text },
    tables: SHOP,
    tenant: 'shop',
    ...options,
  })
}

test('metrics are one aggregate, a formula of one dataset, or of several', async () => {
  const { workspace, report } = await importModel(
    model([
      metric('revenue', 'SUM(orders.amount)'),
      metric('net', 'SUM(orders.net)'),
      metric('paid', "SUM(CASE WHEN orders.state = 'paid' THEN amount END)"),
      metric('mean', 'SUM(orders.amount) / NULLIF(COUNT(orders.id), 0)'),
      metric('buyers', 'COUNT(DISTINCT buyers.id)'),
      metric('sales_per_visit', 'SUM(orders.amount) / COUNT(visits.day)'),
    ]),
  )
  const shown = workspace.metrics.map((one) => [
    one.name,
    one.type,
    'dataset' in one ? one.dataset : null,
    'expr' in one ? one.expr : null,
  ])
  expect(shown).toEqual([
    ['revenue', 'ATOMIC', 'orders', '[amount]'],
    ['net', 'ATOMIC', 'orders', '[amount] * 0.8'],
    ['paid', 'ATOMIC', 'orders', 'CASE WHEN [state] = "paid" THEN [amount] END'],
    ['mean', 'COMPOSITE', 'orders', 'Sum([amount]) / Count([id])'],
    ['buyers', 'ATOMIC', 'buyers', '[id]'],
    ['sales_per_visit_of_orders', 'ATOMIC', 'orders', '[amount]'],
    ['sales_per_visit_of_visits', 'ATOMIC', 'visits', "['visits'/'day']"],
    [
      'sales_per_visit',
      'COMPOSITE',
      null,
      '[sales_per_visit_of_orders] / [sales_per_visit_of_visits]',
    ],
  ])
  expect(report.counts).toMatchObject({ metrics: 6, exact: 6 })
  expect(workspace.datasets[0]).toMatchObject({
    time: { column: 'day', grain: 'DAY' },
    relations: [{ name: 'buyer', to: 'buyers', on: [{ column: 'customer_id', toColumn: 'id' }] }],
  })
  expect(report.findings.map(({ message }) => message)).toContain(
    'the file says String, the data has DOUBLE',
  )
})

test('a sum without rows is NULL unless the text makes it 0', async () => {
  const { workspace, report } = await importModel(
    model([
      metric('bare', 'SUM(orders.amount)'),
      metric('zero', 'COALESCE(SUM(orders.amount), 0)'),
      metric('one', 'COALESCE(SUM(orders.amount), 1)'),
      metric('rows', 'COUNT(orders.id)'),
    ]),
  )
  expect(report.counts).toMatchObject({ metrics: 4, leftOut: 0 })
  const found = workspace.metrics.map((one) => [
    one.name,
    one.type,
    one.type === 'ATOMIC' ? one.nullWhenEmpty : null,
  ])
  expect(found).toEqual([
    ['bare', 'ATOMIC', true],
    ['zero', 'ATOMIC', undefined],
    ['one', 'COMPOSITE', null],
    ['rows', 'ATOMIC', undefined],
  ])
})

test('what cannot be a metric is left out with its line', async () => {
  const { report } = await importModel(
    model([
      metric('twice', 'SUM(orders.amount) / SUM(buyers.id)'),
      metric('nowhere', 'SUM(orders.nothing)'),
      metric('maql', 'SELECT {metric/a}', 'MAQL'),
      metric('plain', 'orders.amount'),
      metric('named', 'SUM(tickets.amount)'),
    ]),
  )
  expect(
    report.findings
      .filter(({ kind }) => kind === 'metric')
      .map(({ name, message, line }) => [name, message, line! > 1]),
  ).toEqual([
    ['twice', 'SUM(buyers.id) would count a row of buyers once for each row of orders', true],
    ['nowhere', 'SUM(orders.nothing): the table of orders has no column nothing', true],
    ['maql', 'no expression in ANSI_SQL, only in MAQL', true],
    ['plain', expect.stringContaining('[amount]'), true],
    ['named', 'SUM(tickets.amount): tickets.amount: there is no dataset tickets', true],
  ])
})

test('a dataset without a table is left out, with what stands on it', async () => {
  const datasets = [DATASETS[0], { name: 'buyers', source: 'SELECT * FROM customers' }]
  const { report, workspace } = await importModel(
    model([metric('a', 'SUM(orders.amount)')], { datasets }),
  )
  expect(
    report.findings
      .filter(({ status }) => status === 'LEFT_OUT')
      .map(({ kind, name, message, causedBy }) => [kind, name, message, causedBy]),
  ).toEqual([
    ['dataset', 'buyers', 'its source is a query; make it a table or a file', null],
    ['relation', 'buyer', 'buyers is left out', 'buyers'],
  ])
  expect(workspace.metrics.map(({ name }) => name)).toEqual(['a'])
})

describe('a file is refused as a whole', () => {
  test.each<[string, object | string, RegExp]>([
    ['an ontology', 'ontology: []', /an ontology, which has no datasets/],
    [
      'a version that is not known',
      { version: '9.9', ...model([]) },
      /^shop\.yaml:2:13 version: expected one of the versions/,
    ],
    [
      'a dataset that is none',
      model([], { relationships: [{ ...BUYER, to: 'nobody' }] }),
      /names the dataset "nobody", which the model does not have/,
    ],
    [
      'keys that do not pair',
      model([], { relationships: [{ ...BUYER, to_columns: [] }] }),
      /as many from_columns as to_columns/,
    ],
    [
      'a name twice',
      model([metric('a', 'COUNT(*)'), metric('a', 'COUNT(*)')]),
      /"a" is the name of semantic_model\[0\]\.metrics\[0\] too/,
    ],
    [
      'several models',
      {
        semantic_model: [
          { name: 'a', datasets: [] },
          { name: 'b', datasets: [] },
        ],
      },
      /has the models a, b; choose one with --model/,
    ],
    [
      'an expression without a dialect',
      model([{ name: 'a', expression: {} }]),
      /expected a list of expressions by dialect, found nothing/,
    ],
    ['no YAML', 'semantic_model: [', /^shop\.yaml:\d+:\d+ Expected YAML/],
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nsemantic_model: [*e,*e,*e,*e,*e,*e,*e,*e,*e]`,
      /shop\.yaml:\d+:\d+ /,
    ],
  ])('%s', async (_, content, message) => {
    await expect(importModel(content)).rejects.toMatchObject({
      code: 'DEFINITIONS_INVALID_IMPORT',
      message: expect.stringMatching(message) as string,
    })
  })

  test('when the chosen model does not exist, and read when it does', async () => {
    const [shop] = (model([metric('a', 'COUNT(orders.id)')]) as { semantic_model: object[] })
      .semantic_model
    const two = { semantic_model: [{ name: 'other', datasets: [] }, shop] }
    expect((await importModel(two, { model: 'shop' })).workspace.metrics).toHaveLength(1)
    await expect(importModel(two, { model: 'shp' })).rejects.toThrow(
      /expected the model shp, found other, shop/,
    )
  })
})

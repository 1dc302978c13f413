import { type Workspace, writeWorkspace } from '@tributary/catalog'
import { describe, expect, test } from 'vitest'
import {
  exportDefinitions,
  type ImportDefinitionsOptions,
  importDefinitions,
} from '../../src/index.ts'
import { createWorkspace } from '../create-workspace.ts'
import { importText, saidOf } from '../import-text.ts'
import { SHOP } from '../shop.ts'

const DATASETS = `
  - name: orders
    source: { datasource: files, file: orders.csv }
    time: { column: day, grain: MONTH }
    filter: '[state] != "test"'
    columns: [{ name: id, type: BIGINT }, { name: customer_id, type: BIGINT }, { name: day, type: DATE }, { name: paid_on, type: DATE }, { name: amount, type: DOUBLE }, { name: state, type: VARCHAR }, { name: gift, type: BOOLEAN }]
    relations: [{ name: buyer, displayName: Who buys, to: customers, on: { customer_id: id } }]
  - name: customers
    source: { datasource: files, file: customers.csv }
    columns: [{ name: id, type: BIGINT }, { name: country, type: VARCHAR }]
  - name: visits
    source: { datasource: files, file: visits.csv }
    columns: [{ name: customer_id, type: BIGINT }, { name: day, type: DATE }]
`
const DIMENSIONS = `
  - { name: state, dataset: orders, column: state, displayName: State of it, description: Where it is, values: [{ value: paid, name: Paid }] }
  - { name: size, dataset: orders, expr: 'If([amount] > 10, "large", "small")' }
  - { name: country, dataset: customers, column: country, code: 'C-1', category: { id: geo, name: Geography } }
`
const METRICS = `
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', unit: EUR, format: MONEY, description: All }
  - { name: paid_sum, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', nullWhenEmpty: true }
  - { name: orders, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: german, type: DERIVED, metric: revenue, filters: ['[country] = "D''E" OR [size] = "large"'] }
  - { name: mean, type: COMPOSITE, expr: '[german] / [orders]', code: M-1 }
  - { name: paid, type: COMPOSITE, dataset: orders, expr: 'SumIf([amount], [state] = "paid" AND NOT [gift]) - CountIf([state] IN ("a", "b"))' }
  - { name: visits, type: ATOMIC, dataset: visits, aggregate: COUNT_DISTINCT, expr: '[customer_id]' }
  - { name: per_visit, type: COMPOSITE, expr: '[revenue] / [visits]' }
  - { name: middle, type: ATOMIC, dataset: orders, aggregate: PERCENTILE, fraction: 0.9, expr: '[amount] * (1 - 0.2) * -1' }
  - { name: before, type: DERIVED, metric: revenue, period: { before: 1 MONTH } }
  - { name: growth, type: COMPOSITE, expr: '[revenue] - [before]' }
  - { name: matched, type: ATOMIC, dataset: orders, aggregate: COUNT, expr: '[state]', filters: ['RegexpLike([state], "^p")'] }
`
const workspace = createWorkspace({ datasets: DATASETS, dimensions: DIMENSIONS, metrics: METRICS })

function imported(text: string, options: Partial<ImportDefinitionsOptions> = {}) {
  return importDefinitions({
    source: { file: 'shop.yaml', text },
    tables: SHOP,
    tenant: 'shop',
    ...options,
  })
}

/** The texts of definitions, without those of the columns, which come from the data. */
function written(one: Workspace): readonly string[] {
  const datasets = one.datasets.map((dataset) => ({ ...dataset, columns: [] }))
  return writeWorkspace({ ...one, datasets, datasources: [] }, '/').map(({ text }) => text)
}

const exported = await exportDefinitions({ workspace, to: 'ossie' })
const LEFT_OUT = exported.findings.filter(({ status }) => status === 'LEFT_OUT')

test('what a formula of SQL cannot say is left out and named', () => {
  expect(LEFT_OUT.map(({ name, message }) => [name, message])).toEqual([
    ['before', 'it is of another period than the question'],
    ['growth', 'it is of another period than the question'],
    ['matched', 'the function RegexpLike, which has no form in standard SQL'],
  ])
  expect(exported.counts).toEqual({ datasets: 3, dimensions: 3, metrics: 9 })
})

test('a metric is a formula of aggregates of columns', () => {
  const texts = [...exported.text.matchAll(/ {2}expression: ([^\n{]+)$/gm)].map(([, one]) => one)
  const notTest = "orders.state <> 'test'"
  expect(texts).toEqual([
    'state',
    "CASE WHEN amount > 10 THEN 'large' ELSE 'small' END",
    'country',
    `COALESCE(SUM(CASE WHEN ${notTest} THEN orders.amount END), 0)`,
    `SUM(CASE WHEN ${notTest} THEN orders.amount END)`,
    `COUNT(CASE WHEN ${notTest} THEN 1 END)`,
    expect.stringContaining("customers.country = 'D''E' OR CASE WHEN orders.amount > 10"),
    expect.stringMatching(/^CAST\(SUM\(.*\) AS DOUBLE PRECISION\) \/ NULLIF\(COUNT\(.*\), 0\)$/),
    `SUM(CASE WHEN ${notTest} AND orders.state = 'paid' AND NOT orders.gift THEN orders.amount END) - COUNT(CASE WHEN ${notTest} AND orders.state IN ('a', 'b') THEN 1 END)`,
    'COUNT(DISTINCT visits.customer_id)',
    expect.stringContaining('NULLIF(COUNT(DISTINCT visits.customer_id), 0)'),
    `PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY CASE WHEN ${notTest} THEN orders.amount * (1 - 0.2) * -1 END)`,
  ])
})

test('importing an export gives the same definitions, and exporting again the same bytes', async () => {
  const back = await imported(exported.text)
  const gone = new Set(LEFT_OUT.map(({ name }) => name))
  const kept = { ...workspace, metrics: workspace.metrics.filter(({ name }) => !gone.has(name)) }
  expect(written(back.workspace)).toEqual(written({ ...kept, accounts: back.workspace.accounts }))
  expect(back.report.unread).toEqual([])
  expect(back.workspace.datasources).toEqual(SHOP.datasources)
  expect((await exportDefinitions({ workspace: back.workspace, to: 'ossie' })).text).toBe(
    exported.text,
  )
})

test('paths, accounts and rights are not in the file', () => {
  expect(exported.text).not.toMatch(/\/data|\.csv|ann|OWNER|files/)
})

describe('an extension is used only while the text next to it is unchanged', () => {
  const after = async (from: string, to: string) => {
    expect(exported.text).toContain(from)
    return imported(exported.text.replace(from, to))
  }
  const noted = (of: Awaited<ReturnType<typeof imported>>) =>
    saidOf(of).flatMap(([, name, message]) => (/changed since/.test(message) ? [name] : []))

  test('a metric that was edited is what its text says', async () => {
    const of = await after('WITHIN GROUP (ORDER BY', 'WITHIN GROUP ( ORDER BY')
    expect(noted(of)).toEqual(['middle'])
    expect(of.workspace.metrics.find(({ name }) => name === 'middle')).toMatchObject({
      type: 'COMPOSITE',
      expr: expect.stringContaining('Percentile(CASE WHEN [state] != "test"') as string,
    })
  })

  test('an edited dimension is read from its text, and so are the metrics that depend on it', async () => {
    const of = await after('WHEN amount > 10 THEN', 'WHEN amount > 99 THEN')
    expect(noted(of)).toEqual(['orders.size', 'german', 'mean'])
    expect(of.workspace.metrics.find(({ name }) => name === 'german')).toMatchObject({
      type: 'ATOMIC',
      expr: expect.stringContaining('[amount] > 10') as string,
    })
  })

  test('an edited relationship is read from its text, and so are the metrics of its dataset', async () => {
    const of = await after('- name: buyer', '- name: sold_to')
    expect(noted(of)).toContain('orders')
    expect(noted(of)).toContain('revenue')
    expect(noted(of)).not.toContain('visits')
    expect(of.workspace.datasets[0]!.relations).toMatchObject([{ name: 'sold_to' }])
  })
})

describe('an extension is not trusted', () => {
  const withData = (data: unknown) => {
    const field = (name: string) => ({
      ...{ name, expression: { dialects: [{ dialect: 'ANSI_SQL', expression: name }] } },
      dimension: {},
    })
    const extension = { vendor_name: 'TRIBUTARY', data }
    const metric = {
      name: 'n',
      expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'SUM(orders.amount)' }] },
      custom_extensions: [extension],
    }
    const datasets = [{ name: 'orders', source: 'orders', fields: [field('state')] }]
    return importText(
      JSON.stringify({ semantic_model: [{ name: 's', datasets, metrics: [metric] }] }),
    )
  }

  test.each<[string, unknown]>([
    ['no text', { v: 1 }],
    ['no JSON', '{'],
    ['null', 'null'],
    ['another version', '{"v":2,"of":"x","on":[],"definition":{}}'],
    ['a wrong hash', '{"v":1,"of":"x","on":["__proto__"],"definition":{"name":"n"}}'],
    ['no definition', '{"v":1,"of":"x","on":[]}'],
    [
      'deep data',
      `{"v":1,"of":"x","on":[],"definition":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`,
    ],
  ])('%s leaves the text', async (_, data) => {
    const { workspace } = await withData(data)
    expect(workspace.metrics).toMatchObject([{ name: 'n', type: 'ATOMIC', expr: '[amount]' }])
  })

  test('an extension that does not fit is ignored with a note, and its text is read', async () => {
    for (const [from, to] of [
      ['"type":"COMPOSITE","expr":"[german] / [orders]"', '"type":"COMPOSITE","expr":"[nobody]"'],
      ['"type":"COMPOSITE","expr":"[german] / [orders]"', '"type":7'],
    ] as const) {
      const of = await imported(exported.text.replace(from, to))
      expect(saidOf(of)).toContainEqual([
        'NOTE',
        'mean',
        'its extension does not fit the rest; its text is read',
      ])
      expect(of.workspace.metrics.find(({ name }) => name === 'german')).toMatchObject({
        type: 'DERIVED',
      })
    }
  })

  test('an extension cannot change the source file of a dataset', async () => {
    const text = exported.text.replace(
      '"time":{"column":"day","grain":"MONTH"}',
      '"time":{"column":"day","grain":"YEAR"},"source":{"datasource":"files","file":"../../etc/passwd.csv"}',
    )
    const { workspace } = await imported(text)
    expect(workspace.datasets[0]).toMatchObject({
      time: { grain: 'YEAR' },
      source: { file: 'orders.csv' },
    })
  })
})

test('datasets whose tables would have the same name, or none, are left out with their metrics', async () => {
  const columns = '[{ name: a, type: BIGINT }]'
  const source = (file: string) =>
    `source: { datasource: files, file: '${file}' }, columns: ${columns}`
  const { text, findings } = await exportDefinitions({
    to: 'ossie',
    workspace: createWorkspace({
      datasets: `
  - { name: a, ${source('x/t.csv')} }
  - { name: b, ${source('x/t.parquet')} }
  - { name: c, ${source('odd name.csv')} }
  - { name: d, ${source('y/t/*.parquet')} }
`,
      dimensions: '\n  - { name: group, dataset: b, column: a }\n',
      metrics: `
  - { name: on_a, type: ATOMIC, dataset: a, aggregate: SUM, expr: '[a]' }
  - { name: on_c, type: ATOMIC, dataset: c, aggregate: SUM, expr: '[a]' }
`,
    }),
  })
  expect(findings.map(({ name, message }) => [name, message])).toEqual([
    ['b', 'its table would be called as that of a'],
    ['c', 'the name of its file is no name of a table'],
    ['group', 'its dataset b is left out'],
    ['on_c', 'it stands on c, which is left out'],
  ])
  expect(text).toContain('source: y.t\n')
})

test.each(['ossie', 'dbt'] as const)(
  'a dataset with a relation as of a time is left out of %s',
  async (to) => {
    const asOf =
      '{ name: visit, to: visits, on: { customer_id: customer_id }, asOf: { column: day, toColumn: day } }'
    const one = createWorkspace({
      datasets: DATASETS.replace(/\{ name: buyer.*\}\]/, `${asOf}]`),
      dimensions: '\n  - { name: state, dataset: orders, column: state }\n',
      metrics: `
  - { name: orders, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: visits, type: ATOMIC, dataset: visits, aggregate: COUNT_DISTINCT, expr: '[customer_id]' }
`,
    })
    const { findings, text } = await exportDefinitions({ workspace: one, to })
    const left = findings.filter(({ status }) => status === 'LEFT_OUT')
    expect(left.map(({ list, name }) => `${list}/${name}`)).toEqual(
      expect.arrayContaining(['datasets/orders', 'dimensions/state', 'metrics/orders']),
    )
    expect(left[0]!.message).toBe('a relation of it finds rows as of a time')
    expect(text).toContain('visits')
  },
)

import { type Workspace, writeWorkspace } from '@tributary/catalog'
import { readYaml } from '@tributary/catalog/internal'
import { describe, expect, test } from 'vitest'
import { exportDefinitions } from '../../../src/index.ts'
import { createWorkspace } from '../../create-workspace.ts'
import { saidOf } from '../../import-text.ts'
import { importShop } from '../../shop.ts'

const workspace = createWorkspace({
  datasets: `
  - name: orders
    source: { datasource: files, file: main/orders.csv }
    time: { name: placed, column: day, grain: DAY }
    times: [{ name: paid, column: paid_on, grain: DAY }]
    columns: [{ name: id, type: BIGINT, isPrimaryKey: true }, { name: customer_id, type: BIGINT }, { name: day, type: DATE }, { name: paid_on, type: DATE }, { name: amount, type: DOUBLE }, { name: state, type: VARCHAR }, { name: gift, type: BOOLEAN }]
    relations: [{ name: buyer, to: customers, on: { customer_id: id } }]
  - name: customers
    source: { datasource: files, file: customers.csv }
    columns: [{ name: id, type: BIGINT }, { name: country, type: VARCHAR }]
  - name: visits
    source: { datasource: files, file: visits.csv }
    filter: '[customer_id] IS NOT NULL'
    time: { column: day, grain: DAY }
    columns: [{ name: customer_id, type: BIGINT }, { name: day, type: DATE }]
`,
  dimensions: `
  - { name: ordered, dataset: orders, column: day, displayName: 'Day of {{ it }}' }
  - { name: state, dataset: orders, column: state, code: S }
  - { name: country, dataset: customers, column: country }
  - { name: where_from, dataset: orders, expr: "['customers'/'country']" }
`,
  metrics: `
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', nullWhenEmpty: true }
  - { name: orders, type: ATOMIC, dataset: orders, aggregate: COUNT, unit: orders }
  - { name: german, type: DERIVED, metric: revenue, filters: ['[country] = "D''E"', '[amount] > 5'] }
  - { name: mean, type: COMPOSITE, expr: '[german] / [orders]' }
  - { name: paid, type: COMPOSITE, dataset: orders, expr: 'SumIf([amount], [state] = "paid") / Count()' }
  - { name: settled, type: ATOMIC, dataset: orders, aggregate: AVG, expr: '[amount]', time: paid }
  - { name: visits, type: ATOMIC, dataset: visits, aggregate: COUNT }
  - { name: per_visit, type: COMPOSITE, expr: '[revenue] / [visits]' }
  - { name: before, type: DERIVED, metric: mean, period: { before: 2 MONTH } }
  - { name: first_day, type: DERIVED, metric: revenue, period: { startOf: MONTH } }
  - { name: last_week, type: DERIVED, metric: orders, period: { trailing: 7 DAY, take: FIRST } }
  - { name: usual_week, type: DERIVED, metric: orders, period: { trailing: 7 DAY, take: AVG } }
  - { name: month_to_date, type: DERIVED, metric: orders, period: { toDate: MONTH } }
  - { name: ever, type: DERIVED, metric: orders, period: { allTime: true } }
  - { name: growth, type: COMPOSITE, expr: '[mean] - [before]' }
  - { name: p90, type: ATOMIC, dataset: orders, aggregate: PERCENTILE_DISC, fraction: 0.9, expr: '[amount]' }
  - { name: Upper, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: running, type: DERIVED, metric: german, period: { allTime: true } }
  - { name: braces, type: ATOMIC, dataset: orders, aggregate: COUNT, filters: ['[state] = "{{ x }}"'] }
  - { name: year, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: select, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: spread, type: ATOMIC, dataset: orders, aggregate: STDDEV, expr: '[amount]' }
`,
})
const exported = await exportDefinitions({ workspace, to: 'dbt' })

type Data = Record<string, unknown>

/**
 * What `dbt parse` 1.10 writes of the YAML: tables in place of their models, keys that are not there as null, and the `meta`
 * of a model for its dimensions without one.
 */
function manifestOf(text: string): Data {
  const { semantic_models, metrics } = readYaml({ file: 'schema.yml', text }).value as Record<
    'semantic_models' | 'metrics',
    readonly Data[]
  >
  const padded = (one: Data): Data => ({ description: null, label: null, metadata: null, ...one })
  return {
    semantic_models: semantic_models.map(({ model, ...rest }) => {
      const [, alias] = /^ref\('(.*)'\)$/.exec(String(model)) ?? []
      return padded({
        ...{ defaults: null, primary_entity: null, ...rest },
        node_relation: { alias, schema_name: 'main', database: 'dev' },
        entities: (rest.entities as readonly Data[]).map(padded),
        dimensions: (rest.dimensions as readonly Data[]).map((one) =>
          padded({ is_partition: false, type_params: null, config: rest.config, ...one }),
        ),
        measures: (rest.measures as readonly Data[]).map((one) =>
          padded({
            agg_params: null,
            non_additive_dimension: null,
            agg_time_dimension: null,
            ...one,
          }),
        ),
      })
    }),
    metrics: metrics.map((one) => padded({ filter: null, time_granularity: null, ...one })),
    saved_queries: [],
  }
}

function written(one: Workspace): readonly string[] {
  const datasets = one.datasets.map((dataset) => ({
    ...dataset,
    columns: [],
    source: workspace.datasets[0]!.source,
  }))
  return writeWorkspace({ ...one, datasets, datasources: [] }, '/').map(({ text }) => text)
}

test('what MetricFlow cannot say is left out and named', () => {
  expect(exported.findings.map(({ name, message }) => [name, message])).toEqual([
    ['where_from', 'it names columns of customers, a measure those of its own table'],
    ['Upper', 'its name is none of MetricFlow: letters a to z, digits and single underscores'],
    ['running', 'it accumulates german, which has a filter by another table'],
    ['braces', 'the text "{{ x }}", which dbt would read as a template'],
    ['year', 'its name is that of a granularity of MetricFlow'],
    ['select', 'its name is a word of SQL'],
    ['spread', 'the aggregate StdDev'],
  ])
  expect(exported.counts).toEqual({ datasets: 3, dimensions: 3, metrics: 16 })
})

test('metrics have measures, filters and periods as dbt has them', () => {
  const { semantic_models: models, metrics } = manifestOf(exported.text) as Record<string, Data[]>
  const { measures, entities, defaults } = models![0]! as Record<string, readonly Data[]>
  const measure = (name: string) => measures!.find((one) => one.name === name)
  expect(defaults).toEqual({ agg_time_dimension: 'ordered' })
  expect(entities).toMatchObject([
    { type: 'primary', expr: 'id' },
    { type: 'foreign', expr: 'customer_id' },
  ])
  expect(measure('orders')).toMatchObject({ agg: 'sum', expr: '1' })
  expect(measure('german')).toMatchObject({ expr: 'CASE WHEN amount > 5 THEN amount END' })
  expect(measure('settled')).toMatchObject({ agg: 'average', agg_time_dimension: 'orders_paid_on' })
  const metric = (name: string) => metrics!.find((one) => one.name === name)
  expect(metric('german')).toMatchObject({
    filter: "{{ Dimension('orders_buyer__country') }} = 'D''E'",
    type_params: { measure: { name: 'german' } },
  })
  expect(metric('mean')).toMatchObject({
    type: 'derived',
    type_params: { expr: 'CAST(german AS DOUBLE PRECISION) / NULLIF(orders, 0)' },
  })
  expect(metric('before')).toMatchObject({
    type_params: { metrics: [{ name: 'mean', offset_window: '2 month' }] },
  })
  expect(metric('last_week')).toMatchObject({
    type: 'cumulative',
    type_params: { cumulative_type_params: { window: '7 day', period_agg: 'first' } },
  })
  expect(metric('usual_week')).toMatchObject({
    type_params: { cumulative_type_params: { window: '7 day', period_agg: 'average' } },
  })
  expect(exported.text.replaceAll(/\{\{ Dimension\('\w+'\) \}\}/g, '')).not.toMatch(/\{[{%#]/)
})

test('importing an export after dbt parsed it gives the same definitions, and exporting again the same bytes', async () => {
  const back = await importShop(manifestOf(exported.text))
  expect(saidOf(back).filter(([status]) => status !== 'VALUES')).toEqual([])
  const gone = new Set(exported.findings.map(({ name }) => name))
  const kept = (one: { readonly name: string }): boolean => !gone.has(one.name)
  expect(written(back.workspace)).toEqual(
    written({
      ...workspace,
      accounts: back.workspace.accounts,
      dimensions: workspace.dimensions.filter(kept),
      metrics: workspace.metrics.filter(kept),
    }),
  )
})

describe('an extension is used only while the text next to it is unchanged', () => {
  const after = async (from: string, to: string) => {
    expect(exported.text).toContain(from)
    const back = await importShop(manifestOf(exported.text.replace(from, to)))
    const noted = saidOf(back).flatMap(([, name, message]) =>
      /changed since/.test(message) ? [name] : [],
    )
    return { ...back, noted }
  }

  test('an edited measure is read from its text, and so are the metrics that depend on it', async () => {
    const { noted, workspace: read } = await after('WHEN amount > 5 THEN', 'WHEN amount > 99 THEN')
    expect(noted.toSorted()).toEqual(['before', 'german'])
    expect(read.metrics.find(({ name }) => name === 'german')).toMatchObject({
      type: 'ATOMIC',
      expr: 'CASE WHEN [amount] > 99 THEN [amount] END',
    })
  })

  test('a metric that was needed besides too, which then is there', async () => {
    const { noted, workspace: read } = await after(
      "WHEN state = 'paid' THEN",
      "WHEN state = 'sent' THEN",
    )
    expect(noted).toEqual(expect.arrayContaining(['paid', 'paid_part']))
    expect(read.metrics.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['paid_part', 'paid_part_2', 'paid']),
    )
  })
})

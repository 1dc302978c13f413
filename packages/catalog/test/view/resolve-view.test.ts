import type { ResourceRef } from '@tributary/catalog'
import { resolveView, viewLineage } from '@tributary/catalog/internal'
import { describe, expect, test } from 'vitest'
import { flightsCatalog } from '../flights.ts'
import { type PlainView, viewQuestion } from './question.ts'

const catalog = flightsCatalog({
  dimensions: `  - { name: airport_state, dataset: airports, column: state }
  - { name: own_state, displayName: Home, dataset: airports, column: state }
  - { name: carrier, code: D_CARRIER, displayName: Carrier, dataset: flights, column: origin }`,
  metrics: '  - { name: airport_count, type: ATOMIC, dataset: airports, aggregate: COUNT }',
})

const resolve = (view: PlainView) => resolveView(catalog, viewQuestion(view))

const definition = (view: PlainView) => resolve(view).definition

function refusal(view: PlainView): { code: string; message: string; path: unknown } {
  try {
    resolve(view)
  } catch (error) {
    const { code, message, details } = error as {
      code: string
      message: string
      details: { path: unknown }
    }
    return { code, message, path: details.path }
  }
  throw new Error('The view was not refused')
}

describe('resolving a view', () => {
  test('maps every name to the name of the definition', () => {
    expect(
      definition({
        metrics: ['Late rate', 'temporary'],
        dimensions: ['State of departure', 'D_CARRIER', 'metric_time__MONTH'],
        timeConstraint: '[metric_time__month]="2001-05"',
        filters: ['IN([Carrier],"ATL") and [Distance band] = "long"'],
        resultFilters: ['[Late rate]>0.1', '[temporary] > 5'],
        orders: [
          { name: 'Late rate', direction: 'DESC' },
          { name: 'Carrier', direction: 'ASC' },
          { name: 'metric_time__Month', direction: 'ASC' },
        ],
        metricDefinitions: {
          temporary: {
            refMetric: 'Flights',
            filters: ['[D_CARRIER] = "ATL"'],
            indirections: ['Flights__rank__Carrier'],
            specifyDimension: { type: 'INCLUDE', dimensions: 'Carrier, metric_time__month' },
            expr: '[Late rate]/[Flights]',
            metricGrain: 'month',
          },
        },
      }),
    ).toEqual({
      metrics: ['late_rate', 'temporary'],
      dimensions: ['origin_state', 'carrier', 'metric_time__month'],
      timeConstraint: '[metric_time__month] = "2001-05"',
      filters: ['IN([carrier], "ATL") AND [distance_band] = "long"'],
      resultFilters: ['[late_rate] > 0.1', '[temporary] > 5'],
      orders: [
        { name: 'late_rate', direction: 'DESC' },
        { name: 'carrier', direction: 'ASC' },
        { name: 'metric_time__month', direction: 'ASC' },
      ],
      metricDefinitions: {
        temporary: {
          refMetric: 'flight_count',
          filters: ['[carrier] = "ATL"'],
          indirections: ['flight_count__rank__carrier'],
          specifyDimension: { type: 'INCLUDE', dimensions: 'carrier,metric_time__month' },
          expr: '[late_rate] / [flight_count]',
          metricGrain: 'MONTH',
        },
      },
    })
  })

  test('never maps a name that is a key of the view', () => {
    const metricDefinitions = {
      flight_count: { refMetric: 'total_delay' },
      'Late rate': {
        refMetric: 'flight_count',
        indirections: ['flight_count__proportion__origin'],
      },
    }
    const view = {
      metrics: ['flight_count', 'Late rate'],
      resultFilters: ['[flight_count] > 1 AND [Late rate] > 2'],
      orders: [{ name: 'Late rate', direction: 'ASC' }],
      metricDefinitions,
    } as const
    expect(definition(view)).toMatchObject({ ...view, metricDefinitions })
    expect(resolve(view).names).toEqual([
      { type: 'METRIC', name: 'total_delay' },
      { type: 'DIMENSION', name: 'origin' },
    ])
  })

  test.each<[string, PlainView, string]>([
    ['a metric', { metrics: ['Flights'] }, 'metrics[0]'],
    ['an order', { orders: [{ name: 'Flights', direction: 'ASC' }] }, 'orders[0]'],
    [
      'a formula',
      { metricDefinitions: { a: { refMetric: 'late_rate', expr: '[Flights] * 2' } } },
      'metricDefinitions.a.expr',
    ],
    [
      'a base',
      { metricDefinitions: { a: { refMetric: 'Flights' } } },
      'metricDefinitions.a.refMetric',
    ],
    [
      'an indirection',
      { metricDefinitions: { a: { refMetric: 'late_rate', indirections: ['Flights__rank'] } } },
      'metricDefinitions.a.indirections[0]',
    ],
  ])('refuses %s whose mapped name would be a key of the view', (_what, view, path) => {
    const metricDefinitions = {
      flight_count: { refMetric: 'total_delay' },
      ...view.metricDefinitions,
    }
    const asked = { metrics: ['total_delay'], ...view, metricDefinitions }
    expect(refusal(asked)).toMatchObject({ code: 'CATALOG_INVALID_VIEW', path })
  })

  test('does not take the display name of a metric for the temporary metric that has its name', () => {
    const view = {
      metrics: ['flight_count'],
      resultFilters: ['[Flights] > 1'],
      metricDefinitions: { flight_count: { refMetric: 'total_delay' } },
    }
    expect(refusal(view)).toMatchObject({
      code: 'EXPRESSION_MISPLACED_NAME',
      path: 'resultFilters[0]',
    })
  })

  test('lists the metrics and dimensions that it names, each once', () => {
    const view = {
      metrics: ['late_rate'],
      dimensions: ['origin'],
      filters: ['[distance_band] = "long"', '[delay] > 5', '[origin] = "ATL"'],
    }
    expect(resolveView(catalog, viewQuestion(view)).names).toEqual([
      { type: 'METRIC', name: 'late_rate' },
      { type: 'DIMENSION', name: 'origin' },
      { type: 'DIMENSION', name: 'distance_band' },
    ])
  })

  test('needs dimensions that every metric has', () => {
    const metrics = ['flight_count', 'airport_count']
    expect(refusal({ metrics, dimensions: ['airport_state'] })).toMatchObject({
      code: 'CATALOG_DIMENSION_UNAVAILABLE',
      path: 'dimensions[0]',
    })
    expect(definition({ metrics: ['airport_count'], dimensions: ['airport_state'] })).toMatchObject(
      {
        dimensions: ['airport_state'],
      },
    )
  })

  test('needs filters that mean the same for every metric', () => {
    const two = flightsCatalog({
      datasets: `  - name: kinds
    source: { datasource: vega, file: airports.csv }
    columns:
      - { name: state, type: VARCHAR }
      - { name: kind, type: VARCHAR }`,
      dimensions: '  - { name: airport_kind, displayName: kind, dataset: airports, column: state }',
      metrics: `  - { name: airport_count, type: ATOMIC, dataset: airports, aggregate: COUNT }
  - { name: kind_count, type: ATOMIC, dataset: kinds, aggregate: COUNT }`,
    })
    const ask = (filter: string, metrics = ['airport_count', 'kind_count']) =>
      resolveView(two, viewQuestion({ metrics, filters: [filter] })).definition.filters
    expect(ask('[state] = "GA"')).toEqual(['[state] = "GA"'])
    expect(ask('[kind] = "x"', ['airport_count'])).toEqual(['[airport_kind] = "x"'])
    expect(ask('[kind] = "x"', ['kind_count'])).toEqual(['[kind] = "x"'])
    expect(() => ask('[kind] = "x"')).toThrow(
      'It means [airport_kind] = "x" for one metric and [kind] = "x" for another',
    )
  })

  test.each<[string, PlainView, string, string]>([
    ['no metric', { metrics: [] }, 'CATALOG_INVALID_VIEW', 'metrics'],
    [
      'a metric twice',
      { metrics: ['flight_count', 'Flights'] },
      'CATALOG_INVALID_VIEW',
      'metrics[1]',
    ],
    [
      'a dimension twice',
      { dimensions: ['carrier', 'Carrier'] },
      'CATALOG_DIMENSION_DUPLICATE',
      'dimensions[1]',
    ],
    [
      'a result filter on another metric',
      { resultFilters: ['[late_rate] > 1'] },
      'EXPRESSION_MISPLACED_NAME',
      'resultFilters[0]',
    ],
    [
      'an order that stands twice',
      {
        orders: [
          { name: 'Flights', direction: 'ASC' },
          { name: 'flight_count', direction: 'DESC' },
        ],
      },
      'CATALOG_INVALID_VIEW',
      'orders[1]',
    ],
    [
      'a metric on itself',
      { metrics: ['a'], metricDefinitions: { a: { refMetric: 'a' } } },
      'CATALOG_METRIC_CYCLE',
      'metricDefinitions.a.refMetric',
    ],
    ['an empty dimension', { dimensions: [' '] }, 'CATALOG_DIMENSION_MISSING', 'dimensions[0]'],
  ])('refuses %s', (_what, view, code, path) => {
    expect(refusal(view)).toMatchObject({ code, path })
  })

  test('takes a hundred temporary metrics that name one another over and over', () => {
    const metricDefinitions = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [
        `t${i}`,
        i === 0
          ? { refMetric: 'flight_count' }
          : { refMetric: `t${i - 1}`, expr: `[t${i - 1}] + [t${i - 1}] * [t${i >> 1}]` },
      ]),
    )
    expect(definition({ metrics: ['t99'], metricDefinitions }).metrics).toEqual(['t99'])
  })

  test('suggests a key of the view for a misspelt metric', () => {
    const metricDefinitions = { nightly: { refMetric: 'flight_count' } }
    const { message } = refusal({ metrics: ['nightyl'], metricDefinitions })
    expect(message).toContain('"nightly"')
  })
})

describe('the lineage of views', () => {
  test('leads from metrics and dimensions to the view, and leaves out what is gone', () => {
    const names: readonly ResourceRef[] = [
      { type: 'METRIC', name: 'late_rate' },
      { type: 'METRIC', name: 'gone' },
      { type: 'DIMENSION', name: 'origin' },
      { type: 'DIMENSION', name: 'gone' },
    ]
    const view = { name: 'v', displayName: 'View', description: null, names }
    const self = { vertexType: 'ANALYSIS_VIEW', vertexId: 'v' }
    const edgeType = 'COLUMN_IMPACT'
    expect(viewLineage(catalog, [view])).toEqual({
      vertices: [{ ...self, displayName: 'View', description: null, custom: null }],
      edges: [
        { src: { vertexType: 'METRIC', vertexId: 'late_rate' }, dst: self, edgeType },
        { src: { vertexType: 'DIMENSION', vertexId: 'origin' }, dst: self, edgeType },
      ],
    })
  })
})

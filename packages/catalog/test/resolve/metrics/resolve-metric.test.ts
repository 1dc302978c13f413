import { createCatalog, type TemporaryMetric } from '@tributary/catalog'
import { resolveMetric } from '@tributary/catalog/internal'
import { describe, expect, test } from 'vitest'
import { flightsCatalog } from '../../flights.ts'

const catalog = flightsCatalog({
  metrics: [
    '  - { name: late_atl, type: DERIVED, metric: late_flights, filters: [\'[origin] = "ATL"\'] }',
    "  - { name: late_average, type: DERIVED, metric: average_delay, filters: ['[delay] > 15'] }",
    "  - { name: both, type: COMPOSITE, expr: '[average_delay] + [late_rate]' }",
    "  - { name: twice, type: COMPOSITE, expr: '[flight_count] + [flight_again]' }",
    '  - { name: flight_again, type: ATOMIC, dataset: flights, aggregate: COUNT }',
    '  - { name: airport_count, type: ATOMIC, dataset: airports, aggregate: COUNT }',
    "  - { name: first_day, type: ATOMIC, dataset: flights, aggregate: MIN, expr: '[date]' }",
  ].join('\n'),
})

function measuresOf(
  metric: string,
  temporary: Readonly<Record<string, TemporaryMetric>> = {},
): unknown {
  const temporaryMetrics = new Map(Object.entries(temporary))
  const { measures } = resolveMetric(
    catalog,
    { text: metric, path: 'metric' },
    { temporaryMetrics },
  )
  return measures.map((measure) => [measure.name, measure.aggregate, operandsOf(measure.filter)])
}

function operandsOf(filter: { readonly kind: string } | null): number {
  if (filter === null) return 0
  return 'operands' in filter && Array.isArray(filter.operands) ? filter.operands.length : 1
}

function temporary(refMetric: string, ...filters: string[]): TemporaryMetric {
  return {
    refMetric: { text: refMetric, path: 'metricDefinitions.t.refMetric' },
    filters: filters.map((text, i) => ({ text, path: `metricDefinitions.t.filters[${i}]` })),
  }
}

describe('resolving a metric', () => {
  test('makes an ATOMIC metric one measure that is its own formula', () => {
    const resolved = resolveMetric(catalog, { text: 'total_delay', path: 'metric' })
    expect(resolved.datasets[0].name).toBe('flights')
    expect(resolved.formula).toEqual({
      kind: 'reference',
      type: 'INT',
      table: null,
      name: 'total_delay',
    })
    expect(resolved.measures).toEqual([
      {
        name: 'total_delay',
        aggregate: 'SUM',
        argument: { kind: 'reference', type: 'INT', table: 'flights', name: 'delay' },
        filter: null,
        moves: [],
      },
    ])
  })

  test('gives the filters of DERIVED metrics to the measure, which takes the outermost name', () => {
    expect(measuresOf('late_atl')).toEqual([['late_atl', 'COUNT', 2]])
  })

  test('gives the filter of a DERIVED metric to every measure of a COMPOSITE below', () => {
    expect(measuresOf('late_average')).toEqual([
      ['total_delay', 'SUM', 1],
      ['flight_count', 'COUNT', 1],
    ])
  })

  test('inlines COMPOSITE formulas and shares identical measures', () => {
    expect(measuresOf('late_rate')).toEqual([
      ['late_flights', 'COUNT', 1],
      ['flight_count', 'COUNT', 0],
    ])
    expect(measuresOf('both')).toEqual([
      ['total_delay', 'SUM', 0],
      ['flight_count', 'COUNT', 0],
      ['late_flights', 'COUNT', 1],
    ])
    expect(measuresOf('twice')).toEqual([['flight_count', 'COUNT', 0]])
  })

  test('takes a temporary metric before a metric of the same name', () => {
    expect(
      measuresOf('total_delay', { total_delay: temporary('flight_count', '[delay] > 60') }),
    ).toEqual([['total_delay', 'COUNT', 1]])
  })

  test('lets a temporary metric stand on another, but never a definition on a temporary one', () => {
    const inner = temporary('Late flights', '[origin] = "ATL"')
    expect(measuresOf('outer', { outer: temporary('inner', '[delay] < 60'), inner })).toEqual([
      ['outer', 'COUNT', 3],
    ])
    expect(measuresOf('average_delay', { flight_count: inner })).toEqual([
      ['total_delay', 'SUM', 0],
      ['flight_count', 'COUNT', 0],
    ])
  })

  test('refuses temporary metrics in a circle', () => {
    expect(() => measuresOf('a', { a: temporary('b'), b: temporary('a') })).toThrow(
      expect.objectContaining({
        code: 'CATALOG_METRIC_CYCLE',
        message: 'Metric a refers to itself at metricDefinitions.t.refMetric: a → b → a',
      }),
    )
  })

  test('says where an unknown metric stands', () => {
    expect(() => measuresOf('t', { t: temporary('flight_cont') })).toThrow(
      expect.objectContaining({
        code: 'CATALOG_UNKNOWN_METRIC',
        message:
          'No metric is called "flight_cont" at metricDefinitions.t.refMetric; did you mean "flight_count"?',
      }),
    )
  })

  test('says where a wrong filter of a temporary metric stands', () => {
    expect(() => measuresOf('t', { t: temporary('flight_count', '[dely] > 1') })).toThrow(
      expect.objectContaining({
        code: 'EXPRESSION_UNKNOWN_FIELD',
        details: expect.objectContaining({ path: 'metricDefinitions.t.filters[0]' }),
      }),
    )
  })

  test('stops at a filter that names a metric', () => {
    expect(() => measuresOf('t', { t: temporary('flight_count', '[total_delay] > 1') })).toThrow(
      /"total_delay" is a metric/,
    )
  })

  test('refuses a second step over values that are no numbers', () => {
    const step = {
      granularity: { text: 'WEEK', path: 'x' },
      calculateType: { text: 'MAX', path: 'y' },
    }
    const stepped = { ...temporary('first_day'), preAggs: [step] }
    expect(() => measuresOf('t', { t: stepped })).toThrow(
      /The values of the metric "first_day" are of the type (DATE|TIMESTAMP), and only numbers/,
    )
  })

  test('keeps the measures of several datasets apart', () => {
    const { workspace } = catalog
    const metrics = workspace.metrics.map((one) =>
      one.type === 'COMPOSITE' && one.name === 'twice'
        ? { ...one, expr: '[flight_count] / [airport_count]' }
        : one,
    )
    const over = createCatalog({ ...workspace, metrics })
    const { datasets, measures } = resolveMetric(over, { text: 'twice', path: 'metric' })
    expect(datasets.map(({ name }) => name)).toEqual(['flights', 'airports'])
    expect(measures.map(({ name, otherFact }) => [name, otherFact])).toEqual([
      ['flight_count', undefined],
      ['airport_count', 0],
    ])
  })
})

import { parse } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import type { Catalog } from '../../../src/resolve/catalog/catalog.ts'
import { resolveMetric } from '../../../src/resolve/metrics/resolve-metric.ts'
import { createDatasetScope } from '../../../src/resolve/rows/row-scopes.ts'
import { flightsCatalog } from '../../flights.ts'

const MORE = {
  metrics: `
  - { name: past, type: DERIVED, metric: flight_count, filters: ['[is_past]'] }
  - { name: recent, type: DERIVED, metric: flight_count, filters: ['[metric_time] < Now()'] }
  - { name: weighted, type: COMPOSITE, expr: '([average_delay] - [flight_count]) / [average_delay] + [flight_count]' }
  - { name: late_share, type: COMPOSITE, dataset: flights, expr: 'Sum([delay]) / Count([delay])' }`,
  dimensions: `
  - { name: is_past, dataset: flights, expr: '[date] < Now()' }`,
}

const resolved = (catalog: Catalog, name: string, now = 0n) => {
  const temporaryMetrics = new Map([
    [
      'stepped',
      {
        refMetric: { text: 'flight_count', path: 'ref' },
        filters: [],
        preAggs: [
          { granularity: { text: 'DAY', path: 'g' }, calculateType: { text: 'AVG', path: 'c' } },
        ],
      },
    ],
  ])
  return resolveMetric(catalog, { text: name, path: 'metric' }, { now, temporaryMetrics })
}

describe('definitions that are compiled once', () => {
  const used = flightsCatalog(MORE)
  const names = [...used.metrics.names(), 'stepped']

  test.each(names)('resolve %s to the same result, whatever was resolved before', (name) => {
    const fresh = resolved(flightsCatalog(MORE), name)
    for (const other of names) resolved(used, other)
    expect(resolved(used, name)).toEqual(fresh)
    expect(resolved(used, name)).toEqual(fresh)
  })

  test('do not keep the moment of an earlier request', () => {
    const filterAt = (now: bigint) => resolved(used, 'recent', now).measures[0]!.filter
    expect(filterAt(1n)).not.toEqual(filterAt(2n))
    expect(filterAt(1n)).toEqual(filterAt(1n))
  })

  test('give a dimension that calls Now() the moment of each request', () => {
    const filterAt = (now: bigint) => resolved(used, 'past', now).measures[0]!.filter
    expect(filterAt(1n)).not.toEqual(filterAt(2n))
    expect(filterAt(1n)).toEqual(filterAt(1n))
  })

  test('are the same objects for the next request', () => {
    const argument = () => resolved(used, 'late_share').measures[0]!.argument
    expect(argument()).toBe(argument())
  })
})

describe('conditions of questions', () => {
  const catalog = flightsCatalog(MORE)
  const dataset = catalog.dataset('flights')
  const compiled = (text: string, now = 0n) =>
    catalog.compiled.condition(
      'rows',
      { text, tree: () => parse(text).ast },
      (moment) => createDatasetScope(catalog, dataset, moment),
      { path: 'filters[0]', expect: 'BOOLEAN', now },
    )

  test('are compiled once for a text', () => {
    expect(compiled('[delay] > 15')).toBe(compiled('[delay] > 15'))
    expect(compiled('[delay] > 15')).not.toEqual(compiled('[delay] > 16'))
  })

  test.each(['[metric_time] < Now()', '[is_past]'])(
    'have the moment of each request: %s',
    (text) => {
      expect(compiled(text, 1n)).not.toEqual(compiled(text, 2n))
      expect(compiled(text, 1n)).toEqual(compiled(text, 1n))
    },
  )

  test('are refused each time when they have a mistake', () => {
    for (let turn = 0; turn < 2; turn++) expect(() => compiled('[delay] >')).toThrow(/filters\[0\]/)
  })

  test('are not kept when they are long', () => {
    const text = `[delay] > 15${' '.repeat(1000)}`
    expect(compiled(text)).not.toBe(compiled(text))
    expect(compiled(text)).toEqual(compiled('[delay] > 15'))
  })
})

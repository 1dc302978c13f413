import { createCatalog, dimensionsOfMetric } from '@tributary/catalog'
import { describe, expect, test } from 'vitest'
import { flightsCatalog, workspaceOf } from '../../flights.ts'

describe('the dimensions of a metric', () => {
  test('are metric_time and then those of its dataset, in the order of definition', () => {
    const found = dimensionsOfMetric(flightsCatalog(), 'average_delay')
    expect(found.map((one) => one.name)).toEqual([
      'metric_time',
      'origin',
      'destination',
      'origin_city',
      'origin_state',
      'destination_state',
      'distance_band',
    ])
    expect(found[0]).toMatchObject({
      kind: 'metric_time',
      grain: 'DAY',
      dataset: { name: 'flights' },
    })
    expect(found[6]).toMatchObject({ dimension: { originDataType: 'VARCHAR' } })
  })

  test('take in those of a dataset that one relation leads to, and no others', () => {
    const catalog = flightsCatalog({
      datasets: [
        '  - name: states',
        '    source: { datasource: vega, file: states.csv }',
        '    columns: [{ name: id, type: VARCHAR }, { name: region, type: VARCHAR }]',
        '  - name: cities',
        '    source: { datasource: vega, file: cities.csv }',
        '    columns: [{ name: state, type: VARCHAR }]',
        '    relations: [{ name: in_state, to: states, on: { state: id } }]',
      ].join('\n'),
      dimensions: [
        '  - { name: region, dataset: states, column: region }',
        '  - { name: airport_city, dataset: airports, column: city }',
      ].join('\n'),
      metrics: '  - { name: city_count, type: ATOMIC, dataset: cities, aggregate: COUNT }',
    })
    expect(dimensionsOfMetric(catalog, 'city_count').map((one) => one.name)).toEqual(['region'])
    const ofFlights = dimensionsOfMetric(catalog, 'flight_count').map((one) => one.name)
    expect(ofFlights).not.toContain('region')
    expect(ofFlights).not.toContain('airport_city')
  })

  test('are refused for an unknown metric', () => {
    expect(() => dimensionsOfMetric(flightsCatalog(), 'x', 'metricNames')).toThrow(
      'No metric is called "x" at metricNames',
    )
  })
})

describe('a dimension that several relations of a fact lead to', () => {
  const dimensionsOf = (roles: readonly string[]) => {
    const same = roles.map(
      (role) =>
        `  - { name: ${role}_state, dataset: flights, via: ${role}, column: state, sameAs: state }`,
    )
    const catalog = createCatalog(
      workspaceOf(`tenant: demo
datasources: [{ name: d, type: FILES, root: . }]
datasets:
  - name: flights
    source: { datasource: d, file: flights.csv }
    columns: [{ name: origin, type: VARCHAR }, { name: destination, type: VARCHAR }]
    relations:
      - { name: from, to: airports, on: { origin: iata } }
      - { name: to, to: airports, on: { destination: iata } }
  - name: visits
    source: { datasource: d, file: visits.csv }
    columns: [{ name: airport, type: VARCHAR }]
    relations: [{ name: at, to: airports, on: { airport: iata } }]
  - name: airports
    source: { datasource: d, file: airports.csv }
    columns: [{ name: iata, type: VARCHAR }, { name: state, type: VARCHAR }]
dimensions:
  - { name: state, dataset: airports, column: state }
${same.join('\n')}
metrics:
  - { name: flights, type: ATOMIC, dataset: flights, aggregate: COUNT }
  - { name: visits, type: ATOMIC, dataset: visits, aggregate: COUNT }
  - { name: each, type: COMPOSITE, expr: "[visits] / [flights]" }
`),
    )
    return dimensionsOfMetric(catalog, 'each').map(({ name }) => name)
  }

  test('is included only when a single relation is declared as the same dimension', () => {
    expect(dimensionsOf([])).toEqual([])
    expect(dimensionsOf(['from'])).toEqual(['state'])
    expect(dimensionsOf(['from', 'to'])).toEqual([])
  })
})

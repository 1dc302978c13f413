import { dimensionsOfMetric } from '@tributary/catalog'
import { describe, expect, test } from 'vitest'
import { flightsCatalog } from '../flights.ts'

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

  test('are asked for by a metric that exists', () => {
    expect(() => dimensionsOfMetric(flightsCatalog(), 'x', 'metricNames')).toThrow(
      'No metric is called "x" at metricNames',
    )
  })
})

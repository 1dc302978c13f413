import { createCatalog } from '@tributary/catalog'
import { datasetOfValue } from '@tributary/catalog/internal'
import { describe, expect, test } from 'vitest'
import { FLIGHTS_TEXT, flightsCatalog, workspaceOf } from '../../flights.ts'

describe('a catalog', () => {
  const catalog = flightsCatalog({
    dimensions: [
      '  - { name: one, code: D1, displayName: Twin, dataset: flights, column: origin }',
      '  - { name: two, code: one, displayName: Twin, dataset: flights, column: origin }',
    ].join('\n'),
  })

  test('finds by name, then by code, then by display name', () => {
    expect(catalog.dimension('one').name).toBe('one')
    expect(catalog.dimension('D1').name).toBe('one')
    expect(catalog.dimension('State of departure').name).toBe('origin_state')
    expect(catalog.metric('Average delay').name).toBe('average_delay')
    expect(catalog.dataset('Airports').name).toBe('airports')
  })

  test('finds by code alone', () => {
    expect(catalog.dimensionByCode('one').name).toBe('two')
    expect(() => catalog.dimensionByCode('two')).toThrow(
      expect.objectContaining({ code: 'CATALOG_UNKNOWN_DIMENSION' }),
    )
  })

  test('names both when a display name fits two', () => {
    expect(() => catalog.dimension('Twin', 'dimensions[0]')).toThrow(
      expect.objectContaining({
        code: 'CATALOG_AMBIGUOUS_NAME',
        message:
          '"Twin" at dimensions[0] fits the dimensions "one" and "two"; use one of these names',
      }),
    )
  })

  test('suggests near names for an unknown one', () => {
    expect(() => catalog.metric('flights_count')).toThrow(
      expect.objectContaining({
        code: 'CATALOG_UNKNOWN_METRIC',
        message: 'No metric is called "flights_count"; did you mean "flight_count"?',
      }),
    )
    expect(() => catalog.dataset('flight')).toThrow(
      expect.objectContaining({ code: 'CATALOG_UNKNOWN_DATASET' }),
    )
  })

  test('does not take a name of Object.prototype for a definition', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(() => catalog.metric(name)).toThrow(
        expect.objectContaining({ code: 'CATALOG_UNKNOWN_METRIC' }),
      )
    }
  })

  test('tells the dataset that the value of a dimension is in', () => {
    const datasetOf = (name: string) => datasetOfValue(catalog, catalog.dimension(name)).name
    expect(datasetOf('origin')).toBe('flights')
    expect(datasetOf('origin_state')).toBe('airports')
  })

  test('answers the same reach each time it is asked', () => {
    const same = createCatalog(workspaceOf(FLIGHTS_TEXT))
    const flights = same.dataset('flights')
    expect(same.reach(flights)).toBe(same.reach(flights))
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_HEADERS, type ServedFlights, serveFlights } from '../support/flights.ts'
import { DIMENSION, expectFields } from './support/fields.ts'

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

describe('E17', () => {
  test('answers a dimension bound to a column', async () => {
    const { status, body } = await flights.ask('/api/v1/dimension/detail?dimName=origin_city')
    expect(status).toBe(200)
    expectFields(body.data, DIMENSION)
    expect(body.data).toMatchObject({
      dimName: 'origin_city',
      dimCategoryId: '-1',
      config: { type: 'COLUMN_BIND', value: 'city' },
      displayStatus: 'PUBLISHED',
    })
  })

  test('answers a calculated dimension with its expression and its values', async () => {
    const { body } = await flights.ask('/api/v1/dimension/detail?dimName=distance_band')
    expectFields(body.data, DIMENSION)
    expectFields(body.data.config, { type: 'string', value: 'string' })
    expect(body.data.config.type).toBe('CUSTOM')
    for (const value of body.data.valueList) {
      expectFields(value, { value: 'string', name: 'string', description: 'string' })
    }
    expect(body.data.valueList).toHaveLength(3)
  })

  test('needs dimName', async () => {
    for (const query of ['', '?dimName=']) {
      expect((await flights.ask(`/api/v1/dimension/detail${query}`)).status).toBe(400)
    }
  })

  test('looks up by code with the header queryBy: UUID, and takes no other value of it', async () => {
    const ask = (queryBy: string) =>
      fetch(`${flights.url}/api/v1/dimension/detail?dimName=origin`, {
        headers: { ...DEMO_HEADERS, queryBy },
      })
    // The sample's dimensions have no codes, so their names are none.
    expect((await ask('UUID')).status).toBe(404)
    expect((await ask('NAME')).status).toBe(400)
  })
})

describe('E18', () => {
  test('answers the dimensions of each metric separately, metric_time among them', async () => {
    const { status, body } = await flights.ask(
      '/api/v1/metrics/dimensionAll?metricNames=average_delay,flight_count',
    )
    expect(status).toBe(200)
    expect(Object.keys(body.data)).toEqual(['average_delay', 'flight_count'])
    for (const dimensions of Object.values<Record<string, unknown>[]>(body.data)) {
      for (const dimension of dimensions) expectFields(dimension, DIMENSION)
      expect(dimensions.map(({ dimName }) => dimName)).toEqual([
        'metric_time',
        'origin',
        'destination',
        'origin_city',
        'origin_state',
        'destination_state',
        'distance_band',
      ])
      expect(dimensions[0]).toMatchObject({ originDataType: 'DATE', config: null })
    }
  })

  test('takes a comma-separated list, repeated parameters, or both', async () => {
    const ask = async (query: string) => {
      const { body } = await flights.ask(`/api/v1/metrics/dimensionAll?${query}`)
      return Object.keys(body.data)
    }
    const three = ['late_rate', 'flight_count', 'total_delay']
    expect(await ask('metricNames=late_rate,flight_count,total_delay')).toEqual(three)
    expect(await ask('metricNames=late_rate&metricNames=flight_count,total_delay')).toEqual(three)
  })

  test('needs metricNames', async () => {
    for (const query of ['', '?metricNames=', '?metricNames=,,']) {
      expect((await flights.ask(`/api/v1/metrics/dimensionAll${query}`)).status).toBe(400)
    }
  })
})

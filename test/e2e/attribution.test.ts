import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryRows } from '../support/duckdb.ts'
import { type ServedFlights, serveFlights, VEGA_DATA } from '../support/flights.ts'

const FLIGHTS_FILE = join(VEGA_DATA, 'flights-3m.parquet')
const AIRPORTS_FILE = join(VEGA_DATA, 'airports.csv')
const MAY = 'DateTrunc([metric_time], "MONTH") = "2001-05-01"'
const JUNE = 'DateTrunc([metric_time], "MONTH") = "2001-06-01"'
const IN_MAY = `date >= '2001-05-01' and date < '2001-06-01'`
const IN_JUNE = `date >= '2001-06-01' and date < '2001-07-01'`

/** The plain SQL of each dimension, written for the judge alone. */
const DIMENSION_SQL: Readonly<Record<string, string>> = {
  origin: 'origin',
  destination: 'destination',
  distance_band: `case when distance < 500 then 'short' when distance < 1500 then 'medium' else 'long' end`,
}

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

interface Pair {
  readonly current: number | null
  readonly compare: number | null
}

/** A result table as value → both numbers. */
function pairs(table: Record<string, readonly (string | number | null)[]>, dimension: string) {
  const values = table[dimension] as readonly string[]
  return new Map<string, Pair>(
    values.map((value, row) => [
      value,
      {
        current: table['@currentValue']?.[row] as number | null,
        compare: table['@compareValue']?.[row] as number | null,
      },
    ]),
  )
}

describe('compareTimes, June against May', () => {
  test('answers why the average delay tripled', async () => {
    const { status, body } = await flights.ask('/api/v1/attribution/dim_time_compare', {
      metric: 'average_delay',
      dimensions: ['origin_state'],
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: JUNE,
        compareTimeConstraint: MAY,
        filters: [],
      },
    })
    expect(status).toBe(200)
    const [overall, byState] = body.data.tables
    expect(overall).toEqual({
      dimension: null,
      table: {
        '@currentValue': [9.039122141204487],
        '@compareValue': [3.264016606563602],
        '@growth': ['5.775105534640885'],
        '@growthRate': ['1.7693248015'],
        '@overallContributionRate': [1],
        '@relativeContributionRate': [1],
      },
      warning: null,
      empty: false,
    })
    const rates = byState.table['@relativeContributionRate'] as number[]
    expect(rates.length).toBeGreaterThan(40)
    const total = rates.reduce((sum, rate) => sum + rate, 0)
    expect(total).toBeCloseTo(1, 8)
    expect(rates).toEqual([...rates].sort((a, b) => b - a))
  })

  test('counts what a plain GROUP BY counts', async () => {
    const dimensions = Object.keys(DIMENSION_SQL)
    const { body } = await flights.ask('/api/v1/attribution/dim_time_compare', {
      metric: 'flight_count',
      dimensions,
      compareType: 'TIME_COMPARE',
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: JUNE,
        compareTimeConstraint: MAY,
      },
    })
    for (const [index, dimension] of dimensions.entries()) {
      const expected = await queryRows(
        `select ${DIMENSION_SQL[dimension]} as value, count(*) filter (${IN_JUNE}) as current,
           count(*) filter (${IN_MAY}) as compare
         from '${FLIGHTS_FILE}' where (${IN_JUNE}) or (${IN_MAY}) group by 1`,
      )
      const answer = body.data.tables[index + 1]
      expect(answer.dimension).toBe(dimension)
      expect(pairs(answer.table, dimension)).toEqual(
        new Map(expected.map((row) => [row.value, { current: row.current, compare: row.compare }])),
      )
    }
  })

  test('agrees with a plain GROUP BY for every metric of the workspace', async () => {
    const sql: Readonly<Record<string, string>> = {
      flight_count: 'count(*)',
      total_delay: 'sum(delay)',
      total_distance: 'sum(distance)',
      longest_delay: 'max(delay)',
      origin_airports: 'count(distinct origin)',
      late_flights: 'count(*) filter (delay > 15)',
      average_delay: 'sum(delay)::double / count(*)',
      late_rate: '(count(*) filter (delay > 15))::double / count(*)',
    }
    for (const [metric, aggregate] of Object.entries(sql)) {
      const { status, body } = await flights.ask('/api/v1/attribution/dim_time_compare', {
        metric,
        dimensions: ['destination_state'],
        attribution: {
          attributionCalculateType: 'ALL',
          currentTimeConstraint: JUNE,
          compareTimeConstraint: MAY,
        },
      })
      expect(status, metric).toBe(200)
      const side = (window: string) =>
        queryRows(
          `select coalesce(a.state, '(null)') as value, ${aggregate} as number from '${FLIGHTS_FILE}' f
             left join read_csv('${AIRPORTS_FILE}') a on a.iata = f.destination
           where ${window} group by 1`,
        )
      const [current, compare] = await Promise.all([side(IN_JUNE), side(IN_MAY)])
      const table = pairs(body.data.tables[1].table, 'destination_state')
      expect(table.size, metric).toBe(current.length)
      for (const { value, number } of current) {
        expect(table.get(value as string)?.current, `${metric} ${value}`).toBe(number)
      }
      for (const { value, number } of compare) {
        expect(table.get(value as string)?.compare, `${metric} ${value}`).toBe(number)
      }
    }
  })
})

describe('comparePeers, ATL against ORD', () => {
  test('counts what a plain GROUP BY counts', async () => {
    const { status, body } = await flights.ask('/api/v1/attribution/dim_peer_compare', {
      metric: 'flight_count',
      dimensions: ['destination'],
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'origin',
        filters: [],
        timeConstraint: JUNE,
        currentObject: { filters: ['IN([origin], "ATL")'] },
        compareObject: { filters: ['[origin] = "ORD"'] },
      },
    })
    expect(status).toBe(200)
    const expected = await queryRows(
      `select destination as value, count(*) filter (origin = 'ATL') as current,
         count(*) filter (origin = 'ORD') as compare
       from '${FLIGHTS_FILE}' where ${IN_JUNE} and origin in ('ATL', 'ORD') group by 1`,
    )
    expect(pairs(body.data.tables[1].table, 'destination')).toEqual(
      new Map(expected.map((row) => [row.value, { current: row.current, compare: row.compare }])),
    )
  })

  test('takes each object with a time of its own', async () => {
    const { body } = await flights.ask('/api/v1/attribution/dim_peer_compare', {
      metric: 'flight_count',
      dimensions: ['destination'],
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'origin',
        currentObject: { filters: ['[origin] = "ATL"'], timeConstraint: JUNE },
        compareObject: { filters: ['[origin] = "ORD"'], timeConstraint: MAY },
      },
    })
    const [expected] = await queryRows(
      `select count(*) filter (origin = 'ATL' and ${IN_JUNE}) as current,
         count(*) filter (origin = 'ORD' and ${IN_MAY}) as compare from '${FLIGHTS_FILE}'`,
    )
    expect(body.data.tables[0].table['@currentValue']).toEqual([expected?.current])
    expect(body.data.tables[0].table['@compareValue']).toEqual([expected?.compare])
  })
})

test('a drill-down keeps overall rates relative to the undrilled total', async () => {
  const ask = async (filters: readonly string[]) => {
    const { body } = await flights.ask('/api/v1/attribution/dim_time_compare', {
      metric: 'total_delay',
      dimensions: ['origin'],
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: JUNE,
        compareTimeConstraint: MAY,
        filters,
      },
    })
    return body.data.tables
  }
  const [whole] = await ask([])
  const [drilled, byOrigin] = await ask(['[origin_state] = "TX"'])
  const growth = Number(drilled.table['@growth'][0])
  expect(drilled.table['@relativeContributionRate']).toEqual([1])
  expect(drilled.table['@overallContributionRate'][0]).toBeCloseTo(
    growth / Number(whole.table['@growth'][0]),
    9,
  )
  const sum = (name: string) =>
    (byOrigin.table[name] as number[]).reduce((total, rate) => total + rate, 0)
  expect(sum('@relativeContributionRate')).toBeCloseTo(1, 8)
  expect(sum('@overallContributionRate')).toBeCloseTo(
    drilled.table['@overallContributionRate'][0],
    8,
  )
})

test('a temporary metric is asked by its key', async () => {
  const { status, body } = await flights.ask('/api/v1/attribution/dim_time_compare', {
    metric: 'long_haul',
    metricDefinitions: {
      long_haul: { refMetric: 'flight_count', filters: ['[distance_band] = "long"'] },
    },
    dimensions: ['distance_band'],
    attribution: {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: JUNE,
      compareTimeConstraint: MAY,
    },
  })
  expect(status).toBe(200)
  const [expected] = await queryRows(
    `select count(*) filter (${IN_JUNE}) as current, count(*) filter (${IN_MAY}) as compare
     from '${FLIGHTS_FILE}' where distance >= 1500`,
  )
  expect(body.data.tables[0].table['@currentValue']).toEqual([expected?.current])
  expect(body.data.tables[0].table['@compareValue']).toEqual([expected?.compare])
})

test('the average per day is the total by the days of the month', async () => {
  const { body } = await flights.ask('/api/v1/attribution/dim_time_compare', {
    metric: 'flight_count',
    dimensions: ['distance_band'],
    attribution: {
      attributionCalculateType: 'AVG',
      currentTimeConstraint: JUNE,
      compareTimeConstraint: MAY,
    },
  })
  const [expected] = await queryRows(
    `select count(*) filter (${IN_JUNE}) / 30.0::double as current,
       count(*) filter (${IN_MAY}) / 31.0::double as compare from '${FLIGHTS_FILE}'`,
  )
  expect(body.data.tables[0].table['@currentValue'][0]).toBeCloseTo(expected?.current as number, 9)
  expect(body.data.tables[0].table['@compareValue'][0]).toBeCloseTo(expected?.compare as number, 9)
})

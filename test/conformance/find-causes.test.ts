import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedFlights, serveFlights } from '../support/flights.ts'

const CAUSES = '/api/v1/attribution/root_cause'
const RANK = '/api/v1/attribution/rank'
const WEEK = (from: string, to: string) => `[metric_time] >= "${from}" AND [metric_time] < "${to}"`

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

/** Flights of a week without those that leave from Dallas after the first day, against the whole week before. */
const fault = {
  metric: 'kept',
  metricDefinitions: {
    kept: {
      refMetric: 'flight_count',
      filters: ['[origin] <> "DFW" OR [metric_time] < "2001-05-08"'],
    },
  },
  dimensions: ['origin', 'destination_state', 'distance_band'],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: WEEK('2001-05-07', '2001-05-14'),
    compareTimeConstraint: WEEK('2001-04-30', '2001-05-07'),
    filters: [],
  },
}

describe('root_cause', () => {
  test('finds what was taken away, with the contribution that compareTimes gives', async () => {
    const { status, body } = await flights.ask(CAUSES, fault)
    expect(status).toBe(200)
    const [first] = body.data.causes
    expect(first.where).toBe('[origin] = "DFW"')
    expect(first.confidence).toBe('certain')
    expect(body.data.considered.history).toBe(8)
    const e5 = await flights.ask('/api/v1/attribution/dim_time_compare', {
      ...fault,
      dimensions: ['origin'],
      contributions: true,
    })
    const { table } = e5.body.data.tables[1]
    const row = table.origin.indexOf('DFW')
    expect(first.contribution).toBe(Number(table['@contribution'][row]))
    expect([first.current, first.compare]).toEqual([
      table['@currentValue'][row],
      table['@compareValue'][row],
    ])
  })

  test('adds up to the change, also of a quotient', async () => {
    for (const metric of ['late_rate', 'average_delay']) {
      const { body } = await flights.ask(CAUSES, { ...fault, metric, metricDefinitions: {} })
      const { causes, common, mix, unexplained, change } = body.data
      const parts = causes.reduce(
        (sum: number, one: { contribution: number }) => sum + one.contribution,
        0,
      )
      expect(parts + (common?.contribution ?? 0) + mix.remaining + unexplained).toBeCloseTo(
        change,
        9,
      )
      const [{ rateContribution, mixContribution }] = mix.byDimension
      expect(rateContribution + mixContribution).toBeCloseTo(change, 9)
    }
  })

  test('finds a fault of a quotient, with the contribution that compareTimes gives', async () => {
    const metricDefinitions = {
      ...fault.metricDefinitions,
      share: { refMetric: 'flight_count', expr: '[kept] / [flight_count]' },
    }
    const dimensions = ['origin', 'distance_band']
    const asked = { ...fault, metric: 'share', metricDefinitions, dimensions, history: 0 }
    const { body } = await flights.ask(CAUSES, asked)
    const [first] = body.data.causes
    expect(first.where).toBe('[origin] = "DFW"')
    const e5 = await flights.ask('/api/v1/attribution/dim_time_compare', {
      ...asked,
      dimensions: ['origin'],
      contributions: true,
    })
    const { table } = e5.body.data.tables[1]
    const row = table.origin.indexOf('DFW')
    expect(first.contribution).toBeCloseTo(Number(table['@contribution'][row]), 12)
    expect(first.current).toBeCloseTo(table['@currentValue'][row], 12)
    expect(first.compare).toBeCloseTo(table['@compareValue'][row], 12)
  })

  test('finds the part of a formula that changed, and its contributions equal those of the metric tree', async () => {
    const { metricDefinitions } = fault
    const definitions = {
      ...metricDefinitions,
      lost: { refMetric: 'late_rate', expr: '[late_rate] * [kept] + 5' },
    }
    const { status, body } = await flights.ask(CAUSES, {
      ...fault,
      metric: 'lost',
      metricDefinitions: definitions,
      history: 0,
    })
    expect([status, body.detailErrorMsg ?? null]).toEqual([200, null])
    const { causes, parts, method, headline, common, mix, unexplained, change } = body.data
    expect(method).toBe('logarithmicMean')
    expect(causes[0]).toMatchObject({ part: '[kept]', where: '[origin] = "DFW"' })
    expect(headline).toContain('[kept] where origin = DFW')
    const sum = causes.reduce((all: number, one: { contribution: number }) => {
      return all + one.contribution
    }, 0)
    const others = (common?.contribution ?? 0) + mix.remaining + unexplained
    expect(sum + others).toBeCloseTo(change, 9)
    const { filters: _, ...attribution } = fault.attribution
    const tree = await flights.ask('/api/v1/attribution/tree_time_compare', {
      metricTreeDef: {
        rootNode: 'root',
        metricTree: { root: '[rate] * [flights] + 5' },
        metricTreeNodes: { root: 'lost', rate: 'late_rate', flights: 'kept' },
        metricDefinitions: definitions,
      },
      attribution,
    })
    const nodes = tree.body.data.nodes.slice(1)
    expect(nodes).toHaveLength(2)
    for (const { currentValue, contribution } of nodes) {
      const part = parts.find((one: { current: number }) => one.current === currentValue)
      expect(part.contribution).toBeCloseTo(contribution, 9)
    }
  })

  test('compares peers, without a history', async () => {
    const peers = {
      metric: 'late_rate',
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'origin',
        timeConstraint: WEEK('2001-05-07', '2001-05-14'),
        currentObject: { filters: ['[origin] = "ATL"'] },
        compareObject: { filters: ['[origin] = "ORD"'] },
      },
    }
    const { status, body } = await flights.ask(CAUSES, peers)
    expect(status).toBe(200)
    expect(body.data.considered.history).toBe(0)
    expect(body.data.considered.dimensions).not.toContain('origin')
  })

  test.each([
    { metric: 'longest_delay' },
    {
      metric: 'both',
      metricDefinitions: { both: { refMetric: 'longest_delay', expr: '[longest_delay] * 2 + 1' } },
    },
  ])(
    'ranks segments of $metric, of which no part divides, with the values of compareTimes',
    async (asked) => {
      const { status, body } = await flights.ask(CAUSES, { ...fault, ...asked })
      expect(status).toBe(200)
      const { ranking, causes, headline, considered } = body.data
      expect([causes, considered.combinations]).toEqual([[], 0])
      expect(headline).toContain(`${asked.metric} has no exact shares`)
      expect(ranking.reason).toBe('values of MAX do not add up')
      const sizes = ranking.segments.map((one: { change: number }) => Math.abs(one.change))
      expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a))
      const { dimensions } = fault
      const compared = await flights.ask('/api/v1/attribution/dim_time_compare', {
        ...fault,
        ...asked,
        dimensions,
      })
      for (const { conditions, current, compare } of ranking.segments) {
        const [{ dimension, value }] = conditions
        const { table } = compared.body.data.tables[1 + dimensions.indexOf(dimension)]
        const row = table[dimension].indexOf(value)
        expect([current, compare]).toEqual([
          table['@currentValue'][row],
          table['@compareValue'][row],
        ])
      }
    },
  )

  test('says that nothing changed between equal windows', async () => {
    const { currentTimeConstraint } = fault.attribution
    const attribution = { currentTimeConstraint, compareTimeConstraint: currentTimeConstraint }
    const { body } = await flights.ask(CAUSES, { metric: 'flight_count', attribution })
    expect(body.data.causes).toEqual([])
    expect(body.data.headline).toBe('flight_count did not change.')
  })

  test.each<[string, object, RegExp]>([
    ['no windows', { attribution: {} }, /currentTimeConstraint is empty/],
    [
      'half of a comparison of peers',
      { attribution: { compareDimension: 'origin' } },
      /currentObject and compareObject is missing/,
    ],
    [
      'both comparisons',
      { attribution: { ...fault.attribution, compareDimension: 'origin' } },
      /leave one of the two out/,
    ],
    ['an unknown dimension', { dimensions: ['orign'] }, /orign/],
    ['a dimension twice', { dimensions: ['origin', 'origin'] }, /origin/],
    ['no causes asked for', { maxCauses: 0 }, /maxCauses/],
    ['a history beyond eight', { history: 9 }, /history/],
    ['a depth in words', { maxDepth: 'deep' }, /maxDepth/],
    [
      'an unknown calculation',
      { attribution: { ...fault.attribution, attributionCalculateType: 'SUM' } },
      /attributionCalculateType/,
    ],
    [
      'a condition that is none',
      { attribution: { ...fault.attribution, filters: ['[origin'] } },
      /filters/,
    ],
  ])('refuses %s', async (_, wrong, message) => {
    const { status, body } = await flights.ask(CAUSES, { ...fault, ...wrong })
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(body)).toMatch(message)
  })
})

describe('rank', () => {
  const { dimensions: _, ...question } = fault

  test('puts the dimension first whose groups hold the change', async () => {
    const { status, body } = await flights.ask(RANK, question)
    expect(status).toBe(200)
    const names = body.data.dimensions.map((one: { dimension: string }) => one.dimension)
    expect(names).toHaveLength(6)
    const origin = body.data.dimensions.find(
      (one: { dimension: string }) => one.dimension === 'origin',
    )
    expect(origin.topGroups[0].value).toBe('DFW')
    expect(names[0]).toBe('origin')
    expect(origin.share).toBeGreaterThan(0.9)
    expect(origin.score).toBeCloseTo(origin.share - origin.expected - origin.chance, 12)
    expect(origin).toMatchObject({ mixShare: null, determines: false })
    expect(origin.explaining[0]).toBe('DFW')
    const city = body.data.dimensions[1]
    expect(city).toMatchObject({ dimension: 'origin_city', followsFrom: 'origin' })
    const scores = body.data.dimensions
      .filter((one: { followsFrom: string | null }) => one.followsFrom === null)
      .map((one: { score: number }) => one.score)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
  })

  test('gives as many as asked for, and no score where contributions are not defined', async () => {
    const one = await flights.ask(RANK, { ...question, limit: 1 })
    expect(one.body.data.dimensions).toHaveLength(1)
    const { body } = await flights.ask(RANK, { ...question, metric: 'longest_delay' })
    for (const { score, groupsFor80Percent } of body.data.dimensions)
      expect([score, groupsFor80Percent]).toEqual([null, null])
  })

  test.each<[string, object, RegExp]>([
    ['an unknown metric', { metric: 'flight_cuont' }, /flight_cuont/],
    ['no windows', { attribution: {} }, /currentTimeConstraint is empty/],
    ['a limit of nothing', { limit: 0 }, /limit/],
  ])('refuses %s', async (_, wrong, message) => {
    const { status, body } = await flights.ask(RANK, { ...question, ...wrong })
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(body)).toMatch(message)
  })
})

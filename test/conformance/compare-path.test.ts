import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedFlights, serveFlights } from '../support/flights.ts'

const PATH = '/api/v1/attribution/dim_path'
const TIMES = '/api/v1/attribution/dim_time_compare'
const month = (text: string) => `[metric_time__month] = "${text}"`

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

const question = {
  metric: 'average_delay',
  dimensions: ['distance_band', 'origin_state', 'origin'],
  valueSelectStrategy: { type: 'TOP', number: 2 },
  attribution: {
    compareType: 'TIME_COMPARE',
    currentTimeConstraint: month('2001-06'),
    compareTimeConstraint: month('2001-05'),
  },
}

describe('dim_path', () => {
  test('has the numbers of compareTimes by each prefix, and adds up at every step', async () => {
    const { status, body } = await flights.ask(PATH, { ...question, contributions: true })
    expect(status).toBe(200)
    const [overall, ...steps] = body.data.tables
    const { dimensions, attribution } = question
    const times = await flights.ask(TIMES, {
      metric: question.metric,
      contributions: true,
      dimensions: dimensions.map((_, index) => dimensions.slice(0, index + 1).join()),
      attribution: { ...attribution, attributionCalculateType: 'ALL' },
    })
    const [total, ...full] = times.body.data.tables
    expect(overall.table).toEqual(total.table)
    expect(steps.map((one: { parents: number[] }) => one.parents)).toEqual([
      [0, 0],
      [0, 0, 1, 1],
      [0, 0, 1, 1, 2, 2, 3, 3].slice(0, steps[2].parents.length),
    ])
    for (const [index, step] of steps.entries()) {
      const own = full[index].table
      const keys = dimensions.slice(0, index + 1)
      const rowOf = (at: number) =>
        own[keys[0]!].findIndex((_: string, row: number) =>
          keys.every((key) => own[key][row] === step.table[key][at]),
        )
      const { '@relativeContributionRate': shares, ...same } = step.table
      for (const [name, column] of Object.entries<unknown[]>(same)) {
        expect(column).toEqual(column.map((_, at) => own[name][rowOf(at)]))
      }
      const before = index === 0 ? overall : steps[index - 1]
      for (const { parent, contribution, relativeContributionRate } of step.rest) {
        const below = step.parents.flatMap((one: number, at: number) =>
          one === parent ? [at] : [],
        )
        const sum = below.reduce(
          (all: number, at: number) => all + Number(step.table['@contribution'][at]),
          Number(contribution),
        )
        expect(sum).toBeCloseTo(Number(before.table['@contribution'][parent]), 12)
        const part = below.reduce((all: number, at: number) => all + shares[at], 0)
        expect(part + relativeContributionRate).toBeCloseTo(1, 8)
      }
    }
  })

  test('selects and sorts the rows that moved against the change, without contributions by default', async () => {
    const asked = {
      ...question,
      metric: 'flight_count',
      valueSelectStrategy: { type: 'BOTTOM', number: 3 },
      orders: [{ '@growth': 'desc' }],
    }
    const { body } = await flights.ask(PATH, asked)
    const [, bands, states] = body.data.tables
    expect(Object.keys(bands.table)).not.toContain('@contribution')
    const growths = (rows: number[]) => rows.map((at) => Number(states.table['@growth'][at]))
    for (const [parent] of bands.table.distance_band.entries()) {
      const rows = states.parents.flatMap((one: number, at: number) => (one === parent ? [at] : []))
      // Flights fell, so what moved against it grew.
      expect(growths(rows)).toEqual(growths(rows).toSorted((a, b) => b - a))
      expect(growths(rows).every((one) => one > 0)).toBe(true)
    }
  })

  test('starts from a drill-down, with overall shares relative to the total', async () => {
    const filters = ['[origin_state] = "TX"']
    const attribution = { ...question.attribution, filters }
    const { body } = await flights.ask(PATH, { ...question, metric: 'flight_count', attribution })
    const [overall, , states] = body.data.tables
    const times = await flights.ask(TIMES, {
      metric: 'flight_count',
      dimensions: ['distance_band,origin_state'],
      attribution: { ...attribution, attributionCalculateType: 'ALL' },
    })
    const [total, full] = times.body.data.tables
    expect(overall.table).toEqual(total.table)
    const share = '@overallContributionRate'
    for (const [at, band] of states.table.distance_band.entries()) {
      const row = full.table.distance_band.indexOf(band)
      expect(states.table[share][at]).toBe(full.table[share][row])
    }
  })

  test('says that a metric does not divide, and has its values all the same', async () => {
    const { status, body } = await flights.ask(PATH, { ...question, metric: 'longest_delay' })
    expect(status).toBe(200)
    const [, bands] = body.data.tables
    expect(bands.warning).toContain('NOT_ATTRIBUTABLE')
    expect(bands.table.distance_band).toHaveLength(2)
    expect(bands.rest[0]).toMatchObject({ contribution: null, relativeContributionRate: null })
  })

  test('has no rows where neither window has any', async () => {
    const attribution = {
      currentTimeConstraint: month('1990-06'),
      compareTimeConstraint: month('1990-05'),
    }
    const { status, body } = await flights.ask(PATH, { ...question, attribution })
    expect(status).toBe(200)
    expect(body.data.warning).toContain('NO_DATA_CURRENT')
    expect(body.data.tables.map((one: { empty: boolean }) => one.empty)).not.toContain(false)
  })

  test.each<[string, object, RegExp]>([
    ['one dimension', { dimensions: ['origin'] }, /dimensions/],
    ['no dimensions', { dimensions: undefined }, /dimensions/],
    ['an unknown dimension', { dimensions: ['origin', 'destnation'] }, /destination/],
    ['a dimension twice', { dimensions: ['origin', 'origin'] }, /origin/],
    ['a combination', { dimensions: ['origin', 'distance_band,origin_state'] }, /combination/],
    ['no strategy', { valueSelectStrategy: undefined }, /valueSelectStrategy/],
    ['an unknown strategy', { valueSelectStrategy: { type: 'MOST', number: 2 } }, /type/],
    ['no values', { valueSelectStrategy: { type: 'TOP', number: 0 } }, /number/],
    ['half a value', { valueSelectStrategy: { type: 'TOP', number: 1.5 } }, /number/],
    ['an unknown column', { orders: [{ '@grwth': 'ASC' }] }, /did you mean \\"@growth\\"/],
    ['an unknown direction', { orders: [{ origin: 'UP' }] }, /orders/],
    ['two columns in one', { orders: [{ origin: 'ASC', '@growth': 'ASC' }] }, /orders/],
    ['an unknown metric', { metric: 'average_dela' }, /average_delay/],
    [
      'a comparison of peers',
      { attribution: { ...question.attribution, compareType: 'PEER_COMPARE' } },
      /compareType/,
    ],
    [
      'an empty time range',
      { attribution: { ...question.attribution, currentTimeConstraint: '' } },
      /currentTimeConstraint/,
    ],
    [
      'a wrong filter',
      { attribution: { ...question.attribution, filters: ['[origin'] } },
      /filters/,
    ],
  ])('refuses %s', async (_, wrong, message) => {
    const { status, body } = await flights.ask(PATH, { ...question, ...wrong })
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(body)).toMatch(message)
  })
})

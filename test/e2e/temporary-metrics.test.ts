import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryRows } from '../support/duckdb.ts'
import { type ServedFlights, serveFlights, VEGA_DATA } from '../support/flights.ts'

const FILE = join(VEGA_DATA, 'flights-3m.parquet')
const JUNE = 'DateTrunc([metric_time], "MONTH") = "2001-06-01"'
const MAY = 'DateTrunc([metric_time], "MONTH") = "2001-05-01"'

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

/** The rows of distance bands of a temporary metric, June against May. */
async function ask(definition: Readonly<Record<string, unknown>>, more: object = {}) {
  const { status, body } = await flights.ask('/api/v1/attribution/dim_time_compare', {
    metric: 'mine',
    metricDefinitions: { mine: { refMetric: 'flight_count', ...definition } },
    dimensions: ['distance_band'],
    attribution: {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: JUNE,
      compareTimeConstraint: MAY,
    },
    ...more,
  })
  if (status !== 200) return { status, code: body.detailErrorMsg.split(/[ :]/)[0], rows: new Map() }
  const { table, warning } = body.data.tables[1]
  const rows = new Map(
    table.distance_band.map((band: string, i: number) => [
      band,
      [table['@currentValue'][i], table['@compareValue'][i], table['@relativeContributionRate'][i]],
    ]),
  )
  return { status, warning, rows, data: body.data }
}

const BAND = `case when distance < 500 then 'short' when distance < 1500 then 'medium' else 'long' end`

/** The judge's rows: a value of June and of May per band. */
async function judge(june: string, may: string, from = `read_parquet('${FILE}')`) {
  const rows = await queryRows(
    `select ${BAND} as band, ${june} as june, ${may} as may from ${from} group by band`,
  )
  return new Map<string, [number, number]>(
    rows.map(({ band, june: a, may: b }) => [String(band), [Number(a), Number(b)]]),
  )
}

/** The share of each of the judge's rows in the change of all. */
function shares(expected: ReadonlyMap<string, readonly [number, number]>) {
  const changes = [...expected].map(([band, [june, may]]) => [band, june - may] as const)
  const all = changes.reduce((sum, [, change]) => sum + change, 0)
  return new Map(changes.map(([band, change]) => [band, change / all]))
}

const month = (number: number) => `date >= '2001-0${number}-01' and date < '2001-0${number + 1}-01'`
const counted = (condition: string) => `count(*) filter (where ${condition})`

describe('a temporary metric', () => {
  test('is the metric of the month before', async () => {
    const expected = await judge(counted(month(5)), counted(month(4)))
    const { rows, warning } = await ask({ indirections: ['sameperiod__mom__value'] })
    const share = shares(expected)
    for (const [band, values] of expected) {
      expect(rows.get(band)).toEqual([...values, expect.closeTo(share.get(band)!, 9)])
    }
    expect(warning).toBeNull()
  })

  test('is the growth against the month before', async () => {
    const growth = (now: number, before: number) =>
      `(${counted(month(now))} - ${counted(month(before))})::double / ${counted(month(before))}`
    const expected = await judge(growth(6, 5), growth(5, 4))
    const { rows } = await ask({ indirections: ['sameperiod__mom__growth'] })
    let share = 0
    for (const [band, [june, may]] of expected) {
      const [current, compare, rate] = rows.get(band)!
      expect([current, compare]).toEqual([expect.closeTo(june, 12), expect.closeTo(may, 12)])
      share += rate
    }
    expect(share).toBeCloseTo(1, 9)
  })

  test('looks at the last seven days of a window', async () => {
    const days = (last: string, first: string) =>
      counted(`date >= '2001-${first}' and date < '2001-${last}'`)
    const expected = await judge(days('07-01', '06-24'), days('06-01', '05-25'))
    const { rows } = await ask({ period: 'to_date -6 day of 0 day' })
    const share = shares(expected)
    for (const [band, values] of expected) {
      expect(rows.get(band)).toEqual([...values, expect.closeTo(share.get(band)!, 9)])
    }
  })

  test('takes the busiest day of a window', async () => {
    const daily = `(select ${BAND} as b, date_trunc('day', date) as d, any_value(distance) as distance, count(*) as n from read_parquet('${FILE}') group by all)`
    const busiest = (from: string, to: string) =>
      `max(n) filter (where d >= '${from}' and d < '${to}')`
    const expected = await judge(
      busiest('2001-06-01', '2001-07-01'),
      busiest('2001-05-01', '2001-06-01'),
      daily,
    )
    const { rows } = await ask({ preAggs: [{ granularity: 'DAY', calculateType: 'MAX' }] })
    for (const [band, values] of expected) expect(rows.get(band)).toEqual([...values, null])
  })

  test('averages over the airports of departure', async () => {
    const each = `(select ${BAND} as b, origin, any_value(distance) as distance, count(*) filter (where ${month(6)}) as june, count(*) filter (where ${month(5)}) as may from read_parquet('${FILE}') group by all)`
    const expected = await judge('avg(nullif(june, 0))', 'avg(nullif(may, 0))', each)
    const { rows } = await ask({ indirections: ['multi_level_agg__avg,origin'] })
    for (const [band, [june, may]] of expected) {
      expect(rows.get(band)).toEqual([
        expect.closeTo(june as number, 9),
        expect.closeTo(may as number, 9),
        null,
      ])
    }
  })

  test('may be a formula whose change is split exactly', async () => {
    const product = (which: number) =>
      `${counted(month(which))} * sum(distance) filter (where ${month(which)})`
    const expected = await judge(product(6), product(5))
    const { rows, data } = await ask(
      { expr: '[flight_count] * [total_distance]' },
      { explain: true },
    )
    for (const [band, [june, may]] of expected) {
      expect(rows.get(band)!.slice(0, 2)).toEqual([june, may])
    }
    const rates = [...rows.values()].map((row) => row[2] as number)
    expect(rates.reduce((a, b) => a + b)).toBeCloseTo(1, 9)
    expect(data.explanation).toMatchObject({
      form: 'path',
      windows: { current: [{ from: '2001-06-01 00:00:00', to: '2001-07-01 00:00:00' }] },
      periods: { current: 30, compare: 31 },
    })
    expect(data.explanation.executed[0]).toContain('GROUPING SETS')
  })

  test('uses its own grain and days', async () => {
    const { rows } = await ask(
      { metricGrain: 'WEEK' },
      {
        attribution: {
          attributionCalculateType: 'AVG',
          currentTimeConstraint: JUNE,
          compareTimeConstraint: MAY,
        },
      },
    )
    const expected = await judge(counted(month(6)), counted(month(5)))
    for (const [band, [june]] of expected) {
      expect(rows.get(band)![0]).toBeCloseTo((june as number) / 5, 9)
    }
  })

  test.each([
    [{ period: 'yesteryear' }, 400, 'CATALOG_UNKNOWN_PERIOD'],
    [{ onlyContainsDateTag: 'workday' }, 400, 'CATALOG_UNKNOWN_DATE_TAG'],
    [{ indirections: ['rank__desc__origin'] }, 400, 'CATALOG_UNSUPPORTED_METRIC'],
    [{ indirections: ['mine__proportion__origin'] }, 400, 'CATALOG_UNSUPPORTED_METRIC'],
    [
      { specifyDimension: { type: 'EXCLUDE', dimensions: 'distance_band' } },
      400,
      'CATALOG_UNSUPPORTED_METRIC',
    ],
    [{ expr: '[flight_count] * [nothing]' }, 400, 'EXPRESSION_UNKNOWN_FIELD'],
    [{ preAggs: [{ granularity: 'DAY' }] }, 400, 'SERVER_INVALID_BODY'],
    [{ period: 7 }, 400, 'SERVER_INVALID_BODY'],
  ])('that is %j is refused', async (definition, status, code) => {
    expect(await ask(definition)).toMatchObject({ status, code })
  })
})

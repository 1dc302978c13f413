import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, fewerFlights, type ServedFlights, serveFlights } from '../support/flights.ts'
import { expectFields } from './support/fields.ts'
import { schemaProblems } from './support/schema-problems.ts'

const PEERS = '/api/v1/attribution/dim_peer_compare'
const TIMES = '/api/v1/attribution/dim_time_compare'
const JUNE =
  'DateTrunc([metric_time], "MONTH") = DateTrunc(Cast("2001-06-01 00:00:00", "Timestamp"), "MONTH")'
const MAY = '(DateTrunc([metric_time], "MONTH") = Date("2001-05-01", "yyyy-MM-dd"))'

let fewer: Awaited<ReturnType<typeof fewerFlights>>
let flights: ServedFlights
beforeAll(async () => {
  fewer = await fewerFlights()
  flights = await serveFlights({ workspace: fewer.folder })
})
afterAll(async () => {
  await flights.close()
  await fewer.remove()
})

const times = {
  metric: 'total_delay',
  dimensions: ['distance_band', 'origin_state'],
  compareType: 'TIME_COMPARE',
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: JUNE,
    compareTimeConstraint: MAY,
    filters: [],
  },
}
const peers = {
  metric: 'total_delay',
  metricDefinitions: {},
  dimensions: ['distance_band'],
  attribution: {
    attributionCalculateType: 'AVG',
    compareDimension: 'origin',
    filters: [],
    timeConstraint: JUNE,
    currentObject: { filters: ['IN([origin], "ATL")'] },
    compareObject: { filters: ['IN([origin], "ORD", "DFW")'] },
  },
}

describe.each<[string, string, { attribution: object }]>([
  ['comparePeers', PEERS, peers],
  ['compareTimes', TIMES, times],
])('%s', (_, path, good) => {
  test('answers an overall table, then one per dimension, all arrays of equal length', async () => {
    const { status, body } = await flights.ask(path, good)
    expect(status).toBe(200)
    expectFields(body.data, { tables: 'array', warning: 'string|null' })
    const [overall, ...tables] = body.data.tables
    expect(overall.dimension).toBeNull()
    expect(tables.map(({ dimension }: { dimension: string }) => dimension)).toEqual(
      (good as { dimensions?: string[] }).dimensions,
    )
    for (const one of body.data.tables) {
      expectFields(one, TABLE)
      expectColumns(one)
    }
    expect(overall.table['@currentValue']).toHaveLength(1)
  })

  test('adds contributions where they are asked for, and nothing of them where they are not', async () => {
    for (const contributions of [undefined, null, false]) {
      const { body } = await flights.ask(path, { ...good, contributions })
      for (const one of body.data.tables) expect(Object.keys(one)).toEqual(Object.keys(TABLE))
    }
    for (const [metric, added] of [
      ['total_delay', ['@contribution']],
      ['average_delay', ['@contribution', '@rateContribution', '@mixContribution']],
    ] as const) {
      const { body } = await flights.ask(path, { ...good, metric, contributions: true })
      for (const { table, ...one } of body.data.tables) {
        expectFields({ table, ...one }, { ...TABLE, ...BEYOND })
        expect(Object.keys(table).slice(-added.length)).toEqual(added)
        for (const name of added) {
          for (const text of table[name]) expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        }
        expect(one.residual).toMatch(/^-?0(\.\d+)?$/)
        expect(one.missingRow).toBeNull()
        const names = one.dimension === null ? [] : [one.dimension]
        expect(one.missingRows).toEqual(Object.fromEntries(names.map((name) => [name, []])))
      }
    }
    expectRefusal(await flights.ask(path, { ...good, contributions: 'yes' }), 'contributions')
  })

  test('keeps the rows with the largest contributions, and says what the others have', async () => {
    const whole = await flights.ask(path, { ...good, contributions: true })
    const { body } = await flights.ask(path, { ...good, contributions: true, rowLimit: 2 })
    const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + Number(text), 0)
    for (const [index, { dimension, table, rest, warning }] of body.data.tables.entries()) {
      const all: string[] = whole.body.data.tables[index].table['@contribution']
      if (dimension === null) {
        expect(rest).toBeUndefined()
        continue
      }
      const largest = all.map((text) => Math.abs(Number(text))).toSorted((a, b) => b - a)
      const shown: string[] = table['@contribution']
      expect(shown.map((text) => Math.abs(Number(text)))).toEqual(largest.slice(0, 2))
      expect(rest.rows).toBe(Math.max(0, all.length - 2))
      expect(sum(shown) + Number(rest.contribution)).toBeCloseTo(sum(all), 6)
      expect(warning ?? '').not.toContain('TRUNCATED')
    }
    for (const rowLimit of [0, -1, 1.5, 10_001, '2']) {
      expectRefusal(await flights.ask(path, { ...good, rowLimit }), 'rowLimit')
    }
  })

  test('says the types of dimensions and the warnings as objects where details ask for it', async () => {
    const { body } = await flights.ask(path, { ...good, metric: 'longest_delay', details: true })
    for (const { dimension, types, warning, warnings } of body.data.tables) {
      expect(Object.keys(types)).toEqual(dimension === null ? [] : dimension.split(','))
      const texts = warnings.map(({ code, details }: { code: string; details: object }) =>
        [
          code,
          ...Object.entries(details).map(([name, value]) =>
            name === 'reason' ? value : `${name}=${value}`,
          ),
        ].join(' '),
      )
      expect(texts.length === 0 ? null : texts.join('; ')).toBe(warning)
    }
    expect(body.data.warnings).toBeInstanceOf(Array)
    const plain = await flights.ask(path, { ...good, details: false })
    expect(plain.body.data.warnings).toBeUndefined()
    expectRefusal(await flights.ask(path, { ...good, details: 'yes' }), 'details')
  })

  test('answers what the published schema says, refusals and explanations too', async () => {
    const document = (await flights.ask('/openapi.json')).body
    const questions = [
      good,
      { ...good, explain: true },
      { ...good, rowLimit: 1, details: true, metric: 'longest_delay' },
      { ...good, contributions: true },
      { ...good, contributions: true, metric: 'average_delay' },
      { ...good, metric: 'longest_delay' },
      { ...good, metric: 'late_rate', dimensions: ['origin_state,distance_band'] },
      { ...good, attribution: { ...good.attribution, filters: ['[distance] < 0'] } },
      { ...good, metric: 'nothing' },
      { ...good, dimensions: 7 },
    ]
    for (const question of questions) {
      const { status, body } = await flights.ask(path, question)
      const answers = document.paths[path].post.responses
      const answer = answers[status] ?? answers.default
      const shared = answer.$ref?.split('/').at(-1)
      const { content } = shared === undefined ? answer : document.components.responses[shared]
      const { schema } = content['application/json']
      expect(schemaProblems(schema, body, document.components?.schemas ?? {})).toEqual([])
    }
  })

  test.each(['metric', 'dimensions', 'attribution'])('needs %s', async (field) => {
    expectRefusal(await flights.ask(path, { ...good, [field]: undefined }), field)
  })

  test('needs attribution.attributionCalculateType, ALL or AVG', async () => {
    for (const attributionCalculateType of [undefined, null, '', 'all', 'SUM', 1]) {
      const attribution = { ...good.attribution, attributionCalculateType }
      expectRefusal(await flights.ask(path, { ...good, attribution }), 'attributionCalculateType')
    }
  })

  test.each([[7], ['origin'], [{}], [[1]], [[null]], [['']]])(
    'takes dimensions as an array of names: not %j',
    async (dimensions) => {
      expectRefusal(await flights.ask(path, { ...good, dimensions }), 'dimensions')
    },
  )

  test('takes filters as an array of expressions, or none', async () => {
    for (const filters of [undefined, null, []]) {
      const attribution = { ...good.attribution, filters }
      expect((await flights.ask(path, { ...good, attribution })).status).toBe(200)
    }
    for (const filters of ['[origin] = "ATL"', [7], [''], {}]) {
      const attribution = { ...good.attribution, filters }
      expectRefusal(await flights.ask(path, { ...good, attribution }), 'attribution.filters')
    }
  })

  test('takes temporary metrics of refMetric and filters', async () => {
    const metricDefinitions = {
      far: { refMetric: 'Total delay', filters: ['[distance_band] = "long"'] },
      near: { refMetric: 'total_delay' },
    }
    for (const metric of ['far', 'near']) {
      const { status, body } = await flights.ask(path, { ...good, metric, metricDefinitions })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    for (const wrong of [{}, { refMetric: null }, { refMetric: 'x', filters: 7 }]) {
      const answer = await flights.ask(path, { ...good, metricDefinitions: { far: wrong } })
      expectRefusal(answer, 'metricDefinitions.far')
    }
  })

  test('leaves fields alone that it does not know', async () => {
    expect((await flights.ask(path, { ...good, colour: 'red' })).status).toBe(200)
  })
})

describe('comparePeers', () => {
  test.each(['compareDimension', 'currentObject', 'compareObject'])(
    'needs attribution.%s',
    async (field) => {
      const attribution = { ...peers.attribution, [field]: undefined }
      expectRefusal(await flights.ask(PEERS, { ...peers, attribution }), field)
    },
  )

  test('needs filters of each object', async () => {
    const attribution = { ...peers.attribution, currentObject: {} }
    expectRefusal(await flights.ask(PEERS, { ...peers, attribution }), 'currentObject.filters')
  })

  test('takes the time of an object, else the common one; one of the two must be there', async () => {
    const own = {
      ...peers.attribution,
      timeConstraint: '',
      currentObject: { ...peers.attribution.currentObject, timeConstraint: JUNE },
      compareObject: { ...peers.attribution.compareObject, timeConstraint: JUNE },
    }
    const { body } = await flights.ask(PEERS, { ...peers, attribution: own })
    const common = await flights.ask(PEERS, peers)
    expect(body.data).toEqual(common.body.data)
    const neither = { ...peers.attribution, timeConstraint: null }
    expectRefusal(await flights.ask(PEERS, { ...peers, attribution: neither }), 'timeConstraint')
  })

  test('compares by a dimension that the metric has', async () => {
    const attribution = { ...peers.attribution, compareDimension: 'orign' }
    const { status, body } = await flights.ask(PEERS, { ...peers, attribution })
    expect(status).toBe(404)
    expect(body.errorMsg).toContain('attribution.compareDimension')
  })
})

describe('compareTimes', () => {
  test.each(['currentTimeConstraint', 'compareTimeConstraint'])(
    'needs attribution.%s',
    async (field) => {
      for (const value of [undefined, null, '', ' ', 7, 'yesterday']) {
        const attribution = { ...times.attribution, [field]: value }
        expectRefusal(await flights.ask(TIMES, { ...times, attribution }), field)
      }
    },
  )

  test('takes any compareType', async () => {
    for (const compareType of [undefined, null, 'TIME_COMPARE', 'OTHER', 7]) {
      expect((await flights.ask(TIMES, { ...times, compareType })).status).toBe(200)
    }
  })
})

const TABLE = {
  dimension: 'string|null',
  table: 'object',
  warning: 'string|null',
  empty: 'boolean',
}
const BEYOND = { residual: 'string|null', missingRow: 'integer|null', missingRows: 'object' }

const MEASURES: Readonly<Record<string, string>> = {
  '@currentValue': 'number',
  '@compareValue': 'number',
  '@growth': 'string',
  '@growthRate': 'string',
  '@overallContributionRate': 'number',
  '@relativeContributionRate': 'number',
}

function expectColumns({
  dimension,
  table,
}: {
  dimension: string | null
  table: Readonly<Record<string, readonly unknown[]>>
}): void {
  const keys = dimension === null ? [] : [dimension]
  expect(Object.keys(table)).toEqual([...keys, ...Object.keys(MEASURES)])
  const rows = table['@currentValue']?.length
  for (const [name, values] of Object.entries(table)) {
    expect(values).toHaveLength(rows ?? -1)
    for (const value of values) {
      if (value !== null) expect(value, name).toBeTypeOf((MEASURES[name] ?? 'string') as 'string')
    }
  }
  for (const name of keys) expect(table[name]).not.toContain(null)
}

function expectRefusal({ status, body }: Answer, place: string): void {
  expect(status, JSON.stringify(body)).toBe(400)
  expect(`${body.errorMsg} ${body.detailErrorMsg}`).toContain(place)
}

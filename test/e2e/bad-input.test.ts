import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, DEMO_HEADERS, type ServedFlights, serveFlights } from '../support/flights.ts'

const JUNE = 'DateTrunc([metric_time], "MONTH") = "2001-06-01"'
const MAY = 'DateTrunc([metric_time], "MONTH") = "2001-05-01"'
const TIME_COMPARE = '/api/v1/attribution/dim_time_compare'
const PEER_COMPARE = '/api/v1/attribution/dim_peer_compare'

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

/** A good question, with some of it replaced. */
function question(change: object = {}, attribution: object = {}): object {
  return {
    metric: 'flight_count',
    dimensions: ['origin'],
    attribution: {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: JUNE,
      compareTimeConstraint: MAY,
      ...attribution,
    },
    ...change,
  }
}

function expectRefusal({ status, body }: Answer, expected: number, ...says: readonly string[]) {
  expect(status, JSON.stringify(body)).toBe(expected)
  expect(body).toEqual({
    data: null,
    success: false,
    code: String(expected),
    errorMsg: expect.any(String),
    detailErrorMsg: expect.stringMatching(/^[A-Z][A-Z0-9_]+\b/),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const text = `${body.errorMsg}\n${body.detailErrorMsg}`
  for (const word of says) expect(text).toContain(word)
  expect(text).not.toMatch(/node_modules|\.ts:\d|\bat \w+ \(/)
}

describe('a refusal names the thing and its place', () => {
  test.each<[string, object, number, readonly string[]]>([
    [
      'a misspelt metric',
      question({ metric: 'flight_cuont' }),
      404,
      ['flight_cuont', 'flight_count'],
    ],
    [
      'a misspelt dimension',
      question({ dimensions: ['origin', 'origin_sate'] }),
      404,
      ['origin_sate', 'origin_state', 'dimensions[1]'],
    ],
    ['no dimension', question({ dimensions: [] }), 400, ['dimensions']],
    [
      'a dimension twice',
      question({ dimensions: ['origin', 'origin'] }),
      400,
      ['origin', 'dimensions[1]'],
    ],
    ['a metric as a dimension', question({ dimensions: ['total_delay'] }), 404, ['total_delay']],
    [
      'an unclosed call',
      question({}, { filters: ['IN([origin], "ATL"'] }),
      400,
      ['attribution.filters[0]', 'EXPRESSION_'],
    ],
    [
      'an unknown field',
      question({}, { filters: ['[orign] = "ATL"'] }),
      400,
      ['orign', 'origin', 'EXPRESSION_UNKNOWN_FIELD', 'attribution.filters[0]'],
    ],
    [
      'text against a number',
      question({}, { filters: ['[distance] = "far"'] }),
      400,
      ['attribution.filters[0]', 'EXPRESSION_'],
    ],
    [
      'a metric in a filter',
      question({}, { filters: ['[total_delay] > 1'] }),
      400,
      ['total_delay', 'attribution.filters[0]'],
    ],
    [
      'a filter that is no condition',
      question({}, { filters: ['[distance] + 1'] }),
      400,
      ['attribution.filters[0]'],
    ],
    [
      'a time range on something else',
      question({}, { currentTimeConstraint: '[origin] = "ATL"' }),
      400,
      ['attribution.currentTimeConstraint', 'metric_time'],
    ],
    [
      'an empty time range',
      question({}, { compareTimeConstraint: '' }),
      400,
      ['attribution.compareTimeConstraint'],
    ],
    [
      'an unknown calculation',
      question({}, { attributionCalculateType: 'MEDIAN' }),
      400,
      ['attribution.attributionCalculateType', 'MEDIAN', 'ALL', 'AVG'],
    ],
    ['a number as the metric', question({ metric: 7 }), 400, ['metric']],
    ['null as the attribution', question({ attribution: null }), 400, ['attribution']],
    ['no body', {}, 400, ['metric']],
    ['an array', [], 400, []],
  ])('%s', async (_, body, status, says) => {
    expectRefusal(await flights.ask(TIME_COMPARE, body), status, ...says)
  })

  test('a peer comparison without any time', async () => {
    const body = {
      metric: 'flight_count',
      dimensions: ['destination'],
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'origin',
        currentObject: { filters: ['[origin] = "ATL"'] },
        compareObject: { filters: ['[origin] = "ORD"'] },
      },
    }
    expectRefusal(await flights.ask(PEER_COMPARE, body), 400, 'attribution', 'timeConstraint')
  })

  test.each<[string, string, number, readonly string[]]>([
    [
      'an unknown vertex',
      '/api/v1/lineage/queryVertexLineage?vertex_id=late_rat&vertex_type=METRIC&input_step=1&output_step=1',
      404,
      ['late_rat', 'late_rate'],
    ],
    [
      'an unknown vertex type',
      '/api/v1/lineage/queryVertexLineage?vertex_id=x&vertex_type=TABLE&input_step=1&output_step=1',
      400,
      ['vertex_type', 'TABLE', 'DATASET'],
    ],
    [
      'a step below zero',
      '/api/v1/lineage/queryVertexLineage?vertex_id=late_rate&vertex_type=METRIC&input_step=-1&output_step=1',
      400,
      ['input_step'],
    ],
    [
      'half a step',
      '/api/v1/lineage/queryVertexLineage?vertex_id=late_rate&vertex_type=METRIC&input_step=1&output_step=1.5',
      400,
      ['output_step'],
    ],
    [
      'no steps',
      '/api/v1/lineage/queryVertexLineage?vertex_id=late_rate&vertex_type=METRIC',
      400,
      ['input_step'],
    ],
    ['an unknown dimension', '/api/v1/dimension/detail?dimName=orign', 404, ['orign', 'origin']],
    [
      'an unknown metric',
      '/api/v1/metrics/dimensionAll?metricNames=flight_count,late_rat',
      404,
      ['late_rat', 'late_rate'],
    ],
    ['an unknown dataset', '/api/v1/dataset/info?name=fligths', 404, ['fligths', 'flights']],
    ['a long dataset name', `/api/v1/dataset/info?name=${'x'.repeat(129)}`, 400, ['name', '128']],
    ['an unknown path', '/api/v1/nowhere', 404, ['/api/v1/nowhere']],
  ])('%s', async (_, path, status, says) => {
    expectRefusal(await flights.ask(path), status, ...says)
  })

  test.each(['tenant-id', 'auth-type', 'auth-value'])('a request without %s', async (missing) => {
    const headers: Record<string, string> = { ...DEMO_HEADERS }
    delete headers[missing]
    const response = await fetch(`${flights.url}/api/v1/lineage/queryAll`, { headers })
    expectRefusal({ status: response.status, body: await response.json() }, 400, missing)
  })

  test.each([
    ['tenant-id', 'nobody'],
    ['auth-value', 'nobody'],
    ['auth-type', 'TOKEN'],
  ])('a wrong %s, with the same answer for each', async (header, value) => {
    const response = await fetch(`${flights.url}/api/v1/lineage/queryAll`, {
      headers: { ...DEMO_HEADERS, [header]: value },
    })
    const body = (await response.json()) as Answer['body']
    expectRefusal({ status: response.status, body }, 401, 'ACCESS_UNAUTHENTICATED')
    expect(body.errorMsg).toBe(
      'These credentials are not known: check tenant-id, auth-type and auth-value.',
    )
  })

  test('a body that is not JSON', async () => {
    const response = await fetch(`${flights.url}${TIME_COMPARE}`, {
      method: 'POST',
      headers: { ...DEMO_HEADERS, 'content-type': 'application/json' },
      body: '{"metric": "flight_count",,}',
    })
    expectRefusal({ status: response.status, body: await response.json() }, 400, 'JSON')
  })

  test('a body over the limit', async () => {
    const response = await fetch(`${flights.url}${TIME_COMPARE}`, {
      method: 'POST',
      headers: { ...DEMO_HEADERS, 'content-type': 'application/json' },
      body: JSON.stringify({ metric: 'x'.repeat(2 * 1024 * 1024) }),
    })
    expectRefusal({ status: response.status, body: await response.json() }, 413, '1048576')
  })

  test('a wrong method', async () => {
    const response = await fetch(`${flights.url}${TIME_COMPARE}`, { headers: DEMO_HEADERS })
    expectRefusal({ status: response.status, body: await response.json() }, 405, 'POST')
    expect(response.headers.get('allow')).toContain('POST')
  })
})

describe('a question without an answer is answered', () => {
  const peers = (current: string, compare: string, filters: readonly string[] = []) =>
    flights.ask(PEER_COMPARE, {
      metric: 'flight_count',
      dimensions: ['distance_band'],
      attribution: {
        attributionCalculateType: 'ALL',
        compareDimension: 'origin',
        filters,
        timeConstraint: JUNE,
        currentObject: { filters: [current] },
        compareObject: { filters: [compare] },
      },
    })

  test('an object that contradicts itself has no data', async () => {
    const { status, body } = await peers(
      '[origin] = "ATL" AND [origin] = "ORD"',
      '[origin] = "ORD"',
    )
    expect(status).toBe(200)
    const noData = /^NO_DATA_CURRENT first=2001-01-01 \S+ last=2001-07-01 \S+$/
    expect(body.data.warning).toMatch(noData)
    for (const { table, empty, warning } of body.data.tables) {
      expect(empty).toBe(false)
      expect(warning).toBe('NO_DATA_CURRENT')
      expect(new Set(table['@currentValue'])).toEqual(new Set([0]))
      expect(new Set(table['@growthRate'])).toEqual(new Set(['-1']))
    }
  })

  test('an object against itself has not changed', async () => {
    const { body } = await peers('[origin] = "ATL"', '[origin] = "ATL"')
    expect(body.data.warning).toMatch(/^OBJECTS_OVERLAP rows=\d+$/)
    for (const { table, warning } of body.data.tables) {
      expect(warning).toBe('TOTAL_UNCHANGED')
      expect(new Set(table['@growth'])).toEqual(new Set(['0']))
      expect(new Set(table['@relativeContributionRate'])).toEqual(new Set([null]))
    }
  })

  test('a drill-down that selects nothing has a total of nothing and no rows', async () => {
    const { body } = await peers('[origin] = "ATL"', '[origin] = "ORD"', ['[distance] < 0'])
    const [overall, bands] = body.data.tables
    expect(overall).toMatchObject({
      table: { '@currentValue': [0], '@compareValue': [0], '@overallContributionRate': [0] },
      empty: false,
      warning: 'TOTAL_UNCHANGED',
    })
    expect(bands).toMatchObject({ table: { distance_band: [] }, empty: true })
  })

  test('a time that never was has no data', async () => {
    for (const never of ['[metric_time__month] = "2031-01"', '1 = 2']) {
      const { status, body } = await flights.ask(
        TIME_COMPARE,
        question({}, { compareTimeConstraint: never }),
      )
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data.warning).toMatch(/^NO_DATA_COMPARE first=2001-01-01 /)
    }
  })
})

/** JSON that is often nearly a request. */
const anyBody = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      metric: fc.oneof(fc.constantFrom('flight_count', 'late_rate', '__proto__'), fc.jsonValue()),
      metricDefinitions: fc.oneof(
        fc.dictionary(fc.string(), fc.record({ refMetric: fc.string(), filters: fc.jsonValue() })),
        fc.jsonValue(),
      ),
      dimensions: fc.oneof(
        fc.array(
          fc.constantFrom('origin', 'distance_band', 'metric_time__week', 'constructor', ''),
        ),
        fc.jsonValue(),
      ),
      attribution: fc.oneof(
        fc.record(
          {
            attributionCalculateType: fc.constantFrom('ALL', 'AVG', 'NONE'),
            compareDimension: fc.constantFrom('origin', 'toString'),
            currentTimeConstraint: fc.oneof(
              fc.constantFrom(JUNE, '', '[metric_time]'),
              fc.string(),
            ),
            compareTimeConstraint: fc.oneof(fc.constant(MAY), fc.string()),
            timeConstraint: fc.constantFrom(MAY, null, ''),
            filters: fc.oneof(
              fc.array(fc.string()),
              fc.constant(['[origin] = "ATL"']),
              fc.jsonValue(),
            ),
            currentObject: fc.oneof(fc.constant({ filters: ['[origin] = "ATL"'] }), fc.jsonValue()),
            compareObject: fc.oneof(fc.constant({ filters: ['[origin] = "ORD"'] }), fc.jsonValue()),
          },
          { requiredKeys: [] },
        ),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  ),
)

const anyRequest = fc.oneof(
  fc.record({ path: fc.constantFrom(TIME_COMPARE, PEER_COMPARE), body: anyBody }),
  fc.record({
    path: fc
      .tuple(
        fc.constantFrom(
          '/api/v1/lineage/queryAll',
          '/api/v1/lineage/queryVertexLineage',
          '/api/v1/dimension/detail',
          '/api/v1/metrics/dimensionAll',
          '/api/v1/dataset/info',
          '/api/v1/',
        ),
        fc.dictionary(
          fc.constantFrom(
            'vertex_id',
            'vertex_type',
            'input_step',
            'output_step',
            'dimName',
            'metricNames',
            'name',
          ),
          fc.oneof(
            fc.constantFrom(
              'METRIC',
              'late_rate',
              'origin',
              'flights',
              '1',
              '99999999',
              '__proto__',
            ),
            fc.string({ unit: 'grapheme' }),
          ),
        ),
      )
      .map(([path, query]) => `${path}?${new URLSearchParams(query)}`),
    body: fc.constant(undefined),
  }),
)

test('no request whatever is answered with a 5xx, and each answer is an envelope', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ path, body }) => {
      const answer = await flights.ask(path, body)
      expect(answer.status).toBeLessThan(500)
      expect(answer.body).toMatchObject({
        success: answer.status === 200,
        code: String(answer.status),
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
    }),
    { numRuns: 300 },
  )
  expect((await flights.ask('/api/v1/lineage/queryAll')).status).toBe(200)
})

test('bytes that are not HTTP do not stop the server', async () => {
  const { port } = new URL(flights.url)
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.end('\u0000\u0001 nonsense\r\n\r\n'),
    )
    socket.on('close', () => resolve())
    socket.on('error', reject)
    socket.resume()
  })
  expect((await flights.ask('/api/v1/lineage/queryAll')).status).toBe(200)
})

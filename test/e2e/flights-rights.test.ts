import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fewerFlights, type ServedFlights, serveFlights } from '../support/flights.ts'

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

async function ask(account: string, path: string, body?: unknown) {
  const response = await fetch(`${flights.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'tenant-id': 'demo',
      'auth-type': 'ACCOUNT',
      'auth-value': account,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of an answer.
  return { status: response.status, body: (await response.json()) as any }
}

const month = (number: string): string =>
  `DateTrunc([metric_time], "MONTH") = Date("2001-${number}-01", "yyyy-MM-dd")`

function why(account: string, metric: string, dimension: string) {
  return ask(account, '/api/v1/attribution/dim_time_compare', {
    metric,
    dimensions: [dimension],
    attribution: {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: month('06'),
      compareTimeConstraint: month('05'),
    },
  })
}

describe('the three accounts of the sample workspace', () => {
  test('demo may do everything', async () => {
    expect((await why('demo', 'average_delay', 'origin_state')).status).toBe(200)
    const { body } = await ask('demo', '/api/v1/dataset/info?name=flights')
    expect(body.data.userPrivilegeResultDTO).toMatchObject({
      authorityRole: 'OWNER',
      canTransfer: true,
    })
  })

  test('analyst manages the metrics of the category delays, and sees nothing else', async () => {
    for (const metric of ['total_delay', 'average_delay', 'late_flights', 'late_rate']) {
      expect((await why('analyst', metric, 'metric_time__month')).status, metric).toBe(200)
    }
    expect((await why('analyst', 'flight_count', 'metric_time__month')).status).toBe(404)
    expect((await why('analyst', 'average_delay', 'origin')).status).toBe(404)
    const { body } = await ask('analyst', '/api/v1/lineage/queryAll')
    const seen = new Set(
      body.data.edgeList.flatMap((edge: Record<string, { vertexId: string }>) =>
        Object.values(edge).map(({ vertexId }) => vertexId),
      ),
    )
    expect([...seen].toSorted()).toEqual([
      'average_delay',
      'late_flights',
      'late_rate',
      'total_delay',
    ])
    const { body: rights } = await ask('analyst', '/api/v1/authority/userList', {
      resourceType: 'METRIC',
      resourceId: 'late_rate',
    })
    expect(
      rights.data.map(
        (one: { authorityAccount: { account: string }; authorityResource: object }) =>
          [one.authorityAccount.account, one.authorityResource] as const,
      ),
    ).toEqual([
      [
        'analyst',
        expect.objectContaining({
          authorityRole: 'ADMIN',
          authoritySource: 'EXTEND',
          extendResourceDTO: {
            resourceType: 'CATEGORY',
            resourceId: 'delays',
            resourceName: 'Delays',
          },
        }),
      ],
      ['demo', expect.objectContaining({ authorityRole: 'OWNER', authoritySource: 'EXTEND' })],
    ])
  })

  test('viewer uses the metric flight_count and the dimension distance_band only', async () => {
    expect((await why('viewer', 'flight_count', 'distance_band')).status).toBe(200)
    expect((await why('viewer', 'flight_count', 'origin')).status).toBe(404)
    expect((await why('viewer', 'late_rate', 'distance_band')).status).toBe(404)
    expect((await ask('viewer', '/api/v1/dimension/detail?dimName=distance_band')).status).toBe(200)
    expect((await ask('viewer', '/api/v1/dimension/detail?dimName=origin')).status).toBe(404)
    expect((await ask('viewer', '/api/v1/dataset/info?name=flights')).status).toBe(404)
    const path = '/api/v1/metrics/dimensionAll?metricNames=flight_count'
    const { body } = await ask('viewer', path)
    expect(body.data.flight_count.map(({ dimName }: { dimName: string }) => dimName)).toEqual([
      'metric_time',
      'distance_band',
    ])
  })

  test('the user groups are those of the workspace', async () => {
    const page = { pageNumber: 1, pageSize: 10 }
    const { body } = await ask('demo', '/api/v1/userGroup/list', page)
    expect(
      body.data.list.map((one: { groupCode: string; parentGroupId: string }) => [
        one.groupCode,
        one.parentGroupId,
      ]),
    ).toEqual([
      ['ops', expect.anything()],
      ['ops_east', 'ops'],
      ['ops_west', 'ops'],
      ['planning', expect.anything()],
    ])
  })
})

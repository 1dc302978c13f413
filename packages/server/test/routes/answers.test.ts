import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask, CREDENTIALS, PEER_COMPARISON, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })

const BACKFILL = { planId: 'p1', startTime: '2024-05-01', endTime: '2024-05-31' }
const TABLE = { tableName: 'lake.files.orders_csv', tenantId: 'demo' }
const AT = '2024-05-01 00:00:00'
const VIEW = { viewName: 'v', displayName: 'V', metrics: ['m'], orders: [{ m: 'asc' }] }
const PAGE = { pageNumber: 1, pageSize: 1_000 }
const MOVED = { groupIdentityType: 'USER_GROUP_ID', value: 'a', parentGroupId: '-1' }
const USERS = [{ identityValue: 'ann', properties: [{ name: 'region', value: '' }] }]
const ITEMS = [{ identityValue: 'ann', propertyNames: ['region'] }]
const RESOURCES = [
  ...['DATASET', 'METRIC', 'DIMENSION', 'ANALYSIS_VIEW'],
  ...['DATASOURCE', 'RESULT_PLAN', 'WORKBOOK'],
]

const caller = expect.objectContaining({ tenant: 'demo', account: 'demo' })
const call = { signal: expect.any(AbortSignal), onPartFailed: expect.any(Function) }
const tagged = { ...call, revalidation: { known: [], tagged: expect.any(Function) } }

describe('a body goes to the platform as it is', () => {
  test.each<[operation: string, path: string, payload: object, options?: object]>([
    ['createBackfill', 'accelerate/task/create', BACKFILL],
    [
      'createBackfill',
      'accelerate/task/create',
      { ...BACKFILL, planId: null, planName: 'by_day', dateIntervalOfLot: null },
    ],
    ['createBackfill', 'accelerate/task/create', { ...BACKFILL, dateIntervalOfLot: 36_525 }],
    [
      'triggerSourceTable',
      'scheduler/task/triggerTableTaskInstanceByScheduleTime',
      { ...TABLE, scheduleTimes: [AT] },
    ],
    [
      'triggerSourceTableRange',
      'scheduler/task/triggerTableTaskInstanceByScheduleTimeRange',
      { ...TABLE, startTime: AT, endTime: AT },
    ],
    ['comparePeers', 'attribution/dim_peer_compare', PEER_COMPARISON, tagged],
    ['compareTimes', 'attribution/dim_time_compare', TIME_COMPARISON, tagged],
    [
      'compareTimes',
      'attribution/dim_time_compare',
      {
        ...TIME_COMPARISON,
        metricDefinitions: null,
        attribution: { ...TIME_COMPARISON.attribution, filters: null, compareType: 'MOM' },
        more: {},
      },
      tagged,
    ],
    ...RESOURCES.map((resourceType): [string, string, object] => [
      'resourceEntries',
      'authority/userList',
      { resourceType, resourceId: 'x' },
    ]),
    ['createMetricView', 'analysisview/create', VIEW],
    [
      'saveUserAttributes',
      'userPropertyValue/save',
      { identityType: 'USER_ACCOUNT', userPropertyRequests: USERS },
    ],
    ['deleteUserAttributes', 'userPropertyValue/delete', { identityType: 'USER_ID', items: ITEMS }],
    [
      'userAttributes',
      'userPropertyValue/list',
      { identityType: 'USER_ID', identityValues: ['ann'], propertyNames: null },
    ],
    ['userGroups', 'userGroup/list', PAGE],
    [
      'userGroups',
      'userGroup/list',
      { ...PAGE, keyword: '', groupIds: [], groupIdentityType: null },
    ],
    ['moveUserGroup', 'userGroup/move', MOVED],
    ['moveUserGroup', 'userGroup/move', { ...MOVED, frontGroupId: null }],
  ])('%s from %s', async (operation, path, payload, options = call) => {
    const before = platform.calls.length
    const { status } = await ask(app, { method: 'POST', url: `/api/v1/${path}`, payload })
    expect(status).toBe(200)
    const given = [caller, payload, options]
    expect(platform.calls.slice(before)).toEqual([{ operation, arguments: given }])
  })
})

const A = { vertex_id: 'a', vertex_type: 'METRIC' }
const NEAR = 'lineage/queryVertexLineage?vertex_id=a&vertex_type=METRIC&input_step=1&output_step=2'
const NEAR_A = { ...A, input_step: 1, output_step: 2 }

describe('a query goes to the platform as the values that it names', () => {
  test.each<[operation: string, path: string, request: unknown]>([
    ['taskInstances', 'accelerate/task/instance/list?dagName=a', { dagName: 'a' }],
    [
      'taskInstances',
      'accelerate/task/instance/list?dagName=true&pageIndex=3&pageSize=1000&progress=true',
      { dagName: 'true', pageIndex: 3, pageSize: 1_000, progress: true },
    ],
    [
      'taskInstances',
      'accelerate/task/instance/list?dagName=a&progress=false',
      { dagName: 'a', progress: false },
    ],
    ['taskInstance', 'scheduler/task/detail?id=17', { id: '17' }],
    ['planDetail', 'accelerate/detail/query?planId=p1', { planId: 'p1' }],
    ['planDetail', 'accelerate/detail/query?planName=by_day', { planName: 'by_day' }],
    ['planDetail', 'accelerate/detail/query', {}],
    [
      'planPartitions',
      'accelerate/plan/queryMtPartitionList?uuid=p1&pageNumber=2&pageSize=5',
      { uuid: 'p1', pageNumber: 2, pageSize: 5 },
    ],
    ['deletePlan', 'accelerate/plan/delete?uuid=p1', { uuid: 'p1' }],
    ['datasetDetail', `dataset/info?name=${'x'.repeat(128)}`, { name: 'x'.repeat(128) }],
    [
      'dimensionsOfMetrics',
      'metrics/dimensionAll?metricNames=a,b&metricNames=c',
      { metricNames: ['a', 'b', 'c'] },
    ],
    [
      'dimensionsOfMetrics',
      'metrics/dimensionAll?metricNames=a%2Cb,c',
      { metricNames: ['a', 'b', 'c'] },
    ],
    [
      'dimensionsOfMetrics',
      'metrics/dimensionAll?metricNames=a,,b, c',
      { metricNames: ['a', 'b', 'c'] },
    ],
    ['vertexLineage', NEAR, NEAR_A],
    [
      'vertexLineage',
      `${NEAR}&vertex_types=METRIC,FILE&edge_types=TABLE_IMPACT&collapse=true&induced=false&limit=5&cursor=x&visit_budget=9&extras=true`,
      {
        ...NEAR_A,
        vertex_types: ['METRIC', 'FILE'],
        edge_types: ['TABLE_IMPACT'],
        collapse: true,
        induced: false,
        extras: true,
        limit: 5,
        cursor: 'x',
        visit_budget: 9,
      },
    ],
    ['vertexLineage', `${NEAR}&as_of=2026-01-01`, { ...NEAR_A, as_of: '2026-01-01' }],
    [
      'lineageEvidence',
      'lineage/queryEvidence?from_id=a&from_type=METRIC&to_id=b&to_type=FILE',
      { from_id: 'a', from_type: 'METRIC', to_id: 'b', to_type: 'FILE' },
    ],
    ['lineageImpact', 'lineage/queryImpact?vertex_id=a&vertex_type=METRIC', A],
    [
      'lineageImpact',
      'lineage/queryImpact?vertex_id=a&vertex_type=METRIC&edge_types=COLUMN_IMPACT',
      { ...A, edge_types: ['COLUMN_IMPACT'] },
    ],
    ['lineageSinglePoints', 'lineage/querySinglePoints?vertex_id=a&vertex_type=METRIC', A],
    ['lineageDifference', 'lineage/queryDifference?from=2026-01-01', { from: '2026-01-01' }],
    [
      'lineageDifference',
      'lineage/queryDifference?from=2026-01-01&to=2026-02-01&vertex_id=a&vertex_type=METRIC&input_step=1',
      { from: '2026-01-01', to: '2026-02-01', ...A, input_step: 1 },
    ],
  ])('%s from %s', async (operation, path, request) => {
    const before = platform.calls.length
    expect((await ask(app, { url: `/api/v1/${path}` })).status).toBe(200)
    const options = operation === 'planDetail' ? expect.anything() : call
    expect(platform.calls.slice(before)).toStrictEqual([
      { operation, arguments: [caller, request, options] },
    ])
  })

  test.each([
    ['lineageLooseEnds', 'lineage/queryLooseEnds'],
    ['lineageCycles', 'lineage/queryCycles'],
    ['caller', 'caller'],
  ])('%s from %s, which has no request', async (operation, path) => {
    const before = platform.calls.length
    expect((await ask(app, { url: `/api/v1/${path}` })).status).toBe(200)
    expect(platform.calls.slice(before)).toStrictEqual([{ operation, arguments: [caller, call] }])
  })

  test('a Content-Type without a body is no error', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await ask(app, { url: '/api/v1/lineage/queryAll', headers })).status).toBe(200)
  })
})

describe('dimension detail', () => {
  const url = '/api/v1/dimension/detail'

  test.each([
    ['the query', { query: { dimName: 'origin' } }, 'origin'],
    ['the body of a GET', { payload: { dimName: 'é' } }, 'é'],
    ['the query rather than the body', { query: { dimName: 'a' }, payload: { dimName: 'b' } }, 'a'],
  ])('takes the name from %s', async (_what, options, name) => {
    expect((await ask(app, { url, ...options })).status).toBe(200)
    expect(platform.calls.at(-1)!.arguments[1]).toEqual({ dimName: name })
  })

  test.each(['queryBy', 'queryby', 'QUERYBY'])('looks up by code with %s', async (header) => {
    const options = { url, query: { dimName: 'D7' }, headers: { [header]: 'UUID' } }
    expect((await ask(app, options)).status).toBe(200)
    expect(platform.calls.at(-1)!.arguments[1]).toEqual({ dimName: 'D7', queryBy: 'UUID' })
    const inBody = { url, payload: { dimName: 'D8' }, headers: { [header]: 'UUID' } }
    expect((await ask(app, inBody)).status).toBe(200)
    expect(platform.calls.at(-1)!.arguments[1]).toEqual({ dimName: 'D8', queryBy: 'UUID' })
  })
})

test('HEAD does not delete a plan', async () => {
  const before = platform.calls.length
  const url = '/api/v1/accelerate/plan/delete?uuid=p1'
  const response = await app.inject({ method: 'HEAD', url, headers: CREDENTIALS })
  expect(response.statusCode).toBe(405)
  expect(platform.calls).toHaveLength(before)
})

describe('a task that is created', () => {
  test.each([
    [2, null],
    [0, expect.stringContaining('this process runs no tasks')],
  ])('in a process with %i workers is answered with a note: %s', async (workers, errorMsg) => {
    const load = { running: 0, waiting: 0, slices: 0, workers }
    const url = '/api/v1/accelerate/task/create'
    const asked = { method: 'POST' as const, url, payload: BACKFILL }
    const one = createApp({ platform: fakePlatform({ load: () => load }) })
    const { status, body } = await ask(one, asked)
    expect([status, body]).toMatchObject([200, { success: true, code: '200', errorMsg }])
    expect(body.data).toBe('by_day_1')
  })
})

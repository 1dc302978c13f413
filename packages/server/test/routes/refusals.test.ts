import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask, PEER_COMPARISON, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform, bodyLimit: 30_000 })

afterAll(() => expect(platform.calls).toEqual([]))

const BACKFILL = { planId: 'p1', startTime: '2024-05-01', endTime: '2024-05-31' }
const TABLE = { tableName: 'lake.files.orders_csv', tenantId: 'demo' }
const AT = '2024-05-01 00:00:00'
const PAGE = { pageNumber: 1, pageSize: 1_000 }
const MOVED = { groupIdentityType: 'USER_GROUP_ID', value: 'a', parentGroupId: '-1' }
const ATTRIBUTION = TIME_COMPARISON.attribution

const CREATE = 'accelerate/task/create'
const TIMES = 'scheduler/task/triggerTableTaskInstanceByScheduleTime'
const RANGE = 'scheduler/task/triggerTableTaskInstanceByScheduleTimeRange'
const COMPARE = 'attribution/dim_time_compare'
const ENTRIES = 'authority/userList'

describe('a body that breaks the contract is refused with its place', () => {
  test.each<[path: string, payload: object, message: string]>([
    [CREATE, { ...BACKFILL, planId: 5 }, 'planId'],
    [CREATE, { ...BACKFILL, planId: '' }, 'planId'],
    [CREATE, { ...BACKFILL, planName: 'x'.repeat(129) }, 'planName'],
    [CREATE, { ...BACKFILL, startTime: null }, 'startTime'],
    [CREATE, { ...BACKFILL, endTime: 20240531 }, 'endTime'],
    [CREATE, { ...BACKFILL, dateIntervalOfLot: 0 }, 'dateIntervalOfLot'],
    [CREATE, { ...BACKFILL, dateIntervalOfLot: -7 }, 'dateIntervalOfLot'],
    [CREATE, { ...BACKFILL, dateIntervalOfLot: 1_000_000 }, 'dateIntervalOfLot'],
    [CREATE, { ...BACKFILL, dateIntervalOfLot: 1.5 }, 'dateIntervalOfLot'],
    [CREATE, { ...BACKFILL, dateIntervalOfLot: '7' }, 'dateIntervalOfLot'],
    [TIMES, { ...TABLE }, 'scheduleTimes'],
    [TIMES, { ...TABLE, scheduleTimes: [] }, 'scheduleTimes'],
    [TIMES, { ...TABLE, scheduleTimes: AT }, 'scheduleTimes'],
    [TIMES, { ...TABLE, scheduleTimes: [AT, null] }, 'scheduleTimes[1]'],
    [TIMES, { ...TABLE, scheduleTimes: Array(1_001).fill(AT) }, 'scheduleTimes'],
    [TIMES, { ...TABLE, tableName: '', scheduleTimes: [AT] }, 'tableName'],
    [TIMES, { tableName: 'a.b.c', scheduleTimes: [AT] }, 'tenantId'],
    [RANGE, { ...TABLE, startTime: AT }, 'endTime'],
    [RANGE, { ...TABLE, startTime: 5, endTime: AT }, 'startTime'],
    [RANGE, { ...TABLE, tenantId: null, startTime: AT, endTime: AT }, 'tenantId'],
    [COMPARE, { ...TIME_COMPARISON, metric: 5 }, 'metric must be a string; found the number 5'],
    [COMPARE, { ...TIME_COMPARISON, metric: '' }, 'metric must be not empty'],
    [COMPARE, { ...TIME_COMPARISON, dimensions: 'origin' }, 'dimensions must be an array'],
    [COMPARE, { ...TIME_COMPARISON, dimensions: ['a', 5] }, 'dimensions[1] must be a string'],
    [
      COMPARE,
      { ...TIME_COMPARISON, attribution: null },
      'attribution must be an object; found null',
    ],
    [
      COMPARE,
      { ...TIME_COMPARISON, metricDefinitions: { t: {} } },
      'metricDefinitions.t.refMetric is missing',
    ],
    [
      COMPARE,
      { ...TIME_COMPARISON, attribution: { ...ATTRIBUTION, filters: [0] } },
      'attribution.filters[0] must be a string; found the number 0',
    ],
    [
      COMPARE,
      { ...TIME_COMPARISON, attribution: { ...ATTRIBUTION, attributionCalculateType: 'SUM' } },
      'attribution.attributionCalculateType must be one of ALL, AVG; found the string "SUM"',
    ],
    [
      'attribution/dim_peer_compare',
      {
        ...PEER_COMPARISON,
        attribution: { ...PEER_COMPARISON.attribution, compareObject: { filters: null } },
      },
      'attribution.compareObject.filters must be an array; found null',
    ],
    [ENTRIES, { resourceId: 'x' }, 'resourceType is missing'],
    [ENTRIES, { resourceType: 'TENANT', resourceId: 'x' }, 'resourceType must be one of DATASET'],
    [ENTRIES, { resourceType: 'METRIC' }, 'resourceId is missing'],
    [ENTRIES, { resourceType: 'METRIC', resourceId: '' }, 'resourceId must be not empty'],
    [ENTRIES, { resourceType: 'METRIC', resourceId: 'x', resourceName: 5 }, 'resourceName must be'],
    ['userGroup/list', { ...PAGE, pageNumber: 0 }, 'pageNumber'],
    ['userGroup/list', { ...PAGE, pageNumber: '1' }, 'pageNumber'],
    ['userGroup/list', { ...PAGE, pageSize: 1_001 }, 'pageSize'],
    ['userGroup/list', { pageNumber: 1 }, 'pageSize'],
    ['userGroup/move', { ...MOVED, groupIdentityType: 'ID' }, 'groupIdentityType'],
    ['userGroup/move', { ...MOVED, parentGroupId: null }, 'parentGroupId'],
    ['userGroup/move', { ...MOVED, frontGroupId: '' }, 'frontGroupId'],
    ...['save', 'delete', 'list'].flatMap((path) =>
      [undefined, null, 'USER', 5].map((identityType): [string, object, string] => [
        `userPropertyValue/${path}`,
        { identityType },
        'identityType',
      ]),
    ),
  ])('%s (%#)', async (path, payload, message) => {
    const { status, body } = await ask(app, { method: 'POST', url: `/api/v1/${path}`, payload })
    expect([status, body.success]).toEqual([400, false])
    expect(`${body.errorMsg} ${body.detailErrorMsg}`).toContain(message)
    expect(body.detailErrorMsg).toMatch(/^SERVER_INVALID_BODY: path /)
  })

  test('every wrong field is told, with its place', async () => {
    const userPropertyRequests = [
      { identityValue: '', properties: [{ name: 'a', value: 1 }] },
      { properties: [] },
    ]
    const payload = { identityType: 'USER_ID', userPropertyRequests }
    const url = '/api/v1/userPropertyValue/save'
    const { body } = await ask(app, { method: 'POST', url, payload })
    for (const path of [
      'userPropertyRequests[0].identityValue',
      'userPropertyRequests[0].properties[0].value',
      'userPropertyRequests[1].identityValue',
      'userPropertyRequests[1].properties',
    ]) {
      expect(body.detailErrorMsg).toContain(path)
    }
  })

  test('a temporary metric called __proto__ is refused', async () => {
    const payload = `{"viewName":"v","displayName":"V","metrics":["__proto__"],"metricDefinitions":{"__proto__":{"refMetric":"m"}}}`
    const headers = { 'content-type': 'application/json' }
    const url = '/api/v1/analysisview/create'
    expect((await ask(app, { method: 'POST', url, headers, payload })).status).toBe(400)
  })
})

const LIST = 'accelerate/task/instance/list'
const PARTITIONS = 'accelerate/plan/queryMtPartitionList'
const NEAR = 'lineage/queryVertexLineage?vertex_id=a&vertex_type=METRIC&output_step=2'

describe('a query that breaks the contract is refused with its place', () => {
  test.each<[path: string, message: string]>([
    [`${LIST}?dagName=a&progress=1`, 'progress'],
    [LIST, 'dagName'],
    [`${LIST}?dagName=`, 'dagName'],
    [`${LIST}?dagName=a&pageIndex=0`, 'pageIndex'],
    [`${LIST}?dagName=a&pageIndex=-1`, 'pageIndex'],
    [`${LIST}?dagName=a&pageIndex=1.5`, 'pageIndex'],
    [`${LIST}?dagName=a&pageIndex=`, 'pageIndex'],
    [`${LIST}?dagName=a&pageSize=0`, 'pageSize'],
    [`${LIST}?dagName=a&pageSize=1001`, 'pageSize'],
    ['scheduler/task/detail', 'id is missing'],
    ['scheduler/task/detail?id=', 'id must be not empty'],
    [`${PARTITIONS}?pageNumber=1&pageSize=5`, 'uuid'],
    [`${PARTITIONS}?uuid=p1&pageSize=5`, 'pageNumber'],
    [`${PARTITIONS}?uuid=p1&pageNumber=1`, 'pageSize'],
    [`${PARTITIONS}?uuid=p1&pageNumber=0&pageSize=5`, 'pageNumber'],
    [`${PARTITIONS}?uuid=p1&pageNumber=1&pageSize=1001`, 'pageSize'],
    ['accelerate/plan/delete', 'uuid'],
    ['accelerate/plan/delete?uuid=', 'uuid'],
    ['dataset/info', 'name is missing'],
    ['dataset/info?name=', 'name must be not empty'],
    [`dataset/info?name=${'x'.repeat(129)}`, 'name must be at most 128 characters'],
    ['metrics/dimensionAll', 'metricNames is missing'],
    [
      'metrics/dimensionAll?metricNames=',
      'metricNames must be a list of at least 1; found an empty list',
    ],
    [
      'metrics/dimensionAll?metricNames=,',
      'metricNames must be a list of at least 1; found an empty list',
    ],
    ...['1.5', '', 'abc', '1e1', '99999999999999999999'].map((step): [string, string] => [
      `${NEAR}&input_step=${step}`,
      'input_step must be a whole number',
    ]),
    [`${NEAR}&input_step=-1`, 'input_step must be 0 or more'],
    [NEAR, 'input_step is missing'],
    ['lineage/queryVertexLineage?vertex_id=', 'vertex_id must be not empty'],
    [`${NEAR}&input_step=1&vertex_id=b`, 'vertex_id must be a string'],
    [
      'lineage/queryVertexLineage?vertex_id=a&vertex_type=metric',
      'vertex_type must be one of FILE',
    ],
    ...[
      ...['collapse=yes', 'limit=-1', 'limit=1.5', 'visit_budget=x'],
      ...['vertex_types=metric', 'vertex_types=', 'edge_types=ROW'],
    ].map((wrong): [string, string] => [`${NEAR}&input_step=1&${wrong}`, wrong.split('=')[0]!]),
    ['lineage/queryEvidence?from_id=a&from_type=METRIC&to_id=b', 'to_type is missing'],
    ['lineage/queryImpact?vertex_id=a&vertex_type=metric', 'vertex_type must be one of FILE'],
    ['lineage/queryImpact?vertex_id=a&vertex_type=METRIC&edge_types=ROW', 'edge_types'],
    ['lineage/querySinglePoints?vertex_id=&vertex_type=METRIC', 'vertex_id must be not empty'],
    ['lineage/queryDifference?from=2026-01-01&vertex_id=a', 'vertex_type is missing'],
    ['lineage/queryDifference?from=2026-01-01&vertex_type=METRIC', 'vertex_id is missing'],
    ['lineage/queryDifference?from=2026-01-01&input_step=0', 'vertex_id is missing'],
  ])('%s', async (path, message) => {
    const { status, body } = await ask(app, { url: `/api/v1/${path}` })
    expect([status, body.success]).toEqual([400, false])
    expect(`${body.errorMsg} ${body.detailErrorMsg}`).toContain(message)
    expect(body.detailErrorMsg).toMatch(/^SERVER_INVALID_QUERY: path /)
  })
})

describe('dimension detail refuses', () => {
  const url = '/api/v1/dimension/detail'

  test.each([
    ['nothing at all', {}, 'query parameter dimName is missing'],
    ['an empty name', { query: { dimName: '' } }, 'dimName must be not empty'],
    ['a body without it', { payload: {} }, 'body field dimName is missing'],
    ['a body with a number', { payload: { dimName: 5 } }, 'dimName must be a string'],
    ['a body that is no object', { payload: [] }, 'body must be an object'],
    [
      'another value of queryBy',
      { query: { dimName: 'D7' }, headers: { queryBy: 'CODE' } },
      'The header queryBy must be UUID; found the string "CODE".',
    ],
  ])('%s', async (_what, options, message) => {
    const { status, body } = await ask(app, { url, ...options })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(message)
  })

  test.each([
    ['application/json', '{', 400, 'SERVER_INVALID_JSON'],
    ['application/x-www-form-urlencoded', 'dimName=a', 415, 'SERVER_UNSUPPORTED_MEDIA_TYPE'],
    ['application/json', ' '.repeat(30_001), 413, 'SERVER_BODY_TOO_LARGE'],
  ])('a body of %s that is wrong', async (type, payload, expected, code) => {
    const headers = { 'content-type': type }
    const { status, body } = await ask(app, { url, headers, payload })
    expect(status).toBe(expected)
    expect(body.detailErrorMsg).toMatch(new RegExp(`^${code}`))
  })
})

test('an operation answers no other method', async () => {
  const { status, headers } = await ask(app, { url: '/api/v1/userPropertyValue/list' })
  expect([status, headers.allow]).toEqual([405, 'POST'])
})

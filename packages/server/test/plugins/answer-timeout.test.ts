import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform, PlatformOperations } from '@tributary/platform'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { serve } from '../../src/serve.ts'
import { ask, CREDENTIALS, PEER_COMPARISON, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const ALL = '/api/v1/lineage/queryAll'
const USERS = [{ identityValue: 'ann', properties: [{ name: 'region', value: '' }] }]
const MOVED = { groupIdentityType: 'USER_GROUP_ID', value: 'a', parentGroupId: '-1' }
const VIEW = { viewName: 'v', displayName: 'V', metrics: ['m'], orders: [{ m: 'asc' }] }

const never = () => new Promise<never>(() => {})

type Operation = readonly [operation: string, path: string, payload: object | string | null]

/** Every operation that waits for anything, with a request that it accepts. */
const OPERATIONS: readonly Operation[] = [
  ['compareTimes', 'attribution/dim_time_compare', TIME_COMPARISON],
  ['comparePeers', 'attribution/dim_peer_compare', PEER_COMPARISON],
  ['datasetDetail', 'dataset/info?name=a', null],
  [
    'saveUserAttributes',
    'userPropertyValue/save',
    { identityType: 'USER_ACCOUNT', userPropertyRequests: USERS },
  ],
  [
    'deleteUserAttributes',
    'userPropertyValue/delete',
    { identityType: 'USER_ID', items: [{ identityValue: 'ann', propertyNames: ['region'] }] },
  ],
  ['userAttributes', 'userPropertyValue/list', { identityType: 'USER_ID', identityValues: ['a'] }],
  ['resourceEntries', 'authority/userList', { resourceType: 'METRIC', resourceId: 'x' }],
  ['createMetricView', 'analysisview/create', VIEW],
  ['userGroups', 'userGroup/list', { pageNumber: 1, pageSize: 1 }],
  ['moveUserGroup', 'userGroup/move', MOVED],
  ['authenticate', 'dimension/detail?dimName=origin', null],
]

const LINEAGE: readonly Operation[] = [
  [
    'vertexAsOf',
    'queryVertexLineage?vertex_id=a&vertex_type=METRIC&input_step=1&output_step=1&as_of=2026-01-01',
    null,
  ],
  ['difference', 'queryDifference?from=2026-01-01', null],
  ['import', 'import', '{}'],
]

function appThat(platform: Partial<Platform & PlatformOperations>, log: string[] = []) {
  const stream = { write: (line: string) => void log.push(line) }
  return createApp({ platform: fakePlatform(platform), answerTimeout: 20, logger: { stream } })
}

async function askOnce(
  app: ReturnType<typeof appThat>,
  path: string,
  payload: object | string | null = null,
) {
  const url = `/api/v1/${path}`
  if (payload === null) return ask(app, { url })
  const headers = { 'content-type': 'application/json' }
  return ask(app, { method: 'POST', url, headers, payload })
}

describe('an answer that takes too long', () => {
  const { authenticate } = fakePlatform()
  const names = OPERATIONS.map(([operation]) => operation)
  const stuck = Object.fromEntries(names.map((operation) => [operation, never]))
  const nothingEnds = appThat({ ...stuck, authenticate })
  const nobodyIsKnown = appThat({ authenticate: never })

  test.each(OPERATIONS)('is 503 when it is that of %s', async (operation, path, payload) => {
    const app = operation === 'authenticate' ? nobodyIsKnown : nothingEnds
    const { status, body } = await askOnce(app, path, payload)
    expect([status, body.code]).toEqual([503, '503'])
    expect(body.detailErrorMsg).toMatch(/^SERVER_TIMEOUT: /)
  })

  const noLineageEnds = appThat({
    vertexLineage: never,
    lineageDifference: never,
    importLineage: never,
  })

  test.each(LINEAGE)('is 503 when it is that of lineage %s', async (_operation, path, payload) => {
    const { status, body } = await askOnce(noLineageEnds, `lineage/${path}`, payload)
    expect(body.detailErrorMsg).toMatch(/^SERVER_TIMEOUT: /)
    expect(status).toBe(503)
  })

  test.each([
    ['a result', () => ({ name: 'a' }) as never],
    [
      'an error',
      () => {
        throw new Error('too late')
      },
    ],
  ])('is answered once, and %s that comes later is dropped', async (_what, end) => {
    const log: string[] = []
    const ended = Promise.withResolvers<void>()
    const app = appThat(
      {
        datasetDetail: async () => {
          await sleep(60)
          setImmediate(ended.resolve)
          return end()
        },
      },
      log,
    )
    expect((await askOnce(app, 'dataset/info?name=a')).status).toBe(503)
    await ended.promise
    await sleep(1)
    const lines = log.map((line) => JSON.parse(line))
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'the request failed'],
      [30, 'answered'],
    ])
    expect(lines[1]).toMatchObject({ status: 503, code: 'SERVER_TIMEOUT' })
  })

  test('does not hide an error that comes in time', async () => {
    const datasetDetail = () => Promise.reject(new Error('in time'))
    const { body } = await askOnce(appThat({ datasetDetail }), 'dataset/info?name=a')
    expect(body.detailErrorMsg).toMatch(/^SERVER_INTERNAL: /)
  })
})

test('an answer that is read slowly is sent to its end', async () => {
  const vertex = { vertexId: 'x'.repeat(1_000), vertexType: 'METRIC' }
  const edges = Array.from({ length: 4_000 }, () => ({ srcVertex: vertex, dstVertex: vertex }))
  const lineageEdges = async () => edges
  const server = await serve({
    platform: fakePlatform({ lineageEdges }),
    port: 0,
    answerTimeout: 20,
  })
  const response = await fetch(`${server.url}${ALL}`, { headers: CREDENTIALS })
  await sleep(100)
  const { data } = (await response.json()) as { data: { edgeList: unknown[] } }
  expect([response.status, data.edgeList.length]).toEqual([200, 4_000])
  await server.close()
})

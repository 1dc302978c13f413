import { TributaryError } from '@tributary/core'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask, CREDENTIALS } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })
const DETAIL = '/api/v1/accelerate/detail/query'
const PARTITIONS = '/api/v1/accelerate/plan/queryMtPartitionList'
const DELETE = '/api/v1/accelerate/plan/delete'

describe('the detail of a plan', () => {
  test.each([
    ['?planId=p1', { planId: 'p1' }],
    ['?planName=by_day', { planName: 'by_day' }],
    ['', {}],
  ])('hands %j to the platform', async (query, expected) => {
    const { status, body } = await ask(app, { url: `${DETAIL}${query}` })
    expect(status).toBe(200)
    expect(body.data).toEqual({ planId: 'p1' })
    expect(platform.calls.at(-1)!.arguments[1]).toEqual(expected)
  })

  test('is null for a plan that is missing, and says so', async () => {
    const missing = new TributaryError('PLATFORM_UNKNOWN_PLAN', 'There is no such plan.', {
      details: { path: 'planId' },
    })
    const without = createApp({
      platform: fakePlatform({ planDetail: () => Promise.reject(missing) }),
    })
    const { status, body } = await ask(without, { url: `${DETAIL}?planId=x` })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: null,
      success: true,
      code: '200',
      errorMsg: 'There is no such plan.',
      detailErrorMsg: 'PLATFORM_UNKNOWN_PLAN: path planId',
      traceId: body.traceId,
    })
  })

  test('fails as everything else does', async () => {
    const forbidden = new TributaryError('ACCESS_FORBIDDEN', 'You may not.')
    const without = createApp({
      platform: fakePlatform({ planDetail: () => Promise.reject(forbidden) }),
    })
    expect((await ask(without, { url: `${DETAIL}?planId=x` })).status).toBe(403)
  })
})

describe('the partitions of a plan', () => {
  test('are answered without an envelope', async () => {
    const { status, body } = await ask(app, {
      url: `${PARTITIONS}?uuid=p1&pageNumber=2&pageSize=5`,
    })
    expect(status).toBe(200)
    expect(body).toEqual({ isPartition: false, hasData: false, partition: null })
    const query = { uuid: 'p1', pageNumber: 2, pageSize: 5 }
    expect(platform.calls.at(-1)!.arguments[1]).toEqual(query)
  })

  test.each([
    ['?pageNumber=1&pageSize=5', 'uuid'],
    ['?uuid=p1&pageSize=5', 'pageNumber'],
    ['?uuid=p1&pageNumber=1', 'pageSize'],
    ['?uuid=p1&pageNumber=0&pageSize=5', 'pageNumber'],
    ['?uuid=p1&pageNumber=1&pageSize=1001', 'pageSize'],
  ])('are refused for %j, in an envelope', async (query, path) => {
    const { status, body } = await ask(app, { url: `${PARTITIONS}${query}` })
    expect(status).toBe(400)
    expect(body.success).toBe(false)
    expect(body.errorMsg).toContain(path)
  })
})

describe('deleting a plan', () => {
  test('answers success', async () => {
    const { status, body } = await ask(app, { url: `${DELETE}?uuid=p1` })
    expect(status).toBe(200)
    expect(body).toMatchObject({ data: 'success', success: true, code: '200', errorMsg: null })
    expect(platform.calls.at(-1)!.arguments[1]).toBe('p1')
  })

  test('is not what HEAD does', async () => {
    const before = platform.calls.length
    const options = { method: 'HEAD', url: `${DELETE}?uuid=p1`, headers: CREDENTIALS } as const
    expect((await app.inject(options)).statusCode).toBe(405)
    expect(platform.calls).toHaveLength(before)
  })

  test.each(['', '?uuid='])('is refused for %j', async (query) => {
    const { status, body } = await ask(app, { url: `${DELETE}${query}` })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain('uuid')
  })
})

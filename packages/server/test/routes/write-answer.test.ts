import type { OperationId } from '@tributary/contract'
import { TributaryError } from '@tributary/core'
import { PlatformError, type PlatformOperations } from '@tributary/platform'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const app = createApp({ platform: fakePlatform() })
const traceId = expect.stringMatching(/^[0-9a-f]{32}$/)
const VIEW = { viewName: 'v', displayName: 'V', metrics: ['m'] }

const failing = (operation: OperationId, code: string, message: string, path: string) => {
  const error = new TributaryError(code, message, { details: { path } })
  return createApp({ platform: fakePlatform({ [operation]: () => Promise.reject(error) }) })
}

const compare = {
  method: 'POST',
  url: '/api/v1/attribution/dim_time_compare',
  payload: TIME_COMPARISON,
} as const

describe('a result', () => {
  test('is in an envelope', async () => {
    const { status, body } = await ask(app, compare)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { tables: [expect.objectContaining({ dimension: null })], warning: null },
      success: true,
      code: '200',
      errorMsg: null,
      detailErrorMsg: null,
      traceId,
    })
  })

  test('keeps columns of any name', async () => {
    const table = JSON.parse(
      '{"__proto__":["a"],"toString":["b"],"a\\nb":[null],"@currentValue":[1]}',
    )
    const data = { tables: [{ dimension: 'x', table, warning: null, empty: false }], warning: null }
    const own = createApp({ platform: fakePlatform({ compareTimes: async () => data }) })
    const { body } = await ask(own, compare)
    const [answered] = (body.data as typeof data).tables
    expect(Object.entries(answered!.table)).toEqual(Object.entries(table))
  })

  test.each([
    ['accelerate/task/instance/list?dagName=a', { dagName: 'by_day_1', instances: [] }],
    ['scheduler/task/detail?id=17', { taskInstanceId: 17 }],
    [
      'accelerate/plan/queryMtPartitionList?uuid=p1&pageNumber=2&pageSize=5',
      { isPartition: false, hasData: false, partition: null },
    ],
  ])('of %s has no envelope', async (path, expected) => {
    const { status, body } = await ask(app, { url: `/api/v1/${path}` })
    expect([status, body]).toEqual([200, expected])
  })

  test('of a new view has no errorMsg and no detailErrorMsg, unlike its errors', async () => {
    const options = { method: 'POST', url: '/api/v1/analysisview/create', payload: VIEW } as const
    const { body } = await ask(app, options)
    expect(body).toEqual({ data: true, success: true, code: '200', traceId })
    const taken = failing('createMetricView', 'PLATFORM_VIEW_EXISTS', 'It exists.', 'viewName')
    const refused = await ask(taken, options)
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual({
      data: null,
      success: false,
      code: '409',
      errorMsg: 'It exists.',
      detailErrorMsg: 'PLATFORM_VIEW_EXISTS: path viewName',
      traceId,
    })
  })
})

describe('the detail of a plan', () => {
  const url = '/api/v1/accelerate/detail/query?planId=x'

  test('is null for a plan that is missing, and says so', async () => {
    const details = { details: { path: 'planId' } }
    const reason = new PlatformError('PLATFORM_UNKNOWN_PLAN', 'There is no such plan.', details)
    const planDetail: PlatformOperations['planDetail'] = async (_request, options) => {
      options?.onMissing?.(reason)
      return null
    }
    const none = createApp({ platform: fakePlatform({ planDetail }) })
    const { status, body } = await ask(none, { url })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: null,
      success: true,
      code: '200',
      errorMsg: 'There is no such plan.',
      detailErrorMsg: 'PLATFORM_UNKNOWN_PLAN: path planId',
      traceId,
    })
  })

  test('has the error envelope when it fails', async () => {
    const forbidden = failing('planDetail', 'ACCESS_FORBIDDEN', 'You may not.', 'planId')
    expect((await ask(forbidden, { url })).status).toBe(403)
  })
})

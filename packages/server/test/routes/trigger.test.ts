import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })
const TIMES = '/api/v1/scheduler/task/triggerTableTaskInstanceByScheduleTime'
const RANGE = '/api/v1/scheduler/task/triggerTableTaskInstanceByScheduleTimeRange'
const TABLE = { tableName: 'lake.files.orders_csv', tenantId: 'demo' }
const AT = '2024-05-01 00:00:00'

describe('triggering a source table', () => {
  test.each([
    ['triggerSourceTable', TIMES, { ...TABLE, scheduleTimes: [AT] }],
    ['triggerSourceTableRange', RANGE, { ...TABLE, startTime: AT, endTime: AT }],
  ])('%s hands the body to the platform', async (operation, url, payload) => {
    const { status, body } = await ask(app, { method: 'POST', url, payload })
    expect(status).toBe(200)
    expect(body.data).toBe(true)
    const call = platform.calls.at(-1)!
    expect([call.operation, call.arguments[1]]).toEqual([operation, payload])
  })

  test.each([
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
  ])('%s refuses %#', async (url, payload, path) => {
    const { status, body } = await ask(app, { method: 'POST', url, payload })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(path)
  })
})

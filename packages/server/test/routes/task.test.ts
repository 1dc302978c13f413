import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })
const CREATE = '/api/v1/accelerate/task/create'
const LIST = '/api/v1/accelerate/task/instance/list'
const DETAIL = '/api/v1/scheduler/task/detail'
const GOOD = { planId: 'p1', startTime: '2024-05-01', endTime: '2024-05-31' }

describe('making a backfill task', () => {
  test.each([
    [GOOD],
    [{ ...GOOD, planId: null, planName: 'by_day', dateIntervalOfLot: null }],
    [{ ...GOOD, dateIntervalOfLot: 36_525 }],
  ])('hands %j to the platform', async (payload) => {
    const { status, body } = await ask(app, { method: 'POST', url: CREATE, payload })
    expect(status).toBe(200)
    expect(body.data).toBe('by_day_1')
    const call = platform.calls.at(-1)!
    expect([call.operation, call.arguments[1]]).toEqual(['createBackfill', payload])
  })

  test.each([
    [{ ...GOOD, planId: 5 }, 'planId'],
    [{ ...GOOD, planId: '' }, 'planId'],
    [{ ...GOOD, planName: 'x'.repeat(129) }, 'planName'],
    [{ ...GOOD, startTime: null }, 'startTime'],
    [{ ...GOOD, endTime: 20240531 }, 'endTime'],
    [{ ...GOOD, dateIntervalOfLot: 0 }, 'dateIntervalOfLot'],
    [{ ...GOOD, dateIntervalOfLot: -7 }, 'dateIntervalOfLot'],
    [{ ...GOOD, dateIntervalOfLot: 1_000_000 }, 'dateIntervalOfLot'],
    [{ ...GOOD, dateIntervalOfLot: 1.5 }, 'dateIntervalOfLot'],
    [{ ...GOOD, dateIntervalOfLot: '7' }, 'dateIntervalOfLot'],
  ])('refuses %j', async (payload, path) => {
    const { status, body } = await ask(app, { method: 'POST', url: CREATE, payload })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(path)
  })
})

describe('the instances of a task', () => {
  test('are answered without an envelope', async () => {
    const { status, body } = await ask(app, { url: `${LIST}?dagName=by_day_1` })
    expect(status).toBe(200)
    expect(body).toEqual({ dagName: 'by_day_1', instances: [] })
    expect(platform.calls.at(-1)!.arguments[1]).toEqual({ dagName: 'by_day_1' })
  })

  test('are paged by whole numbers', async () => {
    await ask(app, { url: `${LIST}?dagName=a&pageIndex=3&pageSize=1000` })
    const query = { dagName: 'a', pageIndex: 3, pageSize: 1_000 }
    expect(platform.calls.at(-1)!.arguments[1]).toEqual(query)
  })

  test('come with progress where that is asked', async () => {
    for (const [text, progress] of [
      ['true', true],
      ['false', false],
    ] as const) {
      await ask(app, { url: `${LIST}?dagName=a&progress=${text}` })
      expect(platform.calls.at(-1)!.arguments[1]).toEqual({ dagName: 'a', progress })
    }
  })

  test.each([
    ['?dagName=a&progress=1', 'progress'],
    ['', 'dagName'],
    ['?dagName=', 'dagName'],
    ['?dagName=a&pageIndex=0', 'pageIndex'],
    ['?dagName=a&pageIndex=-1', 'pageIndex'],
    ['?dagName=a&pageIndex=1.5', 'pageIndex'],
    ['?dagName=a&pageIndex=', 'pageIndex'],
    ['?dagName=a&pageSize=0', 'pageSize'],
    ['?dagName=a&pageSize=1001', 'pageSize'],
  ])('are refused for %j, in an envelope', async (query, path) => {
    const { status, body } = await ask(app, { url: `${LIST}${query}` })
    expect(status).toBe(400)
    expect(body.success).toBe(false)
    expect(body.errorMsg).toContain(path)
  })
})

describe('one instance', () => {
  test('is answered without an envelope', async () => {
    const { status, body } = await ask(app, { url: `${DETAIL}?id=17` })
    expect(status).toBe(200)
    expect(body).toEqual({ taskInstanceId: 17 })
    expect(platform.calls.at(-1)!.arguments[1]).toBe('17')
  })

  test.each(['', '?id='])('is refused for %j, in an envelope', async (query) => {
    const { status, body } = await ask(app, { url: `${DETAIL}${query}` })
    expect(status).toBe(400)
    expect(body.success).toBe(false)
    expect(body.errorMsg).toContain('id')
  })
})

import { describe, expect, test } from 'vitest'
import {
  ACCELERATED,
  BY_DAY,
  backfill,
  ELSEWHERE,
  ended,
  ROWS,
  TOTALS,
} from './support/accelerated-shop.ts'
import { ENVELOPE, expectFields } from './support/fields.ts'
import { dataOf, expectRefusal } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const DETAIL = 'accelerate/detail/query'
const PLAIN_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

onEachStore((shop) => {
  describe('planDetail', () => {
    test('answers the fields of the specification', async () => {
      await ended(
        shop,
        await backfill(shop, {
          planId: BY_DAY,
          startTime: '2024-05-01',
          endTime: '2024-05-10',
          dateIntervalOfLot: 10,
        }),
      )
      const data = dataOf(await shop.ask(`${DETAIL}?planId=${BY_DAY}`))
      expectFields(data, {
        planId: 'string',
        name: 'string',
        displayName: 'string',
        dimensionList: 'array',
        metricList: 'array',
        filterList: 'array',
        updateUpperInterval: 'integer',
        updateLowerInterval: 'integer',
        granularity: 'string',
        isScheduleUpdate: 'boolean',
        cron: 'string',
        retryCount: 'integer',
        retryInterval: 'integer',
        mvTableName: 'string',
        latestDataTime: 'string',
        lastRefreshTime: 'string',
        dataRangeList: 'array',
        latestTaskDetail: 'object',
      })
      expect(data).toMatchObject({
        planId: BY_DAY,
        name: 'by_day',
        displayName: 'Orders by day',
        dimensionList: ['metric_time__day', 'shop'],
        metricList: ['revenue', 'order_count'],
        filterList: ['[shop] <> "test"'],
        updateUpperInterval: 1,
        updateLowerInterval: 3,
        granularity: 'DAY',
        isScheduleUpdate: true,
        cron: '0 3 1 1 *',
        retryCount: 2,
        retryInterval: 1,
        mvTableName: 'tributary.shop.by_day',
        latestDataTime: '2024-05-09 00:00:00',
        dataRangeList: [],
      })
      expect(data.lastRefreshTime).toMatch(PLAIN_TIME)
    })

    test('tells of the last instance', async () => {
      const body = { planId: ROWS, startTime: '2024-05-01', endTime: '2024-05-01' }
      const { instances } = await ended(shop, await backfill(shop, body))
      const { latestTaskDetail } = dataOf(await shop.ask(`${DETAIL}?planName=order_rows`))
      expectFields(latestTaskDetail, {
        taskId: 'string',
        taskStatus: 'string',
        startTime: 'string',
        finishedTime: 'string',
        message: 'string|null',
      })
      const { taskId, taskStatus, startTime, finishedTime, message } = latestTaskDetail
      expect([taskId, taskStatus, message]).toEqual([instances[0].id, 'SUCCESS', null])
      expect(startTime).toBe(instances[0].startTime.replace('T', ' '))
      expect(finishedTime).toBe(instances[0].endTime.replace('T', ' '))
    })

    test('has null for what a plan does not have, or nobody did yet', async () => {
      const data = dataOf(await shop.ask(`${DETAIL}?planId=${TOTALS}`))
      expect(data).toMatchObject({
        isScheduleUpdate: false,
        cron: null,
        retryCount: null,
        retryInterval: null,
        latestDataTime: null,
        lastRefreshTime: null,
        latestTaskDetail: null,
        filterList: [],
      })
    })

    test('finds a plan of any kind by its name', async () => {
      const data = dataOf(await shop.ask(`${DETAIL}?planName=elsewhere`))
      expect(data).toMatchObject({ planId: ELSEWHERE, mvTableName: 'local.files.elsewhere_csv' })
    })

    test.each(['planId=none', 'planName=none', `planId=${BY_DAY}x`, 'planName=BY_DAY'])(
      'answers a success without data for the missing plan %s, and says so',
      async (query) => {
        const { status, body } = await shop.ask(`${DETAIL}?${query}`)
        expect(status).toBe(200)
        expectFields(body, ENVELOPE)
        expect(body).toMatchObject({ data: null, success: true, code: '200' })
        expect(body.errorMsg).toMatch(/^There is no plan with the (id|name) /)
        expect(body.detailErrorMsg).toMatch(/^PLATFORM_UNKNOWN_PLAN: path plan(Id|Name)/)
      },
    )

    test.each([
      ['planId=by_day', BY_DAY],
      [`planName=${BY_DAY}`, 'by_day'],
      ['planName=by_dey', 'by_day'],
    ])('tells what was meant by %s', async (query, meant) => {
      const { body } = await shop.ask(`${DETAIL}?${query}`)
      expect(body.errorMsg).toContain(`Did you mean ${meant}`)
    })

    test.each([
      ['', 'planId'],
      [`planId=${BY_DAY}&planName=by_day`, 'planName'],
      ['planId=', 'planId'],
      ['planName=', 'planName'],
      [`planName=${'x'.repeat(129)}`, 'planName'],
    ])('refuses the query %j', async (query, path) => {
      expectRefusal(await shop.ask(`${DETAIL}?${query}`), { status: 400, path })
    })

    test('is open to whoever may use the plan, and to nobody else', async () => {
      const ask = (account: string) => shop.ask(`${DETAIL}?planId=${BY_DAY}`, undefined, account)
      expect(dataOf(await ask('joe')).name).toBe('by_day')
      const { status, body } = await ask('eve')
      expect([status, body.data, body.success]).toEqual([200, null, true])
      expect(body.detailErrorMsg).toMatch('PLATFORM_UNKNOWN_PLAN')
    })
  })
}, ACCELERATED)

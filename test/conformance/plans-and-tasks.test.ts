import { describe, expect, test } from 'vitest'
import {
  ACCELERATED,
  BY_DAY,
  BY_MONTH,
  backfill,
  ELSEWHERE,
  ended,
  TOTALS,
} from './support/accelerated-shop.ts'
import { dataOf, expectRefusal, NOT_TEXT } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const PLANS = 'accelerate/plan/list'
const TASKS = 'accelerate/task/list'
const RETRY = 'accelerate/task/retry'
const CANCEL = 'accelerate/task/cancel'
const MAY = { startTime: '2024-05-01', endTime: '2024-05-03' }

onEachStore((shop) => {
  const tasks = async (query = '', account = 'ann') =>
    dataOf(await shop.ask(`${TASKS}?${query}`, undefined, account)).items
  const one = async (dagName: string) =>
    (await tasks('limit=1000')).find((task: { dagName: string }) => task.dagName === dagName)
  const change = async (path: string, body: object, account = 'ann') =>
    dataOf(await shop.ask(path, body, account)).instances

  describe('plans', () => {
    test('are listed by name with their state', async () => {
      const { items, cursor } = dataOf(await shop.ask(PLANS))
      expect(items.map(({ name }: { name: string }) => name)).toEqual([
        'by_day',
        'by_month',
        'elsewhere',
        'fragile_by_day',
        'order_rows',
        'totals',
      ])
      expect(cursor).toBeNull()
      expect(items[0]).toEqual({
        planId: BY_DAY,
        name: 'by_day',
        displayName: 'Orders by day',
        kind: 'RESULT',
        granularity: 'DAY',
        cron: '0 3 1 1 *',
        latestDataTime: null,
        lastRefreshTime: null,
        latestTaskDetail: null,
      })
      expect(items[2]).toMatchObject({ planId: ELSEWHERE, kind: 'EXTERNAL' })
    })

    test('come page by page', async () => {
      const first = dataOf(await shop.ask(`${PLANS}?limit=4`))
      const second = dataOf(await shop.ask(`${PLANS}?limit=4&cursor=${first.cursor}`))
      expect([first.items.length, second.items.length, second.cursor]).toEqual([4, 2, null])
    })

    test('are found by the status of their last instance', async () => {
      await ended(shop, await backfill(shop, { planId: TOTALS, ...MAY }))
      const { items } = dataOf(await shop.ask(`${PLANS}?status=SUCCESS`))
      expect(items.map(({ planId }: { planId: string }) => planId)).toEqual([TOTALS])
      expect(items[0].latestTaskDetail.taskStatus).toBe('SUCCESS')
      expect(dataOf(await shop.ask(`${PLANS}?status=FAILED`)).items).toEqual([])
    })

    test.each(['status=DONE', 'limit=0', 'cursor=x'])('refuse %s', async (query) => {
      const path = query.split('=', 1)[0]!
      expectRefusal(await shop.ask(`${PLANS}?${query}`), { status: 400, path })
    })
  })

  describe('tasks', () => {
    test('are listed, the newest first, with their instances counted', async () => {
      const older = await backfill(shop, { planId: BY_DAY, ...MAY })
      const newer = await backfill(shop, { planId: BY_MONTH, ...MAY })
      await ended(shop, older)
      await ended(shop, newer)
      const [first, second] = await tasks()
      expect([first.dagName, second.dagName]).toEqual([newer, older])
      expect(second).toEqual({
        dagName: older,
        planId: BY_DAY,
        planName: 'by_day',
        mtGuid: 'tributary.shop.by_day',
        taskType: 'RESULT_PLAN',
        runType: 'MANUAL',
        createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
        status: 'SUCCESS',
        total: 3,
        waiting: 0,
        running: 0,
        done: 3,
        failed: 0,
      })
      const ofPlan = await tasks(`planId=${BY_DAY}`)
      expect(ofPlan.map(({ planId }: { planId: string }) => planId)).toEqual([BY_DAY])
      expect(await tasks('status=FAILED')).toEqual([])
      expect(await tasks('planId=none')).toEqual([])
    })

    test('come page by page', async () => {
      const all = await tasks('limit=1000')
      const seen: unknown[] = []
      let cursor: string | null = null
      do {
        const more: string = cursor === null ? '' : `&cursor=${cursor}`
        const page = dataOf(await shop.ask(`${TASKS}?limit=2${more}`))
        seen.push(...page.items)
        cursor = page.cursor
      } while (cursor !== null)
      expect(seen).toEqual(all)
    })

    test('run again, and what had ended well only when asked for', async () => {
      const dagName = await backfill(shop, { planId: BY_DAY, ...MAY })
      await ended(shop, dagName)
      expect(await change(RETRY, { dagName })).toBe(0)
      expect(await change(RETRY, { dagName, statuses: ['SUCCESS'] }, 'max')).toBe(3)
      await ended(shop, dagName)
      expect(await one(dagName)).toMatchObject({ status: 'SUCCESS', done: 3 })
      expect(await change(CANCEL, { dagName })).toBe(0)
    })

    test.each([
      ['joe', 403, 'ACCESS_FORBIDDEN'],
      ['eve', 404, 'PLATFORM_UNKNOWN_TASK'],
    ])('are not for %s to change', async (account, status, code) => {
      const [{ dagName }] = await tasks(`planId=${BY_DAY}`)
      for (const path of [RETRY, CANCEL]) {
        expectRefusal(await shop.ask(path, { dagName }, account), { status, code })
      }
    })

    test('refuse what is not there or no task', async () => {
      for (const path of [RETRY, CANCEL]) {
        const unknown = await shop.ask(path, { dagName: 'none' })
        expectRefusal(unknown, { status: 404, code: 'PLATFORM_UNKNOWN_TASK' })
        for (const dagName of NOT_TEXT) {
          expectRefusal(await shop.ask(path, { dagName }), { status: 400, path: 'dagName' })
        }
        for (const statuses of [[], ['DONE'], 'FAILED', [null]]) {
          const answer = await shop.ask(path, { dagName: 'none', statuses })
          expectRefusal(answer, { status: 400, path: 'statuses' })
        }
      }
      expectRefusal(await shop.ask(`${TASKS}?status=DONE`), { status: 400, path: 'status' })
      expectRefusal(await shop.ask(`${TASKS}?cursor=x`), { status: 400, path: 'cursor' })
      expectRefusal(await shop.ask(`${TASKS}?limit=1001`), { status: 400, path: 'limit' })
    })
  })
}, ACCELERATED)

onEachStore(
  (shop) => {
    test('a task without a worker is cancelled and run again', async () => {
      const created = await shop.ask('accelerate/task/create', { planId: BY_DAY, ...MAY })
      const dagName: string = created.body.data
      const change = async (path: string, body: object) =>
        dataOf(await shop.ask(path, { dagName, ...body })).instances
      const state = async () => dataOf(await shop.ask(`${TASKS}?limit=1`)).items[0]
      expect(await state()).toMatchObject({ dagName, status: 'WAITING', waiting: 3 })
      expect(await change(CANCEL, { statuses: ['RUNNING'] })).toBe(0)
      expect(await change(CANCEL, {})).toBe(3)
      expect(await state()).toMatchObject({ status: 'FAILED', waiting: 0, failed: 3 })
      const { items } = dataOf(await shop.ask(`${PLANS}?status=FAILED`))
      expect(items[0].latestTaskDetail.message).toBe('Cancelled by ann.')
      expect(await change(RETRY, {})).toBe(3)
      expect(await state()).toMatchObject({ status: 'WAITING', waiting: 3, failed: 0 })
    })
  },
  { ...ACCELERATED, workers: 0 },
)

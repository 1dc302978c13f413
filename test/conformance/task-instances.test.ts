import { describe, expect, test } from 'vitest'
import {
  ACCELERATED,
  ALL_DAYS,
  BY_DAY,
  backfill,
  ended,
  instancesOf,
  TOTALS,
} from './support/accelerated-shop.ts'
import { expectFields } from './support/fields.ts'
import { expectRefusal } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const LIST = 'accelerate/task/instance/list'
const ALL = { planId: BY_DAY, startTime: '2024-05-01', endTime: '2024-05-05' }
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/** The wall clock of Berlin now, to the minute. */
function berlinNow(): string {
  const text = new Date().toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
  return text.replace(' ', 'T').slice(0, 13)
}

onEachStore((shop) => {
  describe('taskInstances', () => {
    test('answers the fields of the specification, without an envelope', async () => {
      const hour = berlinNow()
      const dagName = await backfill(shop, ALL)
      await ended(shop, dagName)
      const answer = await instancesOf(shop, dagName, '&pageSize=1000')
      expectFields(answer, {
        dagName: 'string',
        pageIndex: 'integer',
        pageSize: 'integer',
        total: 'integer',
        instances: 'array',
      })
      expect(answer.total).toBe(5)
      for (const instance of answer.instances) {
        expectFields(instance, {
          id: 'string',
          status: 'string',
          mtGuid: 'string',
          startPartition: 'string',
          endPartition: 'string',
          startTime: 'string',
          endTime: 'string',
          resourceGroup: 'string',
          priority: 'integer',
          createTime: 'string',
          scheduleTime: 'string',
        })
        expect(instance.status).toBe('SUCCESS')
        expect(instance.mtGuid).toBe('tributary.shop.by_day')
        const { createTime, scheduleTime, startTime, endTime } = instance
        for (const time of [createTime, scheduleTime, startTime, endTime]) {
          expect(time).toMatch(LOCAL_TIME)
        }
        expect(startTime >= createTime).toBe(true)
        expect(endTime >= startTime).toBe(true)
        expect([hour, berlinNow()]).toContain(createTime.slice(0, 13))
      }
    })

    test('lists instances in the order of their partitions, each id once', async () => {
      const { instances } = await instancesOf(shop, await backfill(shop, ALL))
      const days = instances.map((one: { startPartition: string }) => one.startPartition)
      expect(days).toEqual(ALL_DAYS.slice(0, 5))
      expect(new Set(instances.map(({ id }: { id: string }) => id)).size).toBe(5)
    })

    test('adds the progress of the task to the specified fields on request', async () => {
      const { progress } = await ended(shop, await backfill(shop, ALL))
      expectFields(progress, {
        waiting: 'integer',
        running: 'integer',
        done: 'integer',
        failed: 'integer',
        ratePerSecond: 'number|integer',
        remainingSeconds: 'integer',
      })
      const over = { waiting: 0, running: 0, done: 5, failed: 0, remainingSeconds: 0 }
      expect(progress).toMatchObject(over)
      expect(progress.ratePerSecond).toBeGreaterThan(0)
    })

    test('has null for partitions of a table without partitions', async () => {
      const { instances } = await instancesOf(
        shop,
        await backfill(shop, { ...ALL, planId: TOTALS }),
      )
      expect(instances).toHaveLength(1)
      expect(instances[0]).toMatchObject({ startPartition: null, endPartition: null })
    })

    test('keeps tasks and their ends over a restart', async () => {
      const dagName = await backfill(shop, { ...ALL, endTime: '2024-05-02' })
      const before = await ended(shop, dagName)
      await shop.restart()
      expect(await instancesOf(shop, dagName, '&pageSize=1000&progress=true')).toEqual(before)
    })

    test.each(['none', '%', "' or 1=1 --", 'x'.repeat(256), '\0'])(
      'refuses the dagName %j, which is not there',
      async (dagName) => {
        const answer = await shop.ask(`${LIST}?dagName=${encodeURIComponent(dagName)}`)
        expectRefusal(answer, { status: dagName === '\0' ? 400 : 404, path: 'dagName' })
      },
    )

    test.each([
      ['', 'dagName'],
      ['dagName=', 'dagName'],
      [`dagName=${'x'.repeat(257)}`, 'dagName'],
      ['dagName=a&pageIndex=0', 'pageIndex'],
      ['dagName=a&pageIndex=-1', 'pageIndex'],
      ['dagName=a&pageIndex=1.5', 'pageIndex'],
      ['dagName=a&pageIndex=x', 'pageIndex'],
      ['dagName=a&pageSize=0', 'pageSize'],
      ['dagName=a&pageSize=1001', 'pageSize'],
      ['dagName=a&progress=yes', 'progress'],
    ])('refuses the query %j in an envelope', async (query, path) => {
      expectRefusal(await shop.ask(`${LIST}?${query}`), { status: 400, path })
    })

    test('answers an empty page far beyond the last', async () => {
      const dagName = await backfill(shop, { ...ALL, endTime: ALL.startTime })
      const answer = await instancesOf(shop, dagName, '&pageIndex=999999999999999&pageSize=1000')
      expect(answer).toMatchObject({ total: 1, instances: [] })
    })

    test('is open to whoever may use the plan, and to nobody else', async () => {
      const dagName = await backfill(shop, { ...ALL, endTime: ALL.startTime })
      const ask = (account: string) => shop.ask(`${LIST}?dagName=${dagName}`, undefined, account)
      expect((await ask('joe')).status).toBe(200)
      expectRefusal(await ask('eve'), { status: 404, code: 'PLATFORM_UNKNOWN_TASK' })
    })

    test('pages from 1, 20 a page unless told otherwise, and counts all', async () => {
      const body = { planId: BY_DAY, startTime: '2023-05-01', endTime: '2023-05-31' }
      const dagName = await backfill(shop, body)
      const first = await instancesOf(shop, dagName)
      expect(first).toMatchObject({ dagName, pageIndex: 1, pageSize: 20, total: 31 })
      expect(first.instances).toHaveLength(20)
      const page = (index: number) => instancesOf(shop, dagName, `&pageIndex=${index}&pageSize=15`)
      const pages = [await page(1), await page(2), await page(3), await page(4)]
      expect(pages.map(({ instances }) => instances.length)).toEqual([15, 15, 1, 0])
      const days = pages.flatMap(({ instances }) =>
        instances.map((one: { startPartition: string }) => one.startPartition),
      )
      expect(days).toEqual(days.toSorted())
      expect(new Set(days).size).toBe(31)
      expect(pages[3]).toMatchObject({ pageIndex: 4, pageSize: 15, total: 31 })
    })
  })
}, ACCELERATED)

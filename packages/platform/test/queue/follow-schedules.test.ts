import { readWorkspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import { afterEach, describe, expect, test } from 'vitest'
import { type Instance, USUAL_LIMITS } from '../../src/model/instance.ts'
import { LEAST_ENGINE_BYTES, resolveQuestionLimits } from '../../src/model/limits.ts'
import type { BackgroundFault, OnFault } from '../../src/model/options.ts'
import { createTasks, type Tasks } from '../../src/queue/create-tasks.ts'
import { followSchedules, type ScheduleFollower } from '../../src/queue/follow-schedules.ts'
import { createSourceTrigger } from '../../src/queue/schedules.ts'
import type { Store } from '../../src/store/schema.ts'
import { createTableStores } from '../../src/tables/stores/table-stores.ts'
import { createTenants, type Tenants } from '../../src/tenant/open/tenants.ts'
import type { Tenant } from '../../src/tenant/tenant.ts'
import { eachStore } from '../support/each-store.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

const PLANS = `
timeZone: Europe/Brussels
plans:
  - name: by_day
    kind: RESULT
    dimensions: [metric_time__day, shop]
    metrics: [revenue]
    granularity: DAY
    updateLowerInterval: 3
    updateUpperInterval: 1
    cron: '30 2 * * *'
    retryCount: 2
    retryInterval: 5
  - { name: by_city, kind: RESULT, dimensions: [city], metrics: [order_count] }
`
const WORKSPACE = `${SHOP_FILES['workspace.yaml']!.replace(
  'source: { datasource: local, file: orders.csv }',
  "source: { datasource: local, file: orders.csv }\n    cron: '0 * * * *'",
)}${PLANS}`
const ORDERS = ['local', 'files', 'orders_csv'] as const

/** A tenant of the shop with schedules, and a clock that stands still until it is set. */
interface Shop {
  readonly tenant: Tenant
  readonly tasks: Tasks
  set(at: string): void
  follow(onFault?: OnFault): ScheduleFollower
  /** All instances, in the order in which they were made. */
  all(): Promise<readonly Instance[]>
}

describe('schedules', () => {
  const endings: (() => Promise<unknown>)[] = []

  eachStore(({ open, place }) => {
    // Registered after the stores' own ending, it runs before it.
    afterEach(async () => {
      for (const end of endings.splice(0).toReversed()) await end()
    })

    const shopOn = async (store: Store): Promise<Shop> => {
      const { folder, remove } = await folderOf({ ...SHOP_FILES, 'workspace.yaml': WORKSPACE })
      endings.push(remove)
      let now = new Date('2024-05-10T00:00:00Z')
      const clock: Clock = { now: () => now }
      const tasks = createTasks({ store, clock, limits: USUAL_LIMITS })
      const tables = createTableStores(undefined, { workers: 0 })
      endings.push(() => tables.close())
      const tenants: Tenants = createTenants({
        ...{ store, clock, tasks: tasks.queue, tables, maxRows: undefined, lineageLimits: {} },
        ...{
          onProgress: () => {},
          onRowsLeftOut: () => {},
          memory: null,
          questionLimits: resolveQuestionLimits(),
        },
        engineBytes: LEAST_ENGINE_BYTES,
      })
      endings.push(() => tenants.close())
      const read = await readWorkspace(folder)
      if (read.workspace === null) throw new Error(JSON.stringify(read.problems))
      await tenants.apply(read.workspace, { check: 'ALL' })
      const tenant = tenants.opened('shop')!
      return {
        tenant,
        tasks,
        set: (at) => {
          now = new Date(at)
        },
        follow: (onFault = () => {}) => {
          const tenantsNow = async (): Promise<readonly Tenant[]> => [tenant]
          const options = { tasks, clock, tenants: tenantsNow, every: 1e6, onFault }
          const following = followSchedules(options)
          endings.push(following.close)
          return following
        },
        all: async () => {
          const rows = await store.selectFrom('task_instance').select('id').orderBy('id').execute()
          const found = await Promise.all(rows.map(({ id }) => tasks.queue.instance('shop', id)))
          return found.filter((one) => one !== null)
        },
      }
    }
    const shown = (instances: readonly Instance[]): readonly string[] =>
      instances.map(({ taskType, runType, table, startPartition, endPartition, scheduleTime }) =>
        [
          ...[taskType, runType, table[2], startPartition, endPartition],
          scheduleTime.toISOString().slice(0, 16),
        ].join(' '),
      )
    const at = (time: string, runType = 'SCHEDULE'): readonly string[] => {
      const before = (days: number): string =>
        new Date(Date.parse(time) - days * 86_400_000).toISOString().slice(0, 10)
      return [
        `TABLE ${runType} orders_csv   ${time}`,
        `RESULT_PLAN ${runType} by_day ${before(3)} ${before(1)} ${time}`,
        `RESULT_PLAN ${runType} by_city   ${time}`,
      ]
    }

    test('make nothing when they are seen first', async () => {
      const shop = await shopOn(await open())
      await shop.follow().look()
      expect(await shop.all()).toEqual([])
    })

    test('make an instance at each of their times, once', async () => {
      const shop = await shopOn(await open())
      const following = shop.follow()
      await following.look()
      // Half past two in Brussels, where summer time is two hours ahead.
      for (const minute of ['00:29:59', '00:30:00', '00:30:01', '00:59:59']) {
        shop.set(`2024-05-10T${minute}Z`)
        await following.look()
      }
      expect(shown(await shop.all())).toEqual([
        'RESULT_PLAN SCHEDULE by_day 2024-05-07 2024-05-09 2024-05-10T00:30',
      ])
      expect((await shop.all())[0]).toMatchObject({ retryCount: 2, retryInterval: 5 })
    })

    test('refresh what stands on a source table after it', async () => {
      const shop = await shopOn(await open())
      const following = shop.follow()
      await following.look()
      shop.set('2024-05-10T01:00:00Z')
      await following.look()
      const made = await shop.all()
      // The plan's own time, half past midnight, was missed by this look and is caught up.
      const ofSource = made.filter(({ scheduleTime }) => scheduleTime.getUTCHours() === 1)
      expect(shown(ofSource)).toEqual(at('2024-05-10T01:00'))
      const worker = shop.tasks.workQueue({ owner: 'w', server: 's', lease: 1_000 })
      const claimed = await worker.claim(10)
      expect(claimed.some(({ table }) => table[2] === 'by_city')).toBe(false)
      const source = claimed.find(({ taskType }) => taskType === 'TABLE')!
      await worker.succeed(source, null)
      expect((await worker.claim(10)).map(({ table }) => table[2])).toContain('by_city')
    })

    test('catch up the newest missed time alone, once', async () => {
      const shop = await shopOn(await open())
      const first = shop.follow()
      await first.look()
      await first.close()
      shop.set('2024-05-12T09:10:00Z')
      await shop.follow().look()
      await shop.follow().look()
      expect(shown(await shop.all())).toEqual([
        ...at('2024-05-12T09:00'),
        'RESULT_PLAN SCHEDULE by_day 2024-05-09 2024-05-11 2024-05-12T00:30',
      ])
    })

    test('are followed by one process at a time', async () => {
      const where = await place()
      const shops = [await shopOn(await open(where)), await shopOn(await open(where))]
      const followings = shops.map((shop) => shop.follow())
      await Promise.all(followings.map((following) => following.look()))
      for (const shop of shops) shop.set('2024-05-10T01:00:00Z')
      await Promise.all(followings.map((following) => following.look()))
      expect((await shops[0]!.all()).length).toBe(4)
    })

    test('are reported with plan and time when they fail, and followed again afterwards', async () => {
      const store = await open()
      const shop = await shopOn(store)
      const faults: BackgroundFault[] = []
      const following = shop.follow((fault) => {
        faults.push(fault)
        throw new Error('no log to write to')
      })
      await following.look()
      await store.schema.alterTable('task_instance').renameTo('taken_away').execute()
      const told = async (at: string): Promise<number> => {
        shop.set(at)
        await following.look()
        return faults.splice(0).length
      }
      shop.set('2024-05-10T00:30:00Z')
      await following.look()
      expect(faults).toEqual([
        {
          message: expect.stringMatching(
            /^The schedule of the plan "by_day" could not be followed and is tried again: .*task_instance/s,
          ),
          ...{ tenant: 'shop', plan: 'by_day', table: null },
          scheduleTime: new Date('2024-05-10T00:30:00Z'),
          error: expect.any(Error),
        },
      ])
      faults.length = 0
      expect(await told('2024-05-10T00:30:01Z')).toBe(0)
      expect(await told('2024-05-10T00:30:59Z')).toBe(0)
      expect(await told('2024-05-10T00:31:00Z')).toBe(1)
      await store.schema.alterTable('taken_away').renameTo('task_instance').execute()
      expect(await told('2024-05-10T00:31:01Z')).toBe(0)
      expect(shown(await shop.all())).toEqual([
        'RESULT_PLAN SCHEDULE by_day 2024-05-07 2024-05-09 2024-05-10T00:30',
      ])
    })

    test('make no time twice when the clock is put back', async () => {
      const shop = await shopOn(await open())
      const following = shop.follow()
      for (const minute of ['00:00', '01:00', '00:10', '01:00']) {
        shop.set(`2024-05-10T${minute}:00Z`)
        await following.look()
        await shop.follow().look()
      }
      expect((await shop.all()).length).toBe(4)
    })

    test('a trigger makes what is missing and runs the rest again', async () => {
      const shop = await shopOn(await open())
      const trigger = (...times: readonly string[]): Promise<void> =>
        shop.tasks.queue.trigger(
          'shop',
          createSourceTrigger(shop.tenant, {
            ...{ table: ORDERS, times: times.map((time) => new Date(time)), runType: 'MANUAL' },
          }),
        )
      await trigger('2024-05-10T01:00Z')
      expect(shown(await shop.all())).toEqual(at('2024-05-10T01:00', 'MANUAL'))
      const worker = shop.tasks.workQueue({ owner: 'w', server: 's', lease: 1_000 })
      for (const _ of [1, 2]) {
        for (const one of await worker.claim(5)) await worker.succeed(one, null)
      }
      const states = async (): Promise<readonly string[]> =>
        (await shop.all()).map(({ status }) => status)
      expect(await states()).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
      await trigger('2024-05-10T01:00Z', '2024-05-10T02:00Z')
      expect(await states()).toEqual(Array(6).fill('WAITING'))
      const source = await shop.tasks.queue.findSource(
        'shop',
        ORDERS,
        new Date('2024-05-10T01:00Z'),
      )
      expect(source).toMatchObject({ attempt: 1, status: 'WAITING', runType: 'MANUAL' })
    })
  })
})

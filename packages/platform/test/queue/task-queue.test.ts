import { setImmediate } from 'node:timers/promises'
import { type Clock, fixedClock } from '@tributary/core'
import { describe, expect, test } from 'vitest'
import { type Instance, type NewTask, USUAL_LIMITS } from '../../src/model/instance.ts'
import { createTasks, type Tasks } from '../../src/queue/create-tasks.ts'
import type { WorkQueue } from '../../src/queue/queues.ts'
import type { Store } from '../../src/store/schema.ts'
import { eachStore } from '../support/each-store.ts'

const AT = new Date('2024-05-01T10:00:00Z')

function tasksOn(store: Store, clock: Clock = fixedClock(AT)): Tasks {
  return createTasks({ store, clock, limits: USUAL_LIMITS })
}

function workerOf(tasks: Tasks, owner = 'w'): WorkQueue {
  return tasks.workQueue({ owner, server: '10.0.0.1', lease: 10_000 })
}

/** A task of as many daily instances of the plan `p`. */
function daily(count: number, changes: Partial<NewTask> = {}): NewTask {
  const days = Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10),
  )
  return {
    name: 'by_day',
    taskType: 'RESULT_PLAN',
    runType: 'MANUAL',
    planId: 'p',
    table: ['tributary', 't', 'by_day'],
    instances: days.map((day) => ({ startPartition: day, endPartition: day, scheduleTime: AT })),
    ...changes,
  }
}

function days(instances: readonly Instance[]): readonly (string | null)[] {
  return instances.map(({ startPartition }) => startPartition)
}

describe('the task queue', () => {
  eachStore(({ open, place }) => {
    test('makes a task with its instances in the order of their partitions', async () => {
      const { queue } = tasksOn(await open())
      const { dagName, ids } = await queue.create('t', daily(3, { retryCount: 2, priority: 7 }))
      expect(dagName).toMatch(/^by_day_20240501100000_[0-9a-f]{12}$/)
      const page = await queue.list('t', dagName, { index: 1, size: 20 })
      expect(page?.total).toBe(3)
      expect(page?.instances.map(({ id }) => id)).toEqual(ids)
      expect(page?.instances[1]).toEqual({
        ...{ id: ids[1], tenant: 't', dagName, sequence: 1, status: 'WAITING' },
        ...{ taskType: 'RESULT_PLAN', runType: 'MANUAL', planId: 'p' },
        table: ['tributary', 't', 'by_day'],
        ...{ startPartition: '2024-01-02', endPartition: '2024-01-02', scheduleTime: AT },
        ...{ resourceGroup: 'default', priority: 7, attempt: 0, retries: 0 },
        ...{ retryCount: 2, retryInterval: 0, createdAt: AT, startedAt: null, endedAt: null },
        ...{ statusTimes: { WAITING: AT }, message: null, server: null },
        ...{ originalSql: null, formattedSql: null },
      })
    })

    test('pages a task', async () => {
      const { queue } = tasksOn(await open())
      const { dagName } = await queue.create('t', daily(7))
      const page = async (index: number): Promise<readonly (string | null)[]> =>
        days((await queue.list('t', dagName, { index, size: 3 }))!.instances)
      expect(await page(1)).toEqual(['2024-01-01', '2024-01-02', '2024-01-03'])
      expect(await page(3)).toEqual(['2024-01-07'])
      expect(await page(4)).toEqual([])
    })

    test('pages a task that has lost instances', async () => {
      const tasks = tasksOn(await open())
      const { dagName } = await tasks.queue.create('t', daily(5))
      const worker = workerOf(tasks)
      for (const _ of [1, 2, 3]) await worker.succeed((await worker.claim(1))[0]!, null)
      await tasks.queue.cancelPlan('t', 'p')
      const second = await tasks.queue.list('t', dagName, { index: 2, size: 2 })
      expect(second?.total).toBe(3)
      expect(days(second!.instances)).toEqual(['2024-01-03'])
    })

    test('finds nothing of another tenant', async () => {
      const { queue } = tasksOn(await open())
      const { dagName, ids } = await queue.create('t', daily(1))
      expect(await queue.list('u', dagName, { index: 1, size: 20 })).toBeNull()
      expect(await queue.progress('u', dagName)).toBeNull()
      expect(await queue.instance('u', ids[0]!)).toBeNull()
      expect(await queue.latestOfPlan('u', 'p')).toBeNull()
    })

    test('gives no two tasks the same name or ids, whoever makes them', async () => {
      const where = await place()
      const queues = [tasksOn(await open(where)).queue, tasksOn(await open(where)).queue]
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, i) => queues[i % 2]!.create('t', daily(50))),
      )
      expect(new Set(made.map(({ dagName }) => dagName)).size).toBe(20)
      expect(new Set(made.flatMap(({ ids }) => ids)).size).toBe(1_000)
    })

    test('gives no instance to two workers, whatever process they are in', async () => {
      const where = await place()
      const all = [tasksOn(await open(where)), tasksOn(await open(where))]
      for (const table of ['a', 'b', 'c']) {
        await all[0]!.queue.create('t', daily(4, { table: ['x', 'y', table] }))
      }
      const done: number[] = []
      const work = async (worker: WorkQueue): Promise<void> => {
        while (done.length < 12) {
          // Whoever finds nothing lets the others go on.
          await setImmediate()
          const claimed = await worker.claim(1)
          for (const one of claimed) {
            expect(await worker.succeed(one, null)).toBe(true)
            done.push(one.id)
          }
        }
      }
      await Promise.all([0, 1, 0, 1].map((i, n) => work(workerOf(all[i]!, `w${n}`))))
      expect(new Set(done).size).toBe(12)
      expect(done.length).toBe(12)
    })

    test('says how far a task is', async () => {
      const tasks = tasksOn(await open())
      const { dagName } = await tasks.queue.create('t', daily(4))
      const worker = workerOf(tasks)
      await worker.succeed((await worker.claim(1))[0]!, null)
      await worker.fail((await worker.claim(1))[0]!, 'broken', null)
      await worker.claim(1)
      expect(await tasks.queue.progress('t', dagName)).toEqual({
        ...{ WAITING: 1, RUNNING: 1, SUCCESS: 1, FAILED: 1, total: 4 },
        ...{ startedAt: AT, endedAt: AT },
      })
    })

    test('keeps what was run, and why it failed', async () => {
      const tasks = tasksOn(await open())
      const { ids } = await tasks.queue.create('t', daily(1))
      const worker = workerOf(tasks)
      const sql = { original: 'SELECT 1', formatted: 'SELECT\n  1' }
      await worker.fail((await worker.claim(1))[0]!, 'Error: broken\n  at x', sql)
      const one = await tasks.queue.instance('t', ids[0]!)
      expect(one).toMatchObject({
        ...{ status: 'FAILED', message: 'Error: broken\n  at x', server: '10.0.0.1' },
        ...{ originalSql: 'SELECT 1', formattedSql: 'SELECT\n  1' },
      })
    })

    test('knows the instance of a plan that was begun last', async () => {
      const tasks = tasksOn(await open())
      const { ids } = await tasks.queue.create('t', daily(3))
      expect((await tasks.queue.latestOfPlan('t', 'p'))?.id).toBe(ids[2])
      await workerOf(tasks).claim(1)
      expect((await tasks.queue.latestOfPlan('t', 'p'))?.id).toBe(ids[0])
      expect(await tasks.queue.latestOfPlan('t', 'q')).toBeNull()
    })

    test('takes a higher priority first', async () => {
      const tasks = tasksOn(await open())
      await tasks.queue.create('t', daily(1, { table: ['x', 'y', 'low'] }))
      const { ids } = await tasks.queue.create(
        't',
        daily(1, { table: ['x', 'y', 'high'], priority: 5 }),
      )
      const [first] = await workerOf(tasks).claim(1)
      expect(first?.id).toBe(ids[0])
    })

    test('cancels a task: its worker can end nothing any more, and it can run again', async () => {
      const tasks = tasksOn(await open())
      const { dagName } = await tasks.queue.create('t', daily(3))
      const worker = workerOf(tasks)
      const [running] = await worker.claim(1)
      const cancellation = { dagName, statuses: ['WAITING', 'RUNNING'], message: 'no' } as const
      const elsewhere = await tasks.queue.cancelTask({ tenant: 'u', ...cancellation })
      expect(elsewhere).toEqual({ count: 0, stopped: [] })
      const { count, stopped } = await tasks.queue.cancelTask({ tenant: 't', ...cancellation })
      expect([count, stopped.map(({ id }) => id)]).toEqual([3, [running!.id]])
      expect(stopped[0]!.attempt).toBeGreaterThan(running!.attempt)
      expect(await worker.succeed(running!, null)).toBe(false)
      expect(await worker.claim(3)).toEqual([])
      await tasks.queue.rerun('t', await tasks.queue.ids('t', dagName, ['FAILED']))
      expect(await tasks.queue.progress('t', dagName)).toMatchObject({ WAITING: 3, FAILED: 0 })
      expect(await worker.claim(1)).toHaveLength(1)
    })

    test('does not rerun a deleted plan after its source table', async () => {
      const tasks = tasksOn(await open())
      const source = await tasks.queue.create('t', daily(1, { planId: null, taskType: 'TABLE' }))
      const instances = [{ ...daily(1).instances[0]!, after: source.ids }]
      const table = ['x', 'y', 'plan'] as const
      const plan = await tasks.queue.create('t', daily(1, { table, instances }))
      const worker = workerOf(tasks)
      for (const _ of [1, 2]) await worker.succeed((await worker.claim(1))[0]!, null)
      await tasks.queue.cancelPlan('t', 'p')
      await tasks.queue.rerun('t', source.ids)
      expect((await tasks.queue.instance('t', source.ids[0]!))?.status).toBe('WAITING')
      expect((await tasks.queue.instance('t', plan.ids[0]!))?.status).toBe('SUCCESS')
    })
  })
})

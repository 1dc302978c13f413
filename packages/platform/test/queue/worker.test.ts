import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@tributary/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Instance, type NewTask, USUAL_LIMITS } from '../../src/model/instance.ts'
import { createTasks, type Tasks } from '../../src/queue/create-tasks.ts'
import {
  type Execute,
  startWorker,
  type Worker,
  type WorkerOptions,
} from '../../src/queue/worker.ts'
import { eachStore } from '../support/each-store.ts'

const PATIENCE = { timeout: 10_000, interval: 10 }

function oneOf(table: string, changes: Partial<NewTask> = {}): NewTask {
  const instance = { startPartition: null, endPartition: null, scheduleTime: new Date() }
  return {
    ...{ name: table, taskType: 'RESULT_PLAN', runType: 'MANUAL', planId: 'p' },
    table: ['tributary', 't', table],
    instances: [instance],
    ...changes,
  }
}

/** Does nothing until it is stopped. */
const untilStopped: Execute = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

describe('a worker', () => {
  const workers: Worker[] = []
  const start = (
    options: Omit<WorkerOptions, 'concurrency'> & { concurrency?: number },
  ): Worker => {
    const worker = startWorker({ concurrency: 2, poll: 50, ...options })
    workers.push(worker)
    return worker
  }
  const until = async (tasks: Tasks, id: number, status: Instance['status']): Promise<Instance> =>
    vi.waitFor(async () => {
      const instance = await tasks.queue.instance('t', id)
      expect(instance?.status).toBe(status)
      return instance!
    }, PATIENCE)

  eachStore(({ open, place }) => {
    // Registered after the stores' own ending, it runs before it.
    afterEach(async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.close()))
    })
    const tasksOn = async (where?: string): Promise<Tasks> =>
      createTasks({ store: await open(where), clock: systemClock, limits: USUAL_LIMITS })

    test('does what is waiting, and what comes later', async () => {
      const tasks = await tasksOn()
      const before = await tasks.queue.create('t', oneOf('a'))
      const done: number[] = []
      start({
        tasks,
        execute: async ({ id }, { onSql }) => {
          onSql('SELECT 1', 'SELECT\n  1')
          done.push(id)
        },
      })
      const after = await tasks.queue.create('t', oneOf('b'))
      const first = await until(tasks, before.ids[0]!, 'SUCCESS')
      await until(tasks, after.ids[0]!, 'SUCCESS')
      expect(done.toSorted()).toEqual([...before.ids, ...after.ids])
      expect(first).toMatchObject({ attempt: 1, originalSql: 'SELECT 1', message: null })
    })

    test('tries again what fails, and says in the end why', async () => {
      const tasks = await tasksOn()
      const { ids } = await tasks.queue.create('t', oneOf('a', { retryCount: 2 }))
      const execute: Execute = async () => {
        throw new Error('no such file', { cause: new Error('the disk is gone') })
      }
      start({ tasks, execute })
      const { attempt, retries, message } = await until(tasks, ids[0]!, 'FAILED')
      expect({ attempt, retries }).toEqual({ attempt: 3, retries: 2 })
      expect(message).toMatch(
        /^Error: no such file\n +at .*\nCaused by: Error: the disk is gone\n/s,
      )
    })

    test('does no more at once than it may', async () => {
      const tasks = await tasksOn()
      let now = 0
      let most = 0
      const execute: Execute = async () => {
        most = Math.max(most, ++now)
        await delay(20)
        now--
      }
      const made = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((table) => tasks.queue.create('t', oneOf(table))),
      )
      start({ tasks, execute })
      for (const { ids } of made) await until(tasks, ids[0]!, 'SUCCESS')
      expect(most).toBe(2)
    })

    test('stops what somebody wants to have run again, and runs it again', async () => {
      const tasks = await tasksOn()
      const { ids } = await tasks.queue.create('t', oneOf('a'))
      const attempts: number[] = []
      start({
        tasks,
        execute: async (instance, context) => {
          attempts.push(instance.attempt)
          if (attempts.length === 1) await untilStopped(instance, context)
        },
      })
      await until(tasks, ids[0]!, 'RUNNING')
      await tasks.queue.rerun('t', ids)
      await until(tasks, ids[0]!, 'SUCCESS')
      expect(attempts).toEqual([1, 3])
    })

    test('stops the work of another process that was cancelled', async () => {
      const where = await place()
      const [mine, other] = [await tasksOn(where), await tasksOn(where)]
      const { ids } = await mine.queue.create('t', oneOf('a'))
      let stopped = false
      start({
        tasks: mine,
        lease: 300,
        execute: (instance, context) =>
          untilStopped(instance, context).finally(() => {
            stopped = true
          }),
      })
      await until(mine, ids[0]!, 'RUNNING')
      const [cancelled] = await other.queue.cancelPlan('t', 'p')
      expect(cancelled).toMatchObject({ id: ids[0], attempt: 2, status: 'FAILED' })
      await vi.waitFor(() => expect(stopped).toBe(true), PATIENCE)
      const { message } = await until(mine, ids[0]!, 'FAILED')
      expect(message).toBe('The plan was deleted before this was done.')
    })

    test('keeps an instance that runs longer than its lease', async () => {
      const tasks = await tasksOn()
      const { ids } = await tasks.queue.create('t', oneOf('a'))
      start({ tasks, lease: 300, execute: () => delay(1_000) })
      start({ tasks, lease: 300, execute: () => delay(1_000) })
      expect(await until(tasks, ids[0]!, 'SUCCESS')).toMatchObject({ attempt: 1, retries: 0 })
    })

    test('takes over what a lost worker was at', async () => {
      const tasks = await tasksOn()
      const { ids } = await tasks.queue.create('t', oneOf('a'))
      const lost = tasks.workQueue({ owner: 'lost', server: '10.0.0.9', lease: 100 })
      const [claimed] = await lost.claim(1)
      start({ tasks, execute: async () => {} })
      expect(await until(tasks, ids[0]!, 'SUCCESS')).toMatchObject({ attempt: 2, retries: 1 })
      expect(await lost.succeed(claimed!, null)).toBe(false)
    })

    test('gives back what it has not finished when it is closed', async () => {
      const tasks = await tasksOn()
      const { ids } = await tasks.queue.create('t', oneOf('a'))
      const worker = start({ tasks, execute: untilStopped })
      await until(tasks, ids[0]!, 'RUNNING')
      await worker.close()
      expect(await tasks.queue.instance('t', ids[0]!)).toMatchObject({
        ...{ status: 'WAITING', attempt: 1, retries: 0, message: null },
      })
    })
  })
})

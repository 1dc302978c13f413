import type { Clock } from '@tributary/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Instance } from '../../src/model/instance.ts'
import { MOST_LOSSES } from '../../src/model/instance-state.ts'
import { createTasks, type Tasks } from '../../src/queue/create-tasks.ts'
import type { WorkQueue } from '../../src/queue/queues.ts'
import type { Store } from '../../src/store/schema.ts'
import { eachStore } from '../support/each-store.ts'
import { type ModelInstance, QueueModel } from './support/queue-model.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 8 : 2_000
const LEASE = 10_000
const LIMITS = { perTenant: 3, groups: { narrow: 1 } }
const START = Date.parse('2024-05-01T00:00:00Z')
const OWNERS = ['a', 'b'] as const

/** What may happen; numbers are reduced to what there is at that moment. */
type Step =
  | { readonly do: 'create'; readonly task: TaskShape }
  | { readonly do: 'pass'; readonly seconds: number }
  | { readonly do: 'claim'; readonly owner: 'a' | 'b'; readonly most: number }
  | {
      readonly do: 'heartbeat' | 'succeed' | 'fail' | 'release'
      readonly owner: 'a' | 'b'
      readonly pick: number
    }
  | { readonly do: 'sweep' }
  | { readonly do: 'rerun'; readonly pick: number }
  | { readonly do: 'cancel'; readonly plan: string }

interface TaskShape {
  readonly table: string
  readonly plan: string
  readonly group: string
  readonly priority: number
  readonly retryCount: number
  readonly retryInterval: number
  /** For each instance which of the existing ones it comes after. */
  readonly upstream: readonly (readonly number[])[]
}

const pick = fc.nat(1_000)
const owner = fc.constantFrom(...OWNERS)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      task: fc.record({
        table: fc.constantFrom('t1', 't2', 't3', 't4'),
        plan: fc.constantFrom('p1', 'p2'),
        group: fc.constantFrom('default', 'narrow'),
        priority: fc.nat(2),
        retryCount: fc.nat(2),
        retryInterval: fc.constantFrom(0, 5),
        upstream: fc.array(fc.array(pick, { maxLength: 2 }), { minLength: 1, maxLength: 4 }),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('claim' as const), owner, most: fc.nat(3) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constantFrom('heartbeat', 'succeed', 'succeed', 'fail', 'release'),
      owner,
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rerun' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cancel' as const), plan: fc.constantFrom('p1', 'p2') }),
  },
)

/** The queue and its model, taken through the same steps. */
class Run {
  now = START
  readonly model = new QueueModel({ ...LIMITS, lease: LEASE, mostLosses: MOST_LOSSES })
  readonly tasks: Tasks
  readonly workers: ReadonlyMap<string, WorkQueue>
  /** Every attempt that was ever given out; late ones are tried again and again. */
  readonly attempts: { readonly id: number; readonly attempt: number }[] = []
  readonly ids: number[] = []

  constructor(store: Store) {
    const clock: Clock = { now: () => new Date(this.now) }
    this.tasks = createTasks({ store, clock, limits: LIMITS })
    this.workers = new Map(
      OWNERS.map((owner) => [
        owner,
        this.tasks.workQueue({ owner, server: '127.0.0.1', lease: LEASE }),
      ]),
    )
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'create':
        return this.#create(step.task)
      case 'pass':
        this.now += step.seconds * 1_000
        return
      case 'claim':
        return this.#claim(step.owner, step.most)
      case 'sweep': {
        const swept = await this.workers.get('a')!.sweep()
        expect(idsOf(swept)).toEqual(this.model.sweep(this.now))
        return
      }
      case 'rerun': {
        const id = this.ids[step.pick % this.ids.length]
        if (id === undefined) return
        await this.tasks.queue.rerun('t', [id])
        // Another tenant's rerun finds nothing.
        await this.tasks.queue.rerun('other', [id])
        return this.model.rerun(id, this.now)
      }
      case 'cancel': {
        await this.tasks.queue.cancelPlan('other', step.plan)
        const running = await this.tasks.queue.cancelPlan('t', step.plan)
        expect(idsOf(running)).toEqual(this.model.cancel(step.plan, this.now))
        return
      }
      default:
        return this.#report(step.do, step.owner, step.pick)
    }
  }

  async #create({ table, plan, upstream, ...task }: TaskShape): Promise<void> {
    const existing = [...this.model.instances]
    const after = upstream.map((picks) =>
      existing.length === 0 ? [] : picks.map((at) => existing[at % existing.length]!),
    )
    const { ids } = await this.tasks.queue.create('t', {
      name: 'task',
      taskType: 'RESULT_PLAN',
      runType: 'MANUAL',
      planId: plan,
      table: ['tributary', 't', table],
      ...{ resourceGroup: task.group, priority: task.priority },
      ...{ retryCount: task.retryCount, retryInterval: task.retryInterval },
      instances: after.map((upstream) => ({
        startPartition: null,
        endPartition: null,
        scheduleTime: new Date(this.now),
        after: upstream.map(({ id }) => id),
      })),
    })
    this.ids.push(...ids)
    for (const [i, id] of ids.entries()) {
      this.model.instances.push({
        ...{ id, table, plan, ...task, upstream: after[i]!, owner: null, lease: 0 },
        ...{ status: 'WAITING', attempt: 0, ready: this.now, tries: 0, losses: 0 },
        history: [['WAITING', this.now]],
      })
    }
  }

  async #claim(owner: 'a' | 'b', most: number): Promise<void> {
    const claimed = await this.workers.get(owner)!.claim(most)
    expect(idsOf(claimed)).toEqual(idsOf(this.model.claim(owner, most, this.now)))
    this.attempts.push(...claimed.map(({ id, attempt }) => ({ id, attempt })))
  }

  async #report(
    what: 'heartbeat' | 'succeed' | 'fail' | 'release',
    owner: 'a' | 'b',
    pick: number,
  ): Promise<void> {
    const held = this.attempts[pick % this.attempts.length]
    if (held === undefined) return
    const worker = this.workers.get(owner)!
    const one = this.model.holder(held.id, held.attempt, owner)
    if (what === 'heartbeat') {
      expect(await worker.heartbeat([held])).toEqual(one === undefined ? [held] : [])
      if (one !== undefined) one.lease = this.now + LEASE
    } else if (what === 'release') {
      await worker.release([held])
      if (one !== undefined) this.model.release(one, this.now)
    } else {
      const done = await (what === 'succeed'
        ? worker.succeed(held, null)
        : worker.fail(held, 'broken', null))
      expect(done).toBe(one !== undefined)
      if (one !== undefined) this.model[what](one, this.now)
    }
  }

  /** Whether the store is where the model is, and keeps the laws. */
  async check(): Promise<void> {
    const found = await Promise.all(this.ids.map((id) => this.tasks.queue.instance('t', id)))
    const kept = found.filter((one) => one !== null)
    expect(kept.map(shown)).toEqual(this.model.instances.map(expected))
    for (const one of kept) expect(problemsOf(one)).toEqual([])
    const running = kept.filter(({ status }) => status === 'RUNNING')
    expect(new Set(running.map(({ table }) => table.join('.'))).size).toBe(running.length)
    expect(running.length).toBeLessThanOrEqual(LIMITS.perTenant)
    const narrow = running.filter(({ resourceGroup }) => resourceGroup === 'narrow')
    expect(narrow.length).toBeLessThanOrEqual(LIMITS.groups.narrow)
    for (const { status, upstream } of this.model.instances) {
      if (status === 'RUNNING') expect(upstream.every((one) => one.status === 'SUCCESS')).toBe(true)
    }
  }
}

function idsOf(instances: readonly { readonly id: number }[]): readonly number[] {
  return instances.map(({ id }) => id)
}

function shown({ id, status, attempt, retries, statusTimes }: Instance): object {
  const times = Object.entries(statusTimes).map(([name, at]) => [name, at.getTime()] as const)
  return { id, status, attempt, retries, times: Object.fromEntries(times) }
}

function expected({ id, status, attempt, tries, losses, history }: ModelInstance): object {
  return { id, status, attempt, retries: tries + losses, times: Object.fromEntries(history) }
}

/** What is wrong with an instance, looked at alone. */
function problemsOf(one: Instance): readonly string[] {
  const { status, statusTimes, startedAt, endedAt, attempt, retries, retryCount, message } = one
  const isOver = status === 'SUCCESS' || status === 'FAILED'
  const newest = Math.max(...Object.values(statusTimes).map((at) => at.getTime()))
  const laws: Readonly<Record<string, boolean>> = {
    'the status was entered last': statusTimes[status]?.getTime() === newest,
    'it was begun when there was an attempt': (startedAt !== null) === attempt > 0,
    'it has an end when it is over': (endedAt !== null) === isOver,
    'what is over did not end before it began': !isOver || endedAt! >= startedAt!,
    'its tries are bounded': retries <= retryCount + MOST_LOSSES,
    'a success has no message': status !== 'SUCCESS' || message === null,
    'a failure has a message': status !== 'FAILED' || message !== null,
  }
  return Object.keys(laws).filter((law) => !laws[law])
}

async function empty(store: Store): Promise<void> {
  for (const table of ['task', 'task_instance', 'task_dependency', 'task_target'] as const) {
    await store.deleteFrom(table).execute()
  }
}

describe('the queue', () => {
  eachStore(({ open }) => {
    test(
      'is in the state of a simple model after every step',
      async () => {
        const store = await open()
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
            await empty(store)
            const run = new Run(store)
            for (const step of steps) {
              await run.take(step)
              await run.check()
            }
          }),
          { numRuns: RUNS },
        )
      },
      30_000 + RUNS * 300,
    )
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@tributary/core'
import { createTasks, type Tasks } from '../../packages/platform/src/queue/create-tasks.ts'
import { startWorker } from '../../packages/platform/src/queue/worker.ts'
// The queue below the services: what is measured is no work but its own.
import { openStore } from '../../packages/platform/src/store/database/open-store.ts'
import { hasPostgres, startPostgresServer } from '../../test/support/postgres-server.ts'

/** Instances without work that a worker claims and finishes in a second. */
export interface QueueFigures {
  readonly sqlite: number
  /** Null without a PostgreSQL on the machine. */
  readonly postgres: number | null
}

const TABLES = 8
const INSTANCES = 2_000

/** Lets a worker with eight hands go through two thousand instances of eight tables, on each kind of store. */
export async function measureQueue(): Promise<QueueFigures> {
  const data = await mkdtemp(join(tmpdir(), 'tributary-queue-'))
  const server = hasPostgres() ? await startPostgresServer() : null
  try {
    return {
      sqlite: await ratePerSecond(data),
      postgres: server && (await ratePerSecond(server.url)),
    }
  } finally {
    await server?.stop()
    await rm(data, { recursive: true, force: true })
  }
}

async function ratePerSecond(place: string): Promise<number> {
  const store = await openStore(place)
  try {
    const limits = { perTenant: TABLES, groups: {} }
    const tasks = createTasks({ store, clock: systemClock, limits })
    for (let table = 0; table < TABLES; table++) await createEmpty(tasks, `t${table}`)
    const begin = performance.now()
    await workThrough(tasks)
    return INSTANCES / ((performance.now() - begin) / 1_000)
  } finally {
    await store.destroy()
  }
}

async function createEmpty({ queue }: Tasks, table: string): Promise<void> {
  const instance = { startPartition: null, endPartition: null, scheduleTime: new Date() }
  await queue.create('bench', {
    ...{ name: table, taskType: 'RESULT_PLAN', runType: 'MANUAL', planId: table },
    table: ['tributary', 'bench', table],
    instances: Array(INSTANCES / TABLES).fill(instance),
  })
}

/** Resolves when the worker has told the queue of the last instance. */
async function workThrough(tasks: Tasks): Promise<void> {
  let done = 0
  let end = (): void => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const execute = async (): Promise<void> => {
    done++
    if (done === INSTANCES) end()
  }
  const worker = startWorker({ tasks, concurrency: TABLES, execute })
  await over
  await worker.close()
}

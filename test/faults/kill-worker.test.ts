import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import { createPostgreSql } from '@tributary/sql'
import { afterEach, describe, expect, test } from 'vitest'
import { hasPostgres, MISSING, startPostgres } from '../support/postgres.ts'
import { type ManyOrders, manyOrders } from './support/many-orders.ts'
import { startWorker, type Worker } from './support/worker.ts'

const KILLS = process.env.TRIBUTARY_LONG ? 30 : 2
/** Enough that the last kill still finds work: a few for the killed worker, more for another beside it. */
const DAYS = 8 + KILLS * 14
const PER_DAY = 500

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function startChild(place: Parameters<typeof startWorker>[0]): Promise<Worker> {
  const child = await startWorker(place)
  endings.push(child.kill)
  return child
}

/** A backfill that others work on, watched over the library. */
interface Backfill {
  readonly platform: Platform
  readonly caller: Caller
  readonly dagName: string
}

async function startBackfill(
  place: { readonly data: string } | { readonly store: string },
  { folder, from, to }: ManyOrders,
): Promise<Backfill> {
  const platform = await createPlatform({
    ...place,
    ...{ workspace: folder, trustIdentityHeaders: true },
  })
  endings.push(() => platform.close())
  const caller = await platform.authenticate({
    ...{ tenantId: 'shop', authType: 'ACCOUNT', authValue: 'boss' },
  })
  const request = { planName: 'by_day', startTime: from, endTime: to, dateIntervalOfLot: 1 }
  return { platform, caller, dagName: await platform.as(caller).createBackfill(request) }
}

async function left({ platform, caller, dagName }: Backfill): Promise<number> {
  const { progress } = await platform.as(caller).taskInstances({
    ...{ dagName, pageSize: 1, progress: true },
  })
  return progress!.waiting + progress!.running
}

/** Waits until fewer instances are left than before, at most for half a second, and then a moment of its work. */
async function untilAtWork(backfill: Backfill, before: number): Promise<void> {
  const end = performance.now() + 500
  while (performance.now() < end && (await left(backfill)) >= before) await delay(10)
  await delay(Math.random() * 100)
}

/** Kills a worker again and again as long as there is work; gives how often it did. */
async function killAgainAndAgain(
  backfill: Backfill,
  start: () => Promise<Worker>,
): Promise<number> {
  let kills = 0
  while (kills < KILLS && (await left(backfill)) > 0) {
    const child = await start()
    await untilAtWork(backfill, await left(backfill))
    if ((await left(backfill)) > 0) kills++
    await child.kill()
  }
  return kills
}

async function untilDone(backfill: Backfill): Promise<void> {
  const end = performance.now() + 120_000
  while ((await left(backfill)) > 0) {
    if (performance.now() > end) throw new Error(`${await left(backfill)} instances are left`)
    await delay(100)
  }
}

/** What the tables hold in the end. */
interface Found {
  /** `day city`, number of orders, sum. */
  readonly rows: readonly (readonly [string, number, number])[]
  /** For each partition who wrote it. */
  readonly partitions: readonly {
    readonly value: string
    readonly instance: number
    readonly attempt: number
  }[]
}

async function checkAllRight(
  { platform, caller, dagName }: Backfill,
  orders: ManyOrders,
  found: Found,
): Promise<void> {
  const { total, instances } = await platform.as(caller).taskInstances({ dagName, pageSize: 1_000 })
  expect(total).toBe(DAYS)
  const states = instances.map(({ status }) => status)
  expect(states).toEqual(Array(DAYS).fill('SUCCESS'))
  // Every partition right, and once.
  const rows = found.rows.map(([key, count, sum]) => [key, [count, sum]])
  expect(rows.toSorted()).toEqual([...orders.expected].toSorted())
  // Each was written by the instance of its day: by the attempt that it succeeded with, by no other.
  const details = await Promise.all(
    instances.map(({ id }) => platform.as(caller).taskInstance({ id })),
  )
  expect(found.partitions.map(({ value, instance }) => `${value} ${instance}`).toSorted()).toEqual(
    details
      .map((one) => `${one.startPartitionTime?.slice(0, 10)} ${one.taskInstanceId}`)
      .toSorted(),
  )
  for (const { instance, attempt } of found.partitions) {
    const { retryCnt } = details.find(({ taskInstanceId }) => taskInstanceId === instance)!
    expect(attempt, `the attempt of ${instance}`).toBe(retryCnt + 1)
  }
}

test('a worker without instances keeps running', async () => {
  const orders = await manyOrders(1, 1)
  endings.push(orders.remove)
  const child = await startChild(['data', join(orders.folder, 'data')])
  await delay(500)
  expect(child.isAlive()).toBe(true)
})

const COLUMNS = `CAST("metric_time__day" AS text) || ' ' || "city"`

describe(`a worker, killed ${KILLS} times during a backfill`, () => {
  const limit = 60_000 + KILLS * 15_000
  test(
    'on SQLite and DuckDB leaves every partition right, once',
    async () => {
      const orders = await manyOrders(DAYS, PER_DAY)
      endings.push(orders.remove)
      const data = join(orders.folder, 'data')
      const backfill = await startBackfill({ data }, orders)
      const start = (): Promise<Worker> => startChild(['data', data])
      expect(await killAgainAndAgain(backfill, start)).toBe(KILLS)
      const last = await start()
      await untilDone(backfill)
      await last.kill()
      const file = join(data, 'tributary.sqlite.tables', 'shop.duckdb')
      await checkAllRight(backfill, orders, await inDuckDb(file))
    },
    limit,
  )

  const name =
    'on PostgreSQL, beside another worker that is frozen at times, leaves every partition right, once'
  test.skipIf(!hasPostgres())(
    hasPostgres() ? name : `${name} (left out: ${MISSING})`,
    async () => {
      const orders = await manyOrders(DAYS, PER_DAY)
      endings.push(orders.remove)
      const server = await startPostgres()
      endings.push(() => server.stop())
      const backfill = await startBackfill({ store: server.url }, orders)
      const start = (): Promise<Worker> => startChild(['store', server.url])
      const other = await start()
      let isOver = false
      const freezing = (async () => {
        while (!isOver) {
          await delay(200 + Math.random() * 200)
          // Longer than a lease: it comes back to instances that are others' by then.
          await other.freeze(2_500)
        }
      })()
      expect(await killAgainAndAgain(backfill, start)).toBe(KILLS)
      isOver = true
      await freezing
      await untilDone(backfill)
      await checkAllRight(backfill, orders, await inPostgres(server.url))
    },
    limit,
  )
})

async function inDuckDb(file: string): Promise<Found> {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  try {
    const ask = async (sql: string): Promise<readonly unknown[][]> =>
      (await connection.runAndReadAll(sql)).getRowsJS()
    return {
      rows: numbered(await ask(`SELECT ${COLUMNS}, row_count, leaf_1 FROM shop.shop.by_day`)),
      partitions: partitionsIn(
        await ask('SELECT value, instance, attempt FROM _records.partition_record'),
      ),
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function inPostgres(url: string): Promise<Found> {
  const driver = await createPostgreSql({ url })
  try {
    const ask = async (text: string): Promise<readonly unknown[][]> => {
      const { rowCount, columns } = await driver.run({ text, parameters: [] })
      return Array.from({ length: rowCount }, (_, i) =>
        columns.map((column) => (column.kind === 'exact' ? column.units[i] : column.values[i])),
      )
    }
    return {
      rows: numbered(
        await ask(`SELECT ${COLUMNS}, row_count, leaf_1 FROM tributary_tables_shop.by_day`),
      ),
      partitions: partitionsIn(
        await ask('SELECT value, instance, attempt FROM tributary_records_shop.partition_record'),
      ),
    }
  } finally {
    await driver.close()
  }
}

function numbered(rows: readonly unknown[][]): Found['rows'] {
  return rows.map(([key, count, sum]) => [String(key), Number(count), Number(sum)])
}

function partitionsIn(rows: readonly unknown[][]): Found['partitions'] {
  return rows.map(([value, instance, attempt]) => ({
    ...{ value: String(value), instance: Number(instance), attempt: Number(attempt) },
  }))
}

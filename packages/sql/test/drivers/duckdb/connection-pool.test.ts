import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { ConnectionPool } from '../../../src/drivers/duckdb/connection-pool.ts'

const never = new AbortController().signal

async function createPool(size: number) {
  const instance = await DuckDBInstance.create(':memory:')
  let opened = 0
  const pool = new ConnectionPool(() => {
    opened++
    return instance.connect()
  }, size)
  return { pool, opened: () => opened }
}

test('never has more in use than its size, serves those who wait in turn and opens no more', async () => {
  const { pool, opened } = await createPool(2)
  const order: number[] = []
  let inUse = 0
  let most = 0
  const work = (i: number) =>
    pool.use(never, async () => {
      most = Math.max(most, ++inUse)
      order.push(i)
      await new Promise((resolve) => setTimeout(resolve, 5))
      inUse--
    })
  await Promise.all([0, 1, 2, 3, 4, 5].map(work))
  await Promise.all([6, 7, 8, 9].map(work))
  expect(order.slice(2)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  expect([most, opened()]).toEqual([2, 2])
  pool.close()
})

test('gives a connection back after a failure, and after a failure to open', async () => {
  const { pool } = await createPool(1)
  await expect(pool.use(never, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await pool.use(never, async () => 'again')).toBe('again')
  const broken = new ConnectionPool(() => Promise.reject(new Error('no connection')), 1)
  await expect(broken.use(never, async () => 1)).rejects.toThrow('no connection')
  await expect(broken.use(never, async () => 1)).rejects.toThrow('no connection')
  pool.close()
})

test('skips an aborted waiter and serves the next', async () => {
  const { pool } = await createPool(1)
  const stop = new AbortController()
  const first = pool.use(never, () => new Promise((resolve) => setTimeout(resolve, 20)))
  const second = pool.use(stop.signal, async () => 2)
  const third = pool.use(never, async () => 3)
  stop.abort(new Error('gave up'))
  await expect(second).rejects.toThrow('gave up')
  await first
  expect(await third).toBe(3)
  pool.close()
})

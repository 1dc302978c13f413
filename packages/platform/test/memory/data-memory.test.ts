import { loadColumns } from '@tributary/attribution'
import { expect, test } from 'vitest'
import { createDataMemory, type DataMemory, type LoadTable } from '../../src/memory/data-memory.ts'

/** A table of so many numbers: eight bytes each. */
const tableOf = (rows: number) =>
  loadColumns({ n: Float64Array.from({ length: rows }, (_, row) => row / 4) }, { name: 't' })
const loads = (rows: number): LoadTable => {
  const table = tableOf(rows)
  return async () => table
}
const never: LoadTable = () => Promise.reject(new Error('was not to be loaded'))

/** Asks for a table twice, so that it is loaded. */
async function put(memory: DataMemory, key: string, rows: number, version = '1'): Promise<void> {
  memory.recordMiss(key, version, never)
  memory.recordMiss(key, version, loads(rows))
  await settled()
}

/** Lets loading, which goes on by itself, come to its end. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

test('loads a table that is asked for again, and not one that was asked for once', async () => {
  const memory = createDataMemory(1_000)
  memory.recordMiss('a', '1', never)
  await settled()
  expect(memory.find('a', '1')).toBeNull()
  memory.recordMiss('a', '1', loads(10))
  await settled()
  expect(memory.find('a', '1')?.bytes).toBe(80)
  expect(memory.bytes()).toBe(80)
})

test('lets the table go that was not used for longest', async () => {
  const memory = createDataMemory(250)
  await put(memory, 'a', 10)
  await put(memory, 'b', 10)
  await put(memory, 'c', 10)
  expect(memory.find('a', '1')).not.toBeNull()
  await put(memory, 'd', 10)
  expect(['a', 'b', 'c', 'd'].filter((key) => memory.find(key, '1') !== null)).toEqual([
    'a',
    'c',
    'd',
  ])
  expect(memory.bytes()).toBe(240)
})

test('drops a table when another version is requested', async () => {
  const memory = createDataMemory(1_000)
  await put(memory, 'a', 10)
  expect(memory.find('a', '2')).toBeNull()
  expect(memory.bytes()).toBe(0)
  await put(memory, 'a', 20, '2')
  expect(memory.find('a', '2')?.bytes).toBe(160)
})

test('does not try again what cannot be loaded, before there is another version', async () => {
  const memory = createDataMemory(100)
  let tries = 0
  const fail: LoadTable = async ({ maxBytes }) => {
    tries++
    expect(maxBytes).toBe(100)
    throw new Error('too large')
  }
  for (let ask = 0; ask < 5; ask++) memory.recordMiss('a', '1', fail)
  await settled()
  expect(tries).toBe(1)
  await put(memory, 'a', 5, '2')
  expect(memory.find('a', '2')).not.toBeNull()
})

test('keeps nothing that is larger than it, and nothing that changed while it was loaded', async () => {
  const memory = createDataMemory(100)
  await put(memory, 'a', 13)
  memory.recordMiss('b', '1', never)
  memory.recordMiss('b', '1', async () => null)
  await settled()
  expect(memory.bytes()).toBe(0)
})

test('counts the growth of a table, and reports when it exceeds the limit', async () => {
  const memory = createDataMemory(250)
  await put(memory, 'a', 10)
  await put(memory, 'b', 10)
  expect(memory.resize('b', 200)).toBe(true)
  expect(memory.find('a', '1')).toBeNull()
  expect(memory.bytes()).toBe(200)
  expect(memory.resize('b', 251)).toBe(false)
})

test('stops loading when it is closed, and lets go of everything', async () => {
  const memory = createDataMemory(1_000)
  await put(memory, 'a', 10)
  let stopped: unknown = null
  memory.recordMiss('b', '1', never)
  memory.recordMiss('b', '1', ({ signal }) => {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped = signal.reason
        reject(signal.reason)
      })
    })
  })
  memory.recordMiss('c', '1', never)
  memory.recordMiss('c', '1', never)
  await settled()
  await memory.close()
  expect(stopped).toBeInstanceOf(DOMException)
  expect(memory.bytes()).toBe(0)
})

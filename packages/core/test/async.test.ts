import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createAsyncMemo, createKeyedMutex, createLazyResource, createMutex } from '../src/async.ts'

describe('keyed mutex', () => {
  test('runs work of one key in order and never at the same time, whatever fails', async () => {
    const task = fc.record({ key: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(task, { maxLength: 12 }), async (s, tasks) => {
        const mutex = createKeyedMutex()
        const running = new Map<string, number>()
        const started: Record<string, number[]> = { a: [], b: [], c: [] }
        const results = tasks.map(({ key, fails }, index) =>
          mutex.run(key, async () => {
            started[key]?.push(index)
            running.set(key, (running.get(key) ?? 0) + 1)
            expect(running.get(key)).toBe(1)
            await s.schedule(Promise.resolve())
            running.set(key, 0)
            if (fails) throw new Error(`${index}`)
            return index
          }),
        )
        const settled = Promise.allSettled(results)
        await s.waitFor(settled)
        const outcomes = (await settled).map(({ status }) => status === 'rejected')
        expect(outcomes).toEqual(tasks.map(({ fails }) => fails))
        for (const order of Object.values(started)) {
          expect(order).toEqual(order.toSorted((a, b) => a - b))
        }
        await mutex.idle()
      }),
    )
  })

  test('runs work of different keys at the same time', async () => {
    const mutex = createKeyedMutex()
    const gate = Promise.withResolvers<void>()
    const first = mutex.run('a', () => gate.promise)
    await mutex.run('b', async () => gate.resolve())
    await first
  })

  test('is idle when the last work has settled', async () => {
    const mutex = createKeyedMutex()
    const done: string[] = []
    void mutex.run('a', async () => void done.push('a1'))
    void mutex.run('a', async () => void done.push('a2'))
    await mutex.idle()
    expect(done).toEqual(['a1', 'a2'])
  })
})

describe('mutex', () => {
  test('goes on after a failure', async () => {
    const run = createMutex()
    const failed = run(() => Promise.reject(new Error('first')))
    const next = run(() => 2)
    await expect(failed).rejects.toThrow('first')
    await expect(next).resolves.toBe(2)
  })
})

describe('memo', () => {
  test('shares work under way, keeps its result and forgets a failure', async () => {
    const memo = createAsyncMemo<number>()
    const make = vi.fn(async () => 7)
    expect(await Promise.all([memo.getOrMake('a', make), memo.getOrMake('a', make)])).toEqual([
      7, 7,
    ])
    expect(make).toHaveBeenCalledTimes(1)
    await expect(memo.getOrMake('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(memo.get('b')).toBeUndefined()
    memo.delete('a')
    expect(memo.get('a')).toBeUndefined()
  })

  test('keeps a newer result when an older one of the key fails', async () => {
    const memo = createAsyncMemo<number>()
    const old = Promise.withResolvers<number>()
    memo.set('a', old.promise)
    memo.set('a', Promise.resolve(2))
    old.reject(new Error('old'))
    await expect(old.promise).rejects.toThrow('old')
    await expect(memo.get('a')).resolves.toBe(2)
  })
})

describe('lazy resource', () => {
  test('opens once, tries again after a failure and closes what it opened', async () => {
    const resource = { close: vi.fn(async () => {}) }
    const make = vi.fn(async () => resource).mockRejectedValueOnce(new Error('busy'))
    const lazy = createLazyResource(make, () => new Error('closed'))
    await expect(lazy.open()).rejects.toThrow('busy')
    expect(await lazy.open()).toBe(resource)
    expect(await lazy.open()).toBe(resource)
    expect(make).toHaveBeenCalledTimes(2)
    await lazy.close()
    expect(resource.close).toHaveBeenCalledTimes(1)
    await expect(lazy.open()).rejects.toThrow('closed')
  })

  test('opens nothing to close it', async () => {
    const make = vi.fn(async () => ({ close: async () => {} }))
    await createLazyResource(make, () => new Error('closed')).close()
    expect(make).not.toHaveBeenCalled()
  })
})

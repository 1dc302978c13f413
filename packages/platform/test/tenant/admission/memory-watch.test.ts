import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { outOfMemoryError } from '../../../src/model/errors.ts'
import { createMemoryWatch, type MemoryWatch } from '../../../src/tenant/admission/memory-watch.ts'

const MIB = 2 ** 20

/** Work that ends when it is told to, or some time after it is stopped. */
function begin(watch: MemoryWatch, { endsAfter = 0 } = {}) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const caller = new AbortController()
  const outcome = watch
    .run(
      (signal) =>
        new Promise<string>((answer, refuse) => {
          promise.then(answer)
          signal.addEventListener('abort', () => {
            setTimeout(() => refuse(signal.reason), endsAfter)
          })
        }),
      caller.signal,
    )
    .catch((error: Error & { code?: string }) => error.code ?? error.message)
  return {
    outcome,
    finish: () => resolve('answered'),
    leave: () => caller.abort(new Error('left')),
  }
}

describe('the watch of the memory', () => {
  let memory = 0
  let watch: MemoryWatch
  beforeEach(() => {
    vi.useFakeTimers()
    memory = 200 * MIB
    watch = createMemoryWatch({ limit: 500 * MIB, reason: outOfMemoryError, read: () => memory })
  })
  afterEach(() => vi.useRealTimers())

  const grow = async (bytes: number, ms = 50): Promise<void> => {
    memory += bytes
    await vi.advanceTimersByTimeAsync(ms)
  }

  test('stops the work during which the process grew most, and lets the rest go on', async () => {
    const large = begin(watch)
    await grow(200 * MIB)
    const small = begin(watch)
    await grow(150 * MIB)
    await grow(0)
    expect(await large.outcome).toBe('PLATFORM_OUT_OF_MEMORY')
    memory = 300 * MIB
    await grow(0)
    small.finish()
    expect(await small.outcome).toBe('answered')
  })

  test('stops a second one only when the first did not end in time', async () => {
    const first = begin(watch, { endsAfter: 10_000 })
    await grow(200 * MIB)
    const second = begin(watch)
    await grow(400 * MIB)
    await grow(0, 900)
    let settled = false
    second.outcome.finally(() => {
      settled = true
    })
    await grow(0)
    expect(settled).toBe(false)
    await grow(0, 200)
    expect(await second.outcome).toBe('PLATFORM_OUT_OF_MEMORY')
    await grow(0, 10_000)
    expect(await first.outcome).toBe('PLATFORM_OUT_OF_MEMORY')
  })

  test('stops nothing that did not fill the memory', async () => {
    memory = 600 * MIB
    const work = begin(watch)
    await grow(10 * MIB, 5_000)
    work.finish()
    expect(await work.outcome).toBe('answered')
  })

  test('does not stop work that grew much less than other work that is still ending', async () => {
    const large = begin(watch, { endsAfter: 10_000 })
    await grow(280 * MIB)
    const small = begin(watch)
    await grow(40 * MIB, 8_000)
    small.finish()
    expect(await small.outcome).toBe('answered')
    await grow(0, 10_000)
    expect(await large.outcome).toBe('PLATFORM_OUT_OF_MEMORY')
  })

  test('reads the memory only while work runs', async () => {
    const read = vi.fn(() => memory)
    const counted = createMemoryWatch({ limit: 1, reason: outOfMemoryError, read })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(read).not.toHaveBeenCalled()
    const work = begin(counted)
    await vi.advanceTimersByTimeAsync(1_000)
    work.finish()
    await work.outcome
    const readings = read.mock.calls.length
    expect(readings).toBeGreaterThan(10)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(read).toHaveBeenCalledTimes(readings)
  })

  test('forwards the abort of the caller', async () => {
    const work = begin(watch)
    work.leave()
    await grow(0)
    expect(await work.outcome).toBe('left')
  })
})

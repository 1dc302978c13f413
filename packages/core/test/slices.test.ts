import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countWaitingJobs,
  eachInSlices,
  inSpans,
  runInSlices,
  runToEnd,
  type SlicedWork,
} from '../src/slices.ts'

/** Takes that many milliseconds of the processor between two yields. */
function spin(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Adds the steps up, one between two yields. */
function* sum(steps: readonly number[], cost = 0): SlicedWork<number> {
  let sum = 0
  for (const step of steps) {
    spin(cost)
    sum += step
    yield
  }
  return sum
}

describe('work in slices', () => {
  test('has the result of the same work at once, however many jobs there are', async () => {
    const jobs = fc.array(fc.array(fc.integer(), { maxLength: 20 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(jobs, fc.constantFrom(0, 0.3), async (all, cost) => {
        const results = await Promise.all(all.map((steps) => runInSlices(sum(steps, cost))))
        expect(results).toEqual(all.map((steps) => runToEnd(sum(steps))))
        expect(countWaitingJobs()).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  test('ends before the call returns when it is short', async () => {
    await setImmediate()
    let isDone = false
    const result = runInSlices(
      (function* () {
        yield
        isDone = true
      })(),
    )
    expect(isDone).toBe(true)
    await result
  })

  test('of many jobs lets the event loop run between slices', async () => {
    let turns = 0
    let isOver = false
    const longest = { steps: 0, inTurn: 0 }
    function* work(): SlicedWork<void> {
      for (let step = 0; step < 20; step++) {
        longest.inTurn += 1
        longest.steps = Math.max(longest.steps, longest.inTurn)
        spin(1)
        yield
      }
    }
    const count = async (): Promise<void> => {
      while (!isOver) {
        await setImmediate()
        turns += 1
        longest.inTurn = 0
      }
    }
    const counted = count()
    await Promise.all(Array.from({ length: 10 }, () => runInSlices(work())))
    isOver = true
    await counted
    // 200 steps of one millisecond, five in a turn, and one more when it began a little before.
    expect(longest.steps).toBeLessThanOrEqual(6)
    expect(turns).toBeGreaterThanOrEqual(33)
  })

  test('goes from job to job', async () => {
    const order: string[] = []
    function* work(name: string, steps: number): SlicedWork<void> {
      for (let step = 0; step < steps; step++) {
        spin(1.1)
        order.push(name)
        yield
      }
    }
    const long = runInSlices(work('long', 40))
    const short = runInSlices(work('short', 2))
    await short
    expect(order.filter((name) => name === 'long').length).toBeLessThan(15)
    await long
    expect(order).toHaveLength(42)
  })

  test('gets no further slice when its signal is aborted, and its finally blocks run', async () => {
    const controller = new AbortController()
    const reason = new Error('left')
    let steps = 0
    let isFreed = false
    function* endless(): SlicedWork<never> {
      try {
        for (;;) {
          spin(0.5)
          steps += 1
          yield
        }
      } finally {
        isFreed = true
      }
    }
    const result = runInSlices(endless(), controller.signal)
    const others = [runInSlices(sum([1, 2], 3)), runInSlices(sum([3, 4], 3))]
    await setImmediate()
    controller.abort(reason)
    const before = steps
    await expect(result).rejects.toBe(reason)
    expect(steps).toBe(before)
    expect(isFreed).toBe(true)
    expect(await Promise.all(others)).toEqual([3, 7])
    expect(countWaitingJobs()).toBe(0)
  })

  test('does not begin when its signal is aborted already', async () => {
    let steps = 0
    function* work(): SlicedWork<void> {
      steps += 1
      yield
    }
    await expect(runInSlices(work(), AbortSignal.abort('gone'))).rejects.toBe('gone')
    expect(steps).toBe(0)
  })

  test('rejects with what the work throws and goes on with the others', async () => {
    function* failing(): SlicedWork<void> {
      spin(6)
      yield
      throw new Error('broken')
    }
    const results = await Promise.allSettled([runInSlices(failing()), runInSlices(sum([1, 2]))])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { message: 'broken' } },
      { status: 'fulfilled', value: 3 },
    ])
  })

  test('may begin other work', async () => {
    let inner: Promise<number> | null = null
    function* outer(): SlicedWork<string> {
      inner = runInSlices(sum([1, 2, 3]))
      yield
      return 'outer'
    }
    expect(await runInSlices(outer())).toBe('outer')
    expect(await inner).toBe(6)
  })
})

describe('items in slices', () => {
  test('are all items in order, and closes what is not read to its end', async () => {
    let isClosed = false
    function* items(): Generator<number> {
      try {
        for (let item = 0; ; item++) yield item
      } finally {
        isClosed = true
      }
    }
    const read: number[] = []
    for await (const item of eachInSlices(items())) {
      read.push(item)
      if (item === 4) break
    }
    expect(read).toEqual([0, 1, 2, 3, 4])
    expect(isClosed).toBe(true)
  })
})

test('spans cover every place once, and yield between two of them', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.integer({ min: 1, max: 20 }), (count, span) => {
      const places: number[] = []
      let yields = 0
      const work = inSpans(
        count,
        (from, to) => {
          expect(to - from).toBeLessThanOrEqual(span)
          for (let place = from; place < to; place++) places.push(place)
        },
        span,
      )
      for (const _ of work) yields += 1
      expect(places).toEqual(Array.from({ length: count }, (_, place) => place))
      expect(yields).toBe(Math.max(0, Math.ceil(count / span) - 1))
    }),
  )
})

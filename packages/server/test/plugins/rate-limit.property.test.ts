import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenBucket, createTokenBuckets } from '../../src/plugins/rate-limit.ts'

const limits = fc.record({
  requestsPerSecond: fc.integer({ min: 1, max: 50 }),
  burst: fc.integer({ min: 1, max: 20 }),
})

/** Pauses before each request, in milliseconds. */
const pauses = fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 80 })

test('never lets more through than the burst and what the time brought', () => {
  fc.assert(
    fc.property(limits, pauses, (limit, gaps) => {
      let time = 0
      const bucket = createTokenBucket(limit, () => time)
      const taken: number[] = []
      for (const gap of gaps) {
        time += gap
        if (bucket.take() === 0) taken.push(time)
      }
      for (const [first, from] of taken.entries()) {
        for (const [last, to] of taken.entries()) {
          if (last < first) continue
          const most = limit.burst + ((to - from) / 1_000) * limit.requestsPerSecond
          expect(last - first + 1).toBeLessThanOrEqual(most + 1e-6)
        }
      }
    }),
  )
})

test('lets the next one through after the wait that it names, and not sooner', () => {
  fc.assert(
    fc.property(limits, pauses, (limit, gaps) => {
      let time = 0
      const bucket = createTokenBucket(limit, () => time)
      for (const gap of gaps) {
        time += gap
        const wait = bucket.take() * 1_000
        if (wait === 0) continue
        time += wait * 0.98
        expect(bucket.take()).toBeGreaterThan(0)
        time += wait * 0.02 + 1e-6
        expect(bucket.take()).toBe(0)
      }
    }),
  )
})

test('bursts with one second of requests, and one at least, when nothing is said', () => {
  const now = () => 0
  const passed = (requestsPerSecond: number) => {
    const bucket = createTokenBucket({ requestsPerSecond }, now)
    return Array.from({ length: 10 }, () => bucket.take()).filter((wait) => wait === 0).length
  }
  expect([passed(3), passed(0.1)]).toEqual([3, 1])
})

test('buckets by key give what a bucket of each key gives, and those that are full are dropped', () => {
  fc.assert(
    fc.property(
      limits,
      fc.array(fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 3 }))),
      (limit, all) => {
        let time = 0
        const now = () => time
        const buckets = createTokenBuckets(limit, now)
        const alone = Array.from({ length: 4 }, () => createTokenBucket(limit, now))
        for (const [pause, key] of all) {
          time += pause
          expect(buckets.take(`${key}`)).toBe(alone[key]!.take())
        }
      },
    ),
  )
  let time = 0
  const buckets = createTokenBuckets({ requestsPerSecond: 1, burst: 1 }, () => time)
  for (let key = 0; key < 30_000; key++) {
    time += 1
    expect(buckets.take(`${key}`)).toBe(0)
  }
  expect(buckets.size()).toBeLessThanOrEqual(11_000)
})

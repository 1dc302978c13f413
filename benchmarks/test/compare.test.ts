import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareCases } from '../compare/cases.ts'
import { compareTimes } from '../compare/verdict.ts'

const times = fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), {
  minLength: 1,
  maxLength: 6,
})

test('the verdict is faster or slower only when the times of the two versions do not overlap', () => {
  const swapped = { faster: 'slower', slower: 'faster', 'no change seen': 'no change seen' }
  fc.assert(
    fc.property(times, times, (before, now) => {
      const { verdict } = compareTimes(before, now)
      const isApart = (low: number[], high: number[]) => low.every((a) => high.every((b) => a < b))
      expect(verdict === 'faster').toBe(isApart(now, before))
      expect(verdict === 'slower').toBe(isApart(before, now))
      expect(compareTimes(now, before).verdict).toBe(swapped[verdict])
    }),
  )
})

test('two equal versions are reported as different in 2 of 924 orders of the times', () => {
  // All ways of giving twelve different times to two versions.
  let told = 0
  let all = 0
  for (let bits = 0; bits < 4096; bits++) {
    const taken = Array.from({ length: 12 }, (_, place) => (bits >> place) & 1)
    const [before, now] = [0, 1].map((side) => taken.flatMap((one, i) => (one === side ? [i] : [])))
    if (before!.length !== 6) continue
    all++
    if (compareTimes(before!, now!).verdict !== 'no change seen') told++
  }
  expect([told, all]).toEqual([2, 924])
})

test('the ratio is that of the medians', () => {
  expect(compareTimes([2, 4, 100], [8, 1, 6]).ratio).toBe(1.5)
})

test('every case runs', async () => {
  for (const { run } of compareCases({ rows: 400, vertices: 50 })) await run()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOfLeaf, MOST_BYTES, searchDepth } from '../../../src/causes/leaves/search-depth.ts'

function leavesOf(dimensions: number, count: number, windows: number) {
  return {
    count,
    dimensions: Array.from({ length: dimensions }, (_, at) => ({
      name: `d${at}`,
      values: ['a', 'b', 'c'],
      codes: new Uint32Array(0),
      copies: [],
    })),
    history: Array.from({ length: windows }, () => new Float64Array(0)),
  }
}

/** Combinations of up to so many of n dimensions. */
function combinations(n: number, depth: number): number {
  let count = 0
  for (let mask = 0; mask < 1 << n; mask++) {
    let bits = 0
    for (let rest = mask; rest !== 0; rest &= rest - 1) bits++
    if (bits <= depth) count++
  }
  return count
}

test('the depth is the largest that fits into memory, and marked as cut when it is less than requested', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 2e6 }),
      fc.integer({ min: 0, max: 8 }),
      fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      (dimensions, count, windows, asked) => {
        fc.pre(3 ** dimensions !== count)
        const bytes = (deep: number) =>
          combinations(dimensions, deep) * count * bytesOfLeaf(windows)
        const wanted = Math.min(asked ?? (dimensions <= 6 ? dimensions : 3), dimensions)
        const { depth, isDepthCut } = searchDepth(leavesOf(dimensions, count, windows), asked)
        expect(depth).toBeGreaterThanOrEqual(1)
        if (depth > 1) expect(bytes(depth)).toBeLessThanOrEqual(MOST_BYTES)
        if (isDepthCut) expect(bytes(depth + 1)).toBeGreaterThan(MOST_BYTES)
        else expect(depth).toBe(wanted)
      },
    ),
    { numRuns: process.env.TRIBUTARY_LONG === undefined ? 50 : 5_000 },
  )
})

test('leaves of all combinations are searched as deep as asked for', () => {
  const full = leavesOf(6, 3 ** 6, 8)
  expect(searchDepth(full, undefined)).toEqual({ depth: 6, isDepthCut: false })
  expect(searchDepth(full, 2)).toEqual({ depth: 2, isDepthCut: false })
})

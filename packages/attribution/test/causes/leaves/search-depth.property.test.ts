import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOfCell, MOST_BYTES, searchDepth } from '../../../src/causes/leaves/search-depth.ts'

function leavesOf(sizes: readonly number[], count: number, windows: number) {
  return {
    count,
    dimensions: sizes.map((size, at) => ({
      name: `d${at}`,
      values: new Array<string>(size).fill(''),
      codes: new Uint32Array(0),
      copies: [],
    })),
    history: Array.from({ length: windows }, () => new Float64Array(0)),
  }
}

/** The bytes of all combinations of up to so many dimensions. */
function sumBytes(
  sizes: readonly number[],
  { count, windows, depth }: { count: number; windows: number; depth: number },
): number {
  let bytes = 0
  for (let mask = 0; mask < 1 << sizes.length; mask++) {
    const included = sizes.filter((_, at) => mask & (1 << at))
    if (included.length > depth) continue
    const product = included.reduce((cells, size) => cells * size, 1)
    bytes += 4 * count + bytesOfCell(windows) * Math.min(product, 2 * count + 1024)
  }
  return bytes
}

test('the depth is the largest that fits into memory, and marked as cut when it is less than requested', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 2, max: 3_000 }), { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 2e6 }),
      fc.integer({ min: 0, max: 8 }),
      fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      (sizes, count, windows, requested) => {
        const combinations = sizes.reduce((product, size) => product * size, 1)
        fc.pre(combinations > count)
        const bytes = (depth: number) => sumBytes(sizes, { count, windows, depth })
        const most = requested ?? (sizes.length <= 6 ? sizes.length : 3)
        const wanted = Math.min(most, sizes.length)
        const { depth, isDepthCut } = searchDepth(leavesOf(sizes, count, windows), requested)
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
  const full = leavesOf(new Array(6).fill(3), 3 ** 6, 8)
  expect(searchDepth(full, undefined)).toEqual({ depth: 6, isDepthCut: false })
  expect(searchDepth(full, 2)).toEqual({ depth: 2, isDepthCut: false })
})

test.each([
  ['six dimensions of which 1% of the combinations are absent', [10, 5, 50, 10, 8, 3], 594_000, 0],
  ['seven dimensions with earlier windows', [25, 25, 3, 3, 7, 4, 24], 352_243, 8],
])('memory does not cut the depth for %s', (_, sizes, count, windows) => {
  expect(searchDepth(leavesOf(sizes, count, windows), undefined).isDepthCut).toBe(false)
})

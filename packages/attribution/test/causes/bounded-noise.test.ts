import { locateCauses } from '@tributary/attribution'
import { expect, test } from 'vitest'
import { grid } from './made-leaves.ts'

/** Mulberry32: numbers whose distance is a multiple of a dimension must not depend on one another. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const SHAPES: readonly (readonly [string, (next: () => number) => number])[] = [
  ['uniform', (next) => 2 * next() - 1],
  ['triangular', (next) => next() + next() - 1],
]

test.each(SHAPES)('only the fault is named where noise is %s', (_, noise) => {
  const dimensions = grid([10, 25, 20, 10, 8])
  const count = dimensions[0]!.codes.length
  const next = numbers(7919)
  const compare = Float64Array.from({ length: count }, () => 50 + 500 * next())
  const current = compare.map((value, leaf) => {
    const isFault = dimensions[1]!.codes[leaf] === 2 && dimensions[2]!.codes[leaf] === 3
    return value * (isFault ? 0.6 : 1) * (1 + 0.1 * noise(next))
  })
  const { causes } = locateCauses({ dimensions, current, compare }, { noise: 'relative' })
  const fault = [
    { dimension: 'd1', value: 'v12' },
    { dimension: 'd2', value: 'v23' },
  ]
  expect(causes.map(({ conditions }) => conditions)).toEqual([fault])
})

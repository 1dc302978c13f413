import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveFirst } from '../../src/numbers/move-first.ts'

const ascending = (length: number): number[] => Array.from({ length }, (_, row) => row)

/** Orders in which some selections choose the least or the greatest row as the pivot each time, as ranks by place. */
const ORDERS: Readonly<Record<string, (length: number) => number[]>> = {
  ascending,
  descending: (length) => ascending(length).reverse(),
  equal: (length) => Array<number>(length).fill(0),
  'two values': (length) => ascending(length).map((row) => row % 2),
  'up, then down': (length) => ascending(length).map((row) => Math.min(row, length - row)),
  'down, then up': (length) => ascending(length).map((row) => Math.max(row, length - row)),
  'runs of a thousand': (length) => ascending(length).map((row) => (row % 1000) * 1000 + row / 1e6),
  'runs that interleave': (length) => ascending(length).map((row) => (row * 7919) % length),
}

function select(ranks: readonly number[], count: number): { rows: number[]; comparisons: number } {
  const rows = Uint32Array.from(ranks.keys())
  let comparisons = 0
  const compare = (a: number, b: number): number => {
    comparisons++
    return ranks[a]! - ranks[b]!
  }
  runToEnd(moveFirst(rows, count, compare))
  return { rows: Array.from(rows), comparisons }
}

test('the first rows are at the front, and no row is lost', () => {
  const lists = fc.array(fc.nat(1000), { minLength: 1, maxLength: 2000, size: 'max' })
  fc.assert(
    fc.property(lists, fc.double({ min: 0, max: 1, noNaN: true }), (ranks, share) => {
      const count = Math.round(share * ranks.length)
      const { rows } = select(ranks, count)
      expect(rows.toSorted((a, b) => a - b)).toEqual(ascending(ranks.length))
      const front = rows.slice(0, count).map((row) => ranks[row]!)
      const first = ranks.toSorted((a, b) => a - b).slice(0, count)
      expect(front.toSorted((a, b) => a - b)).toEqual(first)
    }),
  )
})

test.each(Object.keys(ORDERS))('compares in proportion to the rows, which are %s', (name) => {
  const ranks = ORDERS[name]!(100_000)
  for (const share of [0, 0.01, 0.5, 0.99, 1]) {
    const { comparisons } = select(ranks, share * ranks.length)
    expect(comparisons).toBeLessThan(6 * ranks.length)
  }
})

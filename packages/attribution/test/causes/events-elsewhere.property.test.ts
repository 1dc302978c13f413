import { type Cause, type CausesInput, locateCauses } from '@tributary/attribution'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grid, numbersFrom } from './made-leaves.ts'

interface Made {
  readonly seed: number
  readonly windows: number
  /** The earlier window in which another segment fell, and how much of it was left. */
  readonly storm: { readonly window: number; readonly left: number } | null
}

/** Counts of a window in which one value fell by half, and earlier windows. */
function leavesOf({ seed, windows, storm }: Made): CausesInput {
  const next = numbersFrom(seed)
  const dimensions = grid([12, 10, 4])
  const sizes = Float64Array.from(dimensions[0]!.codes, () => 5 * 40 ** next())
  const count = (mean: number) =>
    Math.max(0, Math.round(mean + Math.sqrt(6 * mean) * (next() + next() - 1)))
  const [current, compare, ...history] = Array.from({ length: 2 + windows }, (_, window) =>
    sizes.map((size, leaf) => {
      const [first, second] = [dimensions[0]!.codes[leaf]!, dimensions[1]!.codes[leaf]!]
      if (window === 0 && first === 3) return count(size / 2)
      if (storm !== null && window === storm.window + 1 && second === 5)
        return count(size * storm.left)
      return count(size)
    }),
  )
  return { dimensions, current: current!, compare: compare!, history }
}

const SURENESS = ['possible', 'likely', 'certain'] as const

/** How sure the cause is; -1 where it is not found. */
function findSureness(input: CausesInput): number {
  const isFault = ({ conditions }: Cause) =>
    conditions.length === 1 && conditions[0]!.value === 'v03'
  const cause = locateCauses(input).causes.find(isFault)
  return cause === undefined ? -1 : SURENESS.indexOf(cause.confidence)
}

const runs = { numRuns: process.env.TRIBUTARY_LONG === undefined ? 8 : 500 }
const seeds = fc.integer({ min: 1, max: 1e6 })

describe('a cause', () => {
  test('is as sure after an event elsewhere in an earlier window', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(0, 0.3, 2.5),
        (seed, windows, window, left) => {
          const quiet = findSureness(leavesOf({ seed, windows, storm: null }))
          const storm = { window: Math.min(window, windows), left }
          const after = findSureness(leavesOf({ seed, windows, storm }))
          expect(after).toBeGreaterThanOrEqual(quiet)
        },
      ),
      runs,
    )
  })

  test('is not demoted by more earlier windows', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const input = leavesOf({ seed, windows: 8, storm: null })
        const surenesses = [0, 1, 2, 3, 5, 8].map((windows) => {
          return findSureness({ ...input, history: input.history!.slice(0, windows) })
        })
        expect(surenesses).toEqual(surenesses.toSorted((a, b) => a - b))
      }),
      runs,
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type PlacedLot,
  partitionRuns,
} from '../../../src/operations/acceleration/partition-states.ts'

const VALUES = Array.from({ length: 12 }, (_, i) => `2024-05-${String(i + 1).padStart(2, '0')}`)

const lot = fc
  .record({
    first: fc.integer({ min: -3, max: 14 }),
    length: fc.integer({ min: 0, max: 6 }),
    status: fc.constantFrom('WAITING', 'RUNNING', 'SUCCESS', 'FAILED'),
  })
  .map(({ first, length, status }) => ({ first, last: first + length, status }))

/** No two end at the same moment. */
const lots = fc.array(lot, { maxLength: 8 }).map((some) =>
  some.map((one, i): PlacedLot => {
    const hasEnded = one.status === 'SUCCESS' || one.status === 'FAILED'
    const endedAt = hasEnded ? new Date(Date.UTC(2024, 0, 1 + ((i * 5) % 8))).toISOString() : null
    return { ...one, from: null, to: null, endedAt }
  }),
)

/** The state of one partition, from all lots that have it. */
function stateAt(place: number, all: readonly PlacedLot[], isWritten: boolean): string {
  const here = all.filter(({ first, last }) => first <= place && place <= last)
  if (here.some(({ status }) => status === 'RUNNING')) return 'RUNNING'
  if (here.some(({ status }) => status === 'WAITING')) return 'WAITING'
  const [latest] = here.toSorted((a, b) => (a.endedAt! < b.endedAt! ? 1 : -1))
  if (latest?.status === 'FAILED') return 'FAILED'
  return isWritten ? 'DONE' : 'MISSING'
}

test('runs give each partition its state, and adjacent runs have different states', () => {
  fc.assert(
    fc.property(lots, fc.subarray(VALUES), (all, some) => {
      const written = new Set(some)
      const runs = partitionRuns(VALUES, all, written)
      const states = runs.flatMap(({ from, to, state }) =>
        VALUES.filter((value) => value >= from! && value <= to!).map((value) => [value, state]),
      )
      expect(states).toEqual(
        VALUES.map((value, place) => [value, stateAt(place, all, written.has(value))]),
      )
      for (const [i, { state }] of runs.entries()) expect(runs[i + 1]?.state).not.toBe(state)
    }),
  )
})

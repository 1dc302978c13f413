import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareLeaves } from '../../../src/causes/leaves/leaves.ts'
import { grid } from '../made-leaves.ts'

const cards = fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 4 })

test('leaves in the order of their codes are not copied, others are put in it', () => {
  fc.assert(
    fc.property(cards, fc.infiniteStream(fc.nat()), (all, places) => {
      const dimensions = grid(all)
      const numbers = Float64Array.from(dimensions[0]!.codes, (_, leaf) => leaf + 1)
      const ordered = runToEnd(prepareLeaves({ dimensions, current: numbers, compare: numbers }))
      expect(ordered.current).toBe(numbers)
      const rows = [...numbers.keys()].map((row) => [places.next().value!, row] as const)
      const order = rows.sort(([a], [b]) => a - b).map(([, row]) => row)
      const moved = Float64Array.from(order, (row) => numbers[row]!)
      const shuffled = dimensions.map((one) => ({
        ...one,
        codes: Uint32Array.from(order, (row) => one.codes[row]!),
      }))
      const prepared = runToEnd(
        prepareLeaves({ dimensions: shuffled, current: moved, compare: moved }),
      )
      expect(prepared).toEqual(ordered)
    }),
  )
})

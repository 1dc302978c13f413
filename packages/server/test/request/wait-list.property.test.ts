import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWaitList, type Wait } from '../../src/request/wait-list.ts'

/** Somebody comes, or one of those who ever came leaves, perhaps again. */
const step = fc.oneof(fc.constant('come' as const), fc.record({ leave: fc.nat({ max: 15 }) }))

test('keeps those who wait in the order in which they came, as an array does', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const list = createWaitList()
      const came: Wait[] = []
      let model: readonly Wait[] = []
      for (const one of steps) {
        if (one === 'come') {
          const wait = list.add(came.length, () => {})
          came.push(wait)
          model = [...model, wait]
        } else {
          const wait = came[one.leave]
          if (wait === undefined) continue
          expect(list.remove(wait)).toBe(model.includes(wait))
          expect([wait.previous, wait.next]).toEqual([null, null])
          model = model.filter((other) => other !== wait)
        }
        expect(list.first()).toBe(model[0] ?? null)
      }
      const left: Wait[] = []
      for (let wait = list.first(); wait !== null; wait = list.first()) {
        left.push(wait)
        list.remove(wait)
      }
      expect(left).toEqual(model)
    }),
  )
})

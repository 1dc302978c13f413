import { LruMap } from '@tributary/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const key = fc.integer({ min: 0, max: 7 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('get'), key }),
  fc.record({ kind: fc.constant('set'), key }),
  fc.record({ kind: fc.constant('delete'), key }),
)

test('a map holds the entries that were used last, and as many as it may', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step), (limit, steps) => {
      const map = new LruMap<number, number>(limit)
      // All entries, the latest use last; the map has the end of the list.
      let model: (readonly [number, number])[] = []
      for (const [index, { kind, key: used }] of steps.entries()) {
        const present = model.find(([k]) => k === used)
        const others = model.filter(([k]) => k !== used)
        if (kind === 'get') {
          expect(map.get(used)).toBe(present?.[1])
          if (present !== undefined) model = [...others, present]
        } else if (kind === 'set') {
          const all = [...others, [used, index] as const]
          expect(map.set(used, index)).toBe(all.length > limit ? all[0]![1] : undefined)
          model = all.slice(-limit)
        } else {
          map.delete(used)
          model = others
        }
        expect(map.entries()).toEqual(model)
      }
    }),
  )
})

test('a map without entries has none', () => {
  const map = new LruMap<string, null>(2)
  map.set('a', null)
  expect(map.get('a')).toBeNull()
  map.clear()
  expect(map.entries()).toEqual([])
})

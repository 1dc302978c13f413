import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lazyList } from '../src/lazy-list.ts'

const lengths = fc.oneof(fc.nat(20), fc.integer({ min: 1_020, max: 3_000 }))

test('a lazy list reads as the array of its items', () => {
  fc.assert(
    fc.property(lengths, fc.nat(), fc.nat(), (length, a, b) => {
      const at = (place: number) => ({ square: place * place })
      const list = lazyList(length, at)
      const array = Array.from({ length }, (_, place) => at(place))
      expect(list.length).toBe(length)
      expect([...list]).toEqual(array)
      expect(list.slice(a % 3_000, b % 3_000)).toEqual(array.slice(a % 3_000, b % 3_000))
      expect([list[a % 3_000], list.at(-1), list[-1]]).toEqual([
        array[a % 3_000],
        array.at(-1),
        undefined,
      ])
      expect(list.map(({ square }) => square + 1)).toEqual(array.map(({ square }) => square + 1))
      expect([...list.entries()]).toEqual([...array.entries()])
      expect(JSON.stringify(list)).toBe(JSON.stringify(array))
      expect(Array.isArray(list)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('a long one makes an item when it is read, and cannot be changed', () => {
  let made = 0
  const list = lazyList(1_000_000, (place) => {
    made += 1
    return place
  })
  expect([list[999_999], list[1_000_000], made]).toEqual([999_999, undefined, 1])
  expect(() => (list as number[]).push(1)).toThrow(TypeError)
})

import { expect, test } from 'vitest'
import { groupingSets, maskRuns, toGroupingMask } from '../../src/compile/grouping-sets.ts'
import { column } from '../support/trees.ts'

const key = (name: string) => ({ name, value: column('t', name, 'STRING') })

test('merges groupings by the same columns into a single set', () => {
  const names = ['a', 'b', 'c']
  const groupings = [
    [],
    [key('a')],
    [key('b'), key('a')],
    [key('a'), key('b')],
    [key('c'), key('c')],
    [],
  ]
  expect(groupingSets(groupings, ({ name }) => names.indexOf(name))).toEqual({
    sets: [[], [0], [0, 1], [2]],
    groupings: [
      { set: 0, keys: [] },
      { set: 1, keys: [0] },
      { set: 2, keys: [1, 0] },
      { set: 2, keys: [0, 1] },
      { set: 3, keys: [2, 2] },
      { set: 0, keys: [] },
    ],
  })
})

test('sets a bit in the grouping mask for each key that is not in the set, the first key highest', () => {
  expect([
    toGroupingMask([], 3),
    toGroupingMask([0], 3),
    toGroupingMask([1, 2], 3),
    toGroupingMask([], 0),
  ]).toEqual(['7', '3', '4', ''])
})

test('splits many keys over several masks', () => {
  expect(maskRuns(Array.from({ length: 70 })).map((run) => run.length)).toEqual([31, 31, 8])
  expect(toGroupingMask([0, 31, 69], 70)).toBe(`${2 ** 30 - 1},${2 ** 30 - 1},254`)
})

import type { Interval, TypedExpr } from '@tributary/expression'
import { expect, test } from 'vitest'
import { overlapMeasures } from '../../src/plan/plan-comparison.ts'

const condition: TypedExpr = {
  kind: 'constant',
  type: 'BOOLEAN',
  constant: { type: 'BOOLEAN', value: true },
}
const request = { windows: { current: condition, compare: condition } }
const interval = (from: bigint | null, to: bigint | null): Interval => ({ from, to })

test.each<[string, readonly Interval[], readonly Interval[]]>([
  ['one ends where the other begins', [interval(0n, 5n)], [interval(5n, 9n)]],
  [
    'they interleave',
    [interval(null, 1n), interval(5n, 6n)],
    [interval(1n, 5n), interval(6n, null)],
  ],
  ['one is empty', [], [interval(null, null)]],
])('counts nothing when %s', (_, current, compare) => {
  expect(overlapMeasures(request, { current, compare })).toEqual([])
})

test.each<[string, readonly Interval[] | null, readonly Interval[] | null]>([
  ['they share a moment', [interval(0n, 6n)], [interval(5n, 9n)]],
  ['they are open', [interval(0n, null)], [interval(5n, 9n)]],
  ['one is not known', null, [interval(5n, 9n)]],
])('counts the rows of both windows when %s', (_, current, compare) => {
  expect(overlapMeasures(request, { current, compare })).toEqual([
    {
      name: '@overlap',
      aggregate: 'COUNT',
      argument: null,
      filter: condition,
    },
  ])
})

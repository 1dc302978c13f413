import { expect, test } from 'vitest'
import { type Point, slopeOf } from '../growth/axis.ts'
import { chartOf } from '../growth/chart.ts'
import { atLeast, atMost, goalsText } from '../measure/goals.ts'

test('a goal is reached at its bound, missed beyond it, and neither where nothing was measured', () => {
  const goals = [atLeast('speed', 5, 5), atLeast('speed', 4.9, 5), atMost('time', 5.1, 5)]
  expect(goals.map(({ isReached }) => isReached)).toEqual([true, false, false])
  expect(atMost('time', null, 5)).toMatchObject({ figure: null, found: '', isReached: null })
  expect(goalsText([atMost('time', null, 5)])).toContain('not measured')
})

const points = (time: (size: number) => number): readonly Point[] =>
  [10, 100, 1_000, 10_000].map((size) => ({ size, time: time(size) }))

test('the slope is the exponent by which times grow with size, without the fixed cost', () => {
  expect(slopeOf(points((size) => 3 * size))).toBeCloseTo(1, 10)
  expect(slopeOf(points((size) => size ** 2))).toBeCloseTo(2, 10)
  expect(slopeOf(points((size) => 50 + size))).toBeCloseTo(1, 1)
  expect(slopeOf(points((size) => size * Math.log(size)))).toBeGreaterThan(1.05)
  expect(slopeOf(points(() => 1).slice(0, 1))).toBeNull()
})

test('a chart has a point for each size, and its slope', () => {
  const line = { name: 'rows', points: points((size) => size / 7), slope: 1 }
  const chart = chartOf([line, { ...line, name: 'groups' }])
  expect(chart.match(/<circle/g)).toHaveLength(8)
  expect(chart).toContain('groups: slope 1.00')
  expect(chart).not.toContain('NaN')
})

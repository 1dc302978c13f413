import { evaluate, findConditionIntervals, type Interval, parseTime } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileSample } from '../support/compile-sample.ts'
import { runs } from '../support/runs.ts'

const DAY = 86_400_000_000n
const FIRST = parseTime('2023-12-20')!

const moment = fc
  .integer({ min: 0, max: 120 * 24 })
  .map((hours) => FIRST + BigInt(hours) * 3_600_000_000n)
const side = fc.constantFrom(
  '[metric_time]',
  'DateTrunc([metric_time], "HOUR")',
  '[metric_time__day]',
  '[metric_time__week]',
  '[metric_time__month]',
  '[metric_time__quarter]',
  'DateTrunc([metric_time__week], "MONTH")',
  '[day]',
  'DateTrunc([day], "MONTH")',
)
const constant = fc.oneof(
  fc.constantFrom('"2024-01"', '"2024-02-14"', '"2024-01-01 06:30:00"', '"2024"', 'NULL'),
  fc.constantFrom('Cast("2024-02-05 00:00:00", "Timestamp")', 'Date("2024-01-15")', 'Now()'),
)
const comparison = fc
  .tuple(side, fc.constantFrom('=', '!=', '<', '<=', '>', '>='), constant, fc.boolean())
  .map(([left, op, right, turned]) =>
    turned ? `${right} ${op} ${left}` : `${left} ${op} ${right}`,
  )
const membership = fc
  .tuple(side, fc.array(constant, { minLength: 1, maxLength: 3 }))
  .map(([left, values]) => `IN(${[left, ...values].join(', ')})`)
const condition = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    comparison,
    membership,
    fc.constantFrom('TRUE', 'FALSE'),
    tie('condition').map((one) => `NOT (${one})`),
    fc
      .tuple(fc.constantFrom('AND', 'OR'), tie('condition'), tie('condition'))
      .map(([op, left, right]) => `(${left}) ${op} (${right})`),
  ),
})).condition

describe('intervalsOf', () => {
  test('holds exactly the times that make the condition TRUE', () => {
    fc.assert(
      fc.property(condition, fc.array(moment, { minLength: 1, maxLength: 20 }), (text, times) => {
        const typed = compileSample(text)
        const intervals = findConditionIntervals(typed, () => true)!
        const edges = intervals.flatMap(({ from, to }) => [from, to]).filter((one) => one !== null)
        const near = edges.flatMap((edge) => [edge - 1n, edge])
        for (const time of [...times, ...near]) {
          const value = evaluate(typed, ({ type }) =>
            type === 'DATE' ? Number((time - (time % DAY)) / DAY) : time,
          )
          expect(isInside(time, intervals)).toBe(value === true)
        }
      }),
      runs(125),
    )
  })

  test('is sorted, without gaps of no length', () => {
    fc.assert(
      fc.property(condition, (text) => {
        const intervals = findConditionIntervals(compileSample(text), () => true)!
        for (const [index, { from, to }] of intervals.entries()) {
          if (from !== null && to !== null) expect(from < to).toBe(true)
          const next = intervals[index + 1]
          if (next) expect(to !== null && next.from !== null && to < next.from).toBe(true)
        }
      }),
      runs(75),
    )
  })
})

function isInside(time: bigint, intervals: readonly Interval[]): boolean {
  return intervals.some(
    ({ from, to }) => (from === null || from <= time) && (to === null || time < to),
  )
}

import {
  check,
  evaluate,
  parse,
  parseTime,
  type TypedExpr,
  truncate,
  type Value,
} from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listTypedChildren } from '../../src/tree/visit-typed.ts'
import { compileSample, NOW } from '../support/compile-sample.ts'
import { runs } from '../support/runs.ts'
import { sampleScope } from '../support/sample-scope.ts'

const DAY = 86_400_000_000n
const GRAINS = ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR'] as const
const FIRST = parseTime('2023-11-20')!

const moment = fc
  .integer({ min: 0, max: 450 * 24 })
  .map((hours) => FIRST + BigInt(hours) * 3_600_000_000n)
const operator = fc.constantFrom('=', '!=', '<', '<=', '>', '>=')

function literal(time: bigint): string {
  const text = new Date(Number(time / 1000n)).toISOString().slice(0, 19).replace('T', ' ')
  return `Cast("${text}", "Timestamp")`
}

function compare(op: string, left: bigint, right: bigint): boolean {
  switch (op) {
    case '=':
      return left === right
    case '!=':
      return left !== right
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    default:
      return left >= right
  }
}

/** Whether a checked tree still truncates times. */
function truncates(typed: TypedExpr): boolean {
  const own = typed.kind === 'call' && typed.function === 'DateTrunc'
  return own || listTypedChildren(typed).some(truncates)
}

function valueAt(typed: TypedExpr, time: bigint | null): Value {
  return evaluate(typed, ({ type }) =>
    time === null ? null : type === 'DATE' ? Number(time / DAY) : time,
  )
}

describe('a comparison of a truncated time', () => {
  test('means the same as a range of the time, whatever the constant', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GRAINS),
        operator,
        moment,
        fc.array(moment, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('metric_time', 'day'),
        (grain, op, constant, times, name) => {
          fc.pre(name === 'metric_time' || grain !== 'HOUR')
          const typed = compileSample(`DateTrunc([${name}], "${grain}") ${op} ${literal(constant)}`)
          expect(truncates(typed)).toBe(false)
          for (const time of [...times, constant]) {
            const read = name === 'day' ? time - (time % DAY) : time
            const expected = compare(op, truncate(read, grain), constant)
            expect(valueAt(typed, time)).toBe(expected)
          }
          expect(valueAt(typed, null)).toBeNull()
        },
      ),
      runs(125),
    )
  })

  test('is a union of ranges in a list, and one range in BETWEEN', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GRAINS),
        fc.array(moment, { minLength: 1, maxLength: 5 }),
        fc.array(moment, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (grain, members, times, negated) => {
          const value = `DateTrunc([metric_time], "${grain}")`
          const not = negated ? 'NOT ' : ''
          const listed = compileSample(`${not}IN(${[value, ...members.map(literal)].join(', ')})`)
          const [low, high] = [members[0]!, members.at(-1)!]
          const between = compileSample(
            `${value} ${not}BETWEEN ${literal(low)} AND ${literal(high)}`,
          )
          expect(truncates(listed) || truncates(between)).toBe(false)
          for (const time of [...times, ...members]) {
            const start = truncate(time, grain)
            expect(valueAt(listed, time)).toBe(members.includes(start) !== negated)
            expect(valueAt(between, time)).toBe((start >= low && start <= high) !== negated)
          }
          expect(valueAt(listed, null)).toBeNull()
          expect(valueAt(between, null)).toBeNull()
        },
      ),
      runs(75),
    )
  })

  test('is not rewritten beyond the calendar, without a constant, or when a term would be repeated', () => {
    for (const text of [
      '[metric_time__year] = "9999"',
      '[metric_time__day] = [day]',
      '[metric_time__day] = NULL',
      'DateTrunc(Coalesce([metric_time], [day]), "DAY") = "2024-01-01"',
      `IN([metric_time__day], ${Array.from({ length: 40 }, (_, day) => literal(FIRST + BigInt(2 * day) * DAY)).join(', ')})`,
    ]) {
      expect(truncates(compileSample(text)), text).toBe(true)
    }
    expect(
      truncates(compileSample('DateTrunc(Coalesce([metric_time], [day]), "DAY") < "2024-01-01"')),
    ).toBe(false)
  })

  test('warns where a listed constant begins no period', () => {
    const text = 'IN([metric_time__month], "2024-02", Cast("2024-02-02", "Timestamp"))'
    const { diagnostics } = check(parse(text).ast!, sampleScope, { now: NOW })
    expect(diagnostics).toMatchObject([{ code: 'EXP2104', span: { start: 36, end: 67 } }])
  })
})

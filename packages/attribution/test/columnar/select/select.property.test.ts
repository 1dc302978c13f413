import { evaluate, type TypedExpr, toText, type Value, type ValueType } from '@tributary/expression'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createColumnCache } from '../../../src/columnar/columns/column-cache.ts'
import { readValue } from '../../../src/columnar/columns/read-value.ts'
import { selectAllRows, tableSpace } from '../../../src/columnar/select/create-row-space.ts'
import { toColumn } from '../../../src/columnar/select/to-column.ts'
import { toPredicate } from '../../../src/columnar/select/to-predicate.ts'
import { anything, condition } from '../support/random-expression.ts'
import { type Row, rows, tableOf } from '../support/random-table.ts'

const numRuns = process.env.TRIBUTARY_LONG ? 20_000 : 200

const spaceOf = (data: readonly Row[]) =>
  tableSpace(selectAllRows(tableOf(data), 'facts', createColumnCache()))

const evaluated = (typed: TypedExpr, row: Row): Value =>
  evaluate(typed, ({ name }) => row[name] ?? null)

const not = (operand: TypedExpr): TypedExpr => ({ kind: 'not', type: 'BOOLEAN', operand })

test('selects the rows for which the row evaluator says TRUE', () => {
  fc.assert(
    fc.property(condition, rows, (typed, data) => {
      const expected = data.flatMap((row, at) => (evaluated(typed, row) === true ? [at] : []))
      const predicate = toPredicate(typed, spaceOf(data))
      const out = new Uint32Array(data.length + 1)
      const count = predicate.select({ from: 0, to: data.length, at: 0 }, out)
      expect([...out.subarray(0, count)]).toEqual(expected)
    }),
    { numRuns },
  )
})

test('refining a selection keeps the rows that selecting finds, in any range of rows', () => {
  fc.assert(
    fc.property(condition, rows, fc.nat(40), fc.nat(40), (typed, data, one, other) => {
      const from = Math.min(one, other, data.length)
      const to = Math.min(Math.max(one, other), data.length)
      const predicate = toPredicate(typed, spaceOf(data))
      const selected = new Uint32Array(data.length + 8)
      const count = predicate.select({ from, to, at: 5 }, selected)
      const refined = Uint32Array.from({ length: to - from + 3 }, (_, at) => from + at - 2)
      const left = predicate.refine(refined, { at: 2, count: to - from })
      expect([...refined.subarray(2, 2 + left)]).toEqual([...selected.subarray(5, 5 + count)])
    }),
    { numRuns },
  )
})

test('selects and refines in tables of many batches', () => {
  fc.assert(
    fc.property(
      fc.array(condition, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('AND', 'OR'),
      rows.filter(({ length }) => length > 0),
      (operands, op, data) => {
        const many = Array.from({ length: 20_003 }, (_, row) => data[(row * 7919) % data.length]!)
        const typed: TypedExpr = { kind: 'logical', type: 'BOOLEAN', op, operands }
        const kept = new Set(data.filter((row) => evaluated(typed, row) === true))
        const expected = many.flatMap((row, at) => (kept.has(row) ? [at] : []))
        const predicate = toPredicate(typed, spaceOf(many))
        const out = new Uint32Array(many.length + 1)
        const count = predicate.select({ from: 0, to: many.length, at: 0 }, out)
        expect(out.subarray(0, count)).toEqual(Uint32Array.from(expected))
        const refined = Uint32Array.from(many.keys())
        const left = predicate.refine(refined, { at: 0, count: many.length })
        expect(refined.subarray(0, left)).toEqual(Uint32Array.from(expected))
      },
    ),
    { numRuns: process.env.TRIBUTARY_LONG ? 500 : 6 },
  )
})

test('a condition, its negation and "is null" select each row exactly once', () => {
  fc.assert(
    fc.property(condition, rows, (typed, data) => {
      const space = spaceOf(data)
      const isNull: TypedExpr = { kind: 'call', type: 'BOOLEAN', function: 'IsNull', args: [typed] }
      const counts = [typed, not(typed), isNull].map((one) =>
        toPredicate(one, space).select(
          { from: 0, to: data.length, at: 0 },
          new Uint32Array(data.length + 1),
        ),
      )
      expect(counts.reduce((sum, count) => sum + count)).toBe(data.length)
    }),
    { numRuns },
  )
})

test('computes the columns that the row evaluator computes, or says which number has no room', () => {
  fc.assert(
    fc.property(anything, rows, (typed, data) => {
      const values = data.map((row) => evaluated(typed, row))
      const space = spaceOf(data)
      if (values.some((value) => isLarge(value, typed.type))) {
        expectRangeError(() => toColumn(typed, space))
        return
      }
      const computed = toColumn(typed, space)
      const texts = data.map((_, row) => toText(readValue(computed, row), typed.type))
      expect(texts).toEqual(values.map((value) => toText(finite(value), typed.type)))
    }),
    { numRuns },
  )
})

/** Large enough to leave 64 bits, as units of a DECIMAL of any scale that comes up here. */
function isLarge(value: Value, type: ValueType): boolean {
  if (value === null || (type !== 'INT' && type !== 'DECIMAL')) return false
  const limit = type === 'INT' ? 2 ** 63 : 2 ** 50
  return Math.abs(Number(toText(value, type))) >= limit
}

function expectRangeError(compute: () => unknown): void {
  try {
    compute()
  } catch (error) {
    expect(error).toMatchObject({ code: 'ATTRIBUTION_NUMBER_RANGE' })
  }
}

function finite(value: Value): Value {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

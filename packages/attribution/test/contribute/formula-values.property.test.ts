import type { TypedExpr, ValueType } from '@tributary/expression'
import {
  compareDecimals,
  decimalToNumber,
  evaluateFormula,
  numberToDecimal,
  toDecimal,
  valueToNumber,
} from '@tributary/expression/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeFormula } from '../../src/contribute/formula-values.ts'
import type { Aggregate, Measure, MeasureColumns, NumberColumn } from '../../src/request/source.ts'

const ROWS = 5

const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: ROWS, maxLength: ROWS })
const units = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.maxSafeInteger(),
  fc.constant(Number.NaN),
)
const double = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53),
  fc.integer({ min: -9, max: 9 }),
)
const column: fc.Arbitrary<NumberColumn> = fc.oneof(
  fc.record({
    kind: fc.constant('safe' as const),
    scale: fc.constantFrom(0, 2, 25),
    units: list(units).map((values) => Float64Array.from(values)),
  }),
  fc.record({
    kind: fc.constant('exact' as const),
    scale: fc.constantFrom(0, 2),
    units: list(fc.option(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), { freq: 3 })),
  }),
  fc.record({
    kind: fc.constant('double' as const),
    values: list(double).map((values) => Float64Array.from(values)),
  }),
)

const MEASURES: readonly (readonly [name: string, aggregate: Aggregate, type: ValueType])[] = [
  ['rows', 'COUNT', 'INT'],
  ['sum', 'SUM', 'DECIMAL'],
  ['least', 'MIN', 'INT'],
  ['most', 'MAX', 'DOUBLE'],
]

const constant = fc.oneof(
  fc
    .constantFrom(0n, 1n, -3n, 2n ** 60n)
    .map(
      (value): TypedExpr => ({ kind: 'constant', type: 'INT', constant: { type: 'INT', value } }),
    ),
  fc.constantFrom('0.25', '-1.5', '0').map(
    (value): TypedExpr => ({
      kind: 'constant',
      type: 'DECIMAL',
      constant: { type: 'DECIMAL', value },
    }),
  ),
  fc.constantFrom(0, -0.1, 1e300).map(
    (value): TypedExpr => ({
      kind: 'constant',
      type: 'DOUBLE',
      constant: { type: 'DOUBLE', value },
    }),
  ),
)
const reference = fc
  .constantFrom(...MEASURES)
  .map(([name, , type]): TypedExpr => ({ kind: 'reference', type, table: null, name }))

/** As the checker types an operator: exact while both sides are. */
function typeOf(op: string, left: TypedExpr, right: TypedExpr): ValueType {
  const types = [left.type, right.type]
  if (op === '/' || types.includes('DOUBLE')) return 'DOUBLE'
  return types.includes('DECIMAL') ? 'DECIMAL' : 'INT'
}

const { formula } = fc.letrec<{ formula: TypedExpr }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    reference,
    constant,
    fc
      .tuple(
        fc.constantFrom(...(['+', '-', '*', '/', '%'] as const)),
        tie('formula'),
        tie('formula'),
      )
      .map(
        ([op, left, right]): TypedExpr => ({
          kind: 'arithmetic',
          type: typeOf(op, left, right),
          op,
          left,
          right,
        }),
      ),
    tie('formula').map((operand): TypedExpr => ({ kind: 'negate', type: operand.type, operand })),
    tie('formula').map(
      (one): TypedExpr => ({ kind: 'call', function: 'Abs', type: one.type, args: [one] }),
    ),
  ),
}))

/** The value of a measure as the language has it, from the column as it is; decimals as doubles unless they are `exact`. */
function measureValue(
  one: NumberColumn,
  row: number,
  { measure, isExact }: { readonly measure: (typeof MEASURES)[number]; readonly isExact: boolean },
) {
  const [, aggregate, type] = measure
  const none = aggregate === 'MIN' || aggregate === 'MAX' ? null : type === 'INT' ? 0n : 0
  if (one.kind === 'double') {
    const value = one.values[row]!
    if (Number.isNaN(value)) return none
    return type === 'INT' && Number.isInteger(value) ? BigInt(value) : value
  }
  const value = one.units[row]
  if (value === null || value === undefined || Number.isNaN(value)) return none
  if (type === 'INT' && one.scale === 0) return BigInt(value)
  const decimal = { units: BigInt(value), scale: one.scale }
  return isExact ? decimal : decimalToNumber(decimal)
}

test('a formula on whole columns is what the evaluator says of every row', () => {
  const measures = MEASURES.map(
    ([name, aggregate]): Measure => ({ name, aggregate, argument: null, filter: null }),
  )
  fc.assert(
    fc.property(formula, list(column), list(fc.nat(3)), (tree, columns, present) => {
      const { values, exact } = computeFormula({
        metric: { name: 'metric', measures, formula: tree },
        measures: new Map(
          MEASURES.map(([name], index): [string, MeasureColumns] => [
            name,
            { current: columns[index]!, compare: columns[index]! },
          ]),
        ),
        window: 'current',
        present: Float64Array.from(present),
        divisors: null,
      })
      const isExact =
        ['INT', 'DECIMAL'].includes(tree.type) &&
        columns.slice(0, MEASURES.length).every(({ kind }) => kind !== 'double')
      const expected = present.map((count, row) => {
        if (count === 0) return null
        return evaluateFormula(tree, ({ name }) => {
          const index = MEASURES.findIndex(([measure]) => measure === name)
          return measureValue(columns[index]!, row, { measure: MEASURES[index]!, isExact })
        })
      })
      const numbers = expected.map((value) => {
        const number = value === null ? Number.NaN : valueToNumber(value)
        return Number.isFinite(number) ? number + 0 : Number.NaN
      })
      expect(values).toEqual(Float64Array.from(numbers))
      for (const [row, number] of numbers.entries()) {
        const decimal = isExact && !Number.isNaN(number) ? toDecimal(expected[row]!) : null
        const loses = decimal !== null && compareDecimals(numberToDecimal(number), decimal) !== 0
        expect(exact.get(row) === undefined, String(number)).toBe(!loses)
        if (loses) expect(compareDecimals(exact.get(row)!, decimal)).toBe(0)
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 100_000 : 1_000 },
  )
})

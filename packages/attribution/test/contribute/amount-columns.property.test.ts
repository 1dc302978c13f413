import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  amountAt,
  amountColumn,
  differenceAt,
  differenceColumn,
  linearAmounts,
} from '../../src/contribute/amounts.ts'
import {
  type AffineForm,
  addForms,
  constantForm,
  divideForm,
  measureForm,
  multiplyForm,
} from '../../src/plan/metric-form.ts'
import type { MeasureColumns, NumberColumn } from '../../src/request/source.ts'

const ROWS = 6
const units = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.maxSafeInteger(),
  fc.constant(Number.NaN),
)
const scale = fc.constantFrom(0, 1, 2, 9, 25)
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: ROWS, maxLength: ROWS })
const column: fc.Arbitrary<NumberColumn> = fc.oneof(
  fc.record({
    kind: fc.constant('safe' as const),
    scale,
    units: list(units).map((values) => Float64Array.from(values)),
  }),
  fc.record({
    kind: fc.constant('exact' as const),
    scale,
    units: list(fc.option(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }))),
  }),
  fc.record({
    kind: fc.constant('double' as const),
    values: list(fc.double()).map((values) => Float64Array.from(values)),
  }),
)
const measure: fc.Arbitrary<MeasureColumns> = fc.record({ current: column, compare: column })

const constant = (value: string): AffineForm => constantForm({ type: 'DECIMAL', value })!
const form = fc.constantFrom(
  measureForm('a'),
  addForms(measureForm('a'), multiplyForm(measureForm('b'), constant('-0.25'))),
  divideForm(addForms(measureForm('a'), measureForm('b')), constant('60')),
)
const divisor = fc.constantFrom(1n, 30n, 31n)

/** The same numbers as bigints: what is computed from them has no short cut. */
function withoutSafe(one: NumberColumn): NumberColumn {
  if (one.kind !== 'safe') return one
  const known = Array.from(one.units, (value) => (Number.isNaN(value) ? null : BigInt(value)))
  return { kind: 'exact', scale: one.scale, units: known }
}

test('amounts computed by column equal those computed row by row with big integers', () => {
  const properties = fc.record({ a: measure, b: measure, form, current: divisor, compare: divisor })
  fc.assert(
    fc.property(properties, ({ a, b, form, current, compare }) => {
      const divisors = { current, compare }
      const quick = linearAmounts(form, new Map(Object.entries({ a, b })), divisors)
      const slow = linearAmounts(
        form,
        new Map(
          Object.entries({ a, b }).map(([name, one]) => [
            name,
            { current: withoutSafe(one.current), compare: withoutSafe(one.compare) },
          ]),
        ),
        divisors,
      )
      const rows = (value: (row: number) => number) =>
        Float64Array.from({ length: ROWS }, (_, row) => {
          const one = value(row)
          return Number.isFinite(one) ? one + 0 : Number.NaN
        })
      for (const window of ['current', 'compare'] as const) {
        expect(amountColumn(quick, window)).toEqual(rows((row) => amountAt(slow, window, row)))
      }
      expect(differenceColumn(quick)).toEqual(rows((row) => differenceAt(slow, row)))
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 50_000 : 2_000 },
  )
})

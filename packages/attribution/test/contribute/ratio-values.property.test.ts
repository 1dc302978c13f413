import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linearAmounts } from '../../src/contribute/amounts.ts'
import { exactRatio, ratioValues } from '../../src/contribute/quotient.ts'
import { measureForm } from '../../src/plan/metric-form.ts'
import type { NumberColumn } from '../../src/request/source.ts'

// Exact to the last digit: two whole numbers of sixteen digits and their scales.
const Exact = Decimal.clone({ precision: 80 })

const amount = fc.record({
  units: fc.oneof(
    fc.integer({ min: -1_000, max: 1_000 }),
    fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    fc.constant(Number.NaN),
  ),
  scale: fc.constantFrom(0, 2, 4, 9),
  divisor: fc.constantFrom(1n, 30n, 31n, 7n),
})
type Amount = (typeof amount)['generate'] extends (...args: never[]) => { value: infer T }
  ? T
  : never

function amountsOf({ units, scale, divisor }: Amount, kind: 'safe' | 'exact') {
  const column: NumberColumn =
    kind === 'safe'
      ? { kind, scale, units: Float64Array.of(units) }
      : { kind, scale, units: [Number.isNaN(units) ? null : BigInt(units)] }
  const divisors = { current: divisor, compare: divisor }
  return linearAmounts(
    measureForm('a'),
    new Map([['a', { current: column, compare: column }]]),
    divisors,
  )
}

// One division, so that a tie between two doubles is a tie here too.
const ratioOf = (above: Amount, below: Amount): number => {
  const parts = ({ scale, divisor }: Amount) => new Exact(10).pow(scale).times(String(divisor))
  const top = new Exact(above.units || 0).times(parts(below))
  const bottom = new Exact(below.units || 0).times(parts(above))
  return bottom.isZero() ? Number.NaN : top.div(bottom).toNumber() + 0
}

test('a ratio is the nearest double of what decimal.js divides, by whole doubles and by big integers alike', () => {
  fc.assert(
    fc.property(amount, amount, (above, below) => {
      const expected = ratioOf(above, below)
      for (const kind of ['safe', 'exact'] as const) {
        const ratio = exactRatio(amountsOf(above, kind), amountsOf(below, kind))!
        expect(ratioValues(ratio, 'current', Float64Array.of(1))).toEqual(Float64Array.of(expected))
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 100_000 : 2_000 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathWeights } from '../../src/contribute/path-integral.ts'
import { metricForm } from '../../src/plan/metric-form.ts'
import { exactWeights } from './support/exact-path.ts'
import { formulaOf, formulas, MEASURES } from './support/random-formula.ts'

const measure = fc.oneof(
  fc.constantFrom(0, 1),
  fc.integer({ min: -9, max: 99 }),
  fc.integer({ min: 0, max: 50_000 }).map((thousandths) => thousandths / 1000),
  fc.integer({ min: 0, max: 1_000_000 }),
)
const point = fc.tuple(measure, measure, measure, fc.nat(50))

test('the weights of a path are the integrals of the slopes in 40 digits', () => {
  const index = new Map(MEASURES.map(({ name }, at) => [name, at]))
  const byName = (values: readonly number[]) =>
    Object.fromEntries(MEASURES.map(({ name }, at) => [name, values[at]!]))
  let judged = 0
  fc.assert(
    fc.property(formulas, point, point, (text, compare, current) => {
      const form = metricForm({ name: 'm', measures: MEASURES, formula: formulaOf(text) })
      if (form.kind !== 'path') return
      const ends = { compare: Float64Array.from(compare), current: Float64Array.from(current) }
      const weights = pathWeights(form.formula, index, ends)
      if (weights === null) return
      const exact = exactWeights(form.formula, {
        compare: byName(compare),
        current: byName(current),
      })
      if (exact === null || Object.values(exact).some((one) => !Number.isFinite(one))) return
      judged++
      const sizes = compare.map((value, at) => Math.max(Math.abs(value), Math.abs(current[at]!)))
      const size = MEASURES.reduce(
        (sum, { name }, at) => sum + Math.abs(exact[name]!) * sizes[at]!,
        0,
      )
      for (const [at, { name }] of MEASURES.entries()) {
        const error = Math.abs(weights.values[at]! - exact[name]!) * sizes[at]!
        if (!Number.isNaN(error)) expect(error).toBeLessThanOrEqual(1e-9 * size)
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 5_000 : 40 },
  )
  expect(judged).toBeGreaterThan(0)
}, 3_600_000)

import { runToEnd } from '@tributary/core/internal'
import type { TypedExpr } from '@tributary/expression'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Measurement,
  measureGroups,
  measureInSlices,
  measureTotal,
} from '../../src/contribute/measure.ts'
import { metricForm } from '../../src/plan/metric-form.ts'
import type { AggregateFrame, Measure, NumberColumn } from '../../src/request/source.ts'

const measure = (name: string): TypedExpr => ({ kind: 'reference', type: 'INT', table: null, name })
const both = (op: '+' | '/' | '*'): TypedExpr => ({
  kind: 'arithmetic',
  type: 'DOUBLE',
  op,
  left: measure('n'),
  right: measure('d'),
})
const measures: readonly Measure[] = ['n', 'd'].map((name) => ({
  name,
  aggregate: 'SUM',
  argument: measure(name),
  filter: null,
}))

type Kind = NumberColumn['kind']
/** Numbers of a few rows, some of them missing, repeated to fill several slices. */
function columnOf(kind: Kind, values: readonly (number | null)[], rows: number): NumberColumn {
  const at = (row: number) => values[row % values.length]!
  const doubles = Float64Array.from({ length: rows }, (_, row) => at(row) ?? Number.NaN)
  if (kind === 'double') return { kind, values: doubles }
  if (kind === 'safe') return { kind, scale: 2, units: doubles }
  const units = Array.from({ length: rows }, (_, row) => {
    const value = at(row)
    return value === null ? null : BigInt(value)
  })
  return { kind, scale: 2, units }
}

const number = fc.option(
  fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 2 ** 52 })),
  { freq: 6 },
)
const kind = fc.constantFrom<Kind>('exact', 'safe', 'double')
const column = fc.record({ kind, values: fc.array(number, { minLength: 1, maxLength: 50 }) })

test('groups that are measured in slices are those that are measured at once', () => {
  fc.assert(
    fc.property(
      fc.tuple(column, column, column, column),
      fc.constantFrom<TypedExpr>(both('+'), both('/'), both('*')),
      fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 3000 }) },
        { weight: 1, arbitrary: fc.integer({ min: 4000, max: 4200 }) },
      ),
      ([a, b, c, d], formula, rows) => {
        const frameOf = (count: number): AggregateFrame => {
          const of = (one: typeof a) => columnOf(one.kind, one.values, count)
          return {
            rowCount: count,
            keys: [],
            measures: [
              { current: of(a), compare: of(b) },
              { current: of(c), compare: of(d) },
            ],
            present: {
              current: Float64Array.from({ length: count }, (_, row) => row % 3),
              compare: new Float64Array(count).fill(1),
            },
          }
        }
        const metric = { name: 'm', measures, formula }
        const divisors = { current: 1n, compare: 1n }
        const form = metricForm(metric)
        const measureDivisors = measures.map(() => divisors)
        const measurement: Measurement = {
          metric,
          form,
          measureDivisors,
          withoutMean: [],
        }
        const one = {
          ...frameOf(1),
          present: { current: Float64Array.of(1), compare: Float64Array.of(1) },
        }
        const { weights } = measureTotal(measurement, one)
        const frame = frameOf(rows)
        expect(runToEnd(measureInSlices(measurement, frame, weights))).toEqual(
          measureGroups(measurement, frame, weights),
        )
      },
    ),
    { numRuns: 60 },
  )
})

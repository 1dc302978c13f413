import { evaluate, typedReferences } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measuresOf } from '../support/measures-of.ts'

const AGGREGATES = [
  'Sum([price])',
  'SumIf([price], [late])',
  'Count()',
  'CountIf([delay] > 3)',
  'CountDistinct([region])',
  'Avg([rate])',
  'AvgIf([rate], [late])',
  'Min([delay])',
  'Max([delay])',
  'Median([rate])',
  'Percentile([rate], 0.9)',
  'StdDev([rate])',
  'Variance([rate])',
]

/** A formula of aggregates and what it is worth when the measure with index `i` is worth `i + 1`. */
interface Formula {
  readonly text: string
  readonly measures: number
  worth(first: number): number
}

const aggregate: fc.Arbitrary<Formula> = fc.constantFrom(...AGGREGATES).map((text) => {
  const isMean = text.startsWith('Avg')
  return {
    text,
    measures: isMean ? 2 : 1,
    worth: (first) => (isMean ? (first + 1) / (first + 2) : first + 1),
  }
})
const formula: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    aggregate,
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => ({
      text: `(${a.text} - ${b.text})`,
      measures: a.measures + b.measures,
      worth: (first: number) => a.worth(first) - b.worth(first + a.measures),
    })),
    tie('formula').map((a) => ({
      text: `Coalesce(If(NOT ${a.text} IS NULL, Abs(-${a.text}), 0), 1)`,
      measures: a.measures * 2,
      worth: (first: number) => Math.abs(a.worth(first + a.measures)),
    })),
  ),
})).formula

describe('extractAggregates', () => {
  test('gives a formula that refers to measures only, numbered in the order of the text', () => {
    fc.assert(
      fc.property(formula, ({ text, measures, worth }) => {
        const found = measuresOf(text)
        expect(found.measures).toHaveLength(measures)
        const names = typedReferences(found.formula).map((one) => one.name)
        expect(names).toEqual(Array.from({ length: measures }, (_, index) => `measure${index}`))
        const value = evaluate(
          found.formula,
          ({ name }) => Number(name.slice('measure'.length)) + 1,
        )
        expect(value).toBeCloseTo(worth(0), 9)
      }),
    )
  })

  test('keeps expressions inside an aggregate in its argument', () => {
    const { measures } = measuresOf('Sum(If([late], [delay] * 2, 0)) / Count()')
    expect(measures[0]!.argument).toMatchObject({ kind: 'call', function: 'If' })
    expect(measures[1]).toEqual({ aggregate: 'COUNT', argument: null, filter: null })
  })
})

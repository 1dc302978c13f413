import { evaluate, typedReferences } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leavesOf } from '../../support/leaves-of.ts'

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

/** A formula of aggregates and what it is worth when the leaf with index `i` is worth `i + 1`. */
interface Formula {
  readonly text: string
  readonly leaves: number
  worth(first: number): number
}

const aggregate: fc.Arbitrary<Formula> = fc.constantFrom(...AGGREGATES).map((text) => {
  const isMean = text.startsWith('Avg')
  return {
    text,
    leaves: isMean ? 2 : 1,
    worth: (first) => (isMean ? (first + 1) / (first + 2) : first + 1),
  }
})
const formula: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    aggregate,
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => ({
      text: `(${a.text} - ${b.text})`,
      leaves: a.leaves + b.leaves,
      worth: (first: number) => a.worth(first) - b.worth(first + a.leaves),
    })),
    tie('formula').map((a) => ({
      text: `Coalesce(If(NOT ${a.text} IS NULL, Abs(-${a.text}), 0), 1)`,
      leaves: a.leaves * 2,
      worth: (first: number) => Math.abs(a.worth(first + a.leaves)),
    })),
  ),
})).formula

describe('extractAggregates', () => {
  test('leaves a formula over its leaves alone, in the order of the text', () => {
    fc.assert(
      fc.property(formula, ({ text, leaves, worth }) => {
        const found = leavesOf(text)
        expect(found.leaves).toHaveLength(leaves)
        const names = typedReferences(found.formula).map((one) => one.name)
        expect(names).toEqual(Array.from({ length: leaves }, (_, index) => `leaf${index}`))
        const value = evaluate(found.formula, ({ name }) => Number(name.slice(4)) + 1)
        expect(value).toBeCloseTo(worth(0), 9)
      }),
    )
  })

  test('keeps what stands inside an aggregate whole', () => {
    const { leaves } = leavesOf('Sum(If([late], [delay] * 2, 0)) / Count()')
    expect(leaves[0]!.argument).toMatchObject({ kind: 'call', function: 'If' })
    expect(leaves[1]).toEqual({ aggregate: 'COUNT', argument: null, filter: null })
  })
})

import { evaluate, type Value } from '@tributary/expression'
import { treeKey, valueToNumber } from '@tributary/expression/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metricForm } from '../../src/plan/metric-form.ts'
import { plainFormula } from '../../src/plan/plain-formula.ts'
import type { Measure } from '../../src/request/source.ts'
import { formulaOf, MEASURES } from '../contribute/support/random-formula.ts'

const plain = (text: string) => treeKey(plainFormula(formulaOf(text), MEASURES))

describe('plainFormula', () => {
  test.each([
    '[a] / NullIf([b], 0)',
    '[a] / NullIf([b], 0.0)',
    '[a] / NullIf(Coalesce([b], 0), 0)',
    'Coalesce([a], 0) / NullIf([b], 0)',
    'Coalesce([a] / NullIf([b], 0), NULL)',
    'Case([b] = 0, NULL, [a] / [b])',
    'Case(0 = [b], NULL, [a] / [b])',
    'Case([b] <> 0, [a] / [b])',
    'Case([b] <> 0, [a] / [b], NULL)',
    'CASE WHEN [b] = 0 THEN NULL ELSE [a] / [b] END',
    'CASE WHEN [b] IS NULL OR [b] = 0 THEN NULL ELSE [a] / [b] END',
    'CASE WHEN [b] IS NULL THEN NULL WHEN [b] = 0 THEN NULL ELSE [a] / [b] END',
    'CASE WHEN [b] IS NOT NULL AND [b] <> 0 THEN [a] / [b] END',
    'If(NOT [b] = 0, [a] / [b], NULL)',
    'If(IN([b], 0), NULL, [a] / [b])',
    'If([b] = 0, NULL, [a] / NullIf([b], 0))',
    'If([b] <> 0, If([b] = 0, NULL, [a] / [b]), NULL)',
    'If(100 * [b] = 0, NULL, [a] / [b])',
    '[a] / If([b] = 0, NULL, [b])',
    '[a] / If([b] <> 0, [b], NULL)',
    '[a] / If([b] <> 0, [b], 0)',
    '[a] / Coalesce([b], 0)',
    'SafeDivide([a], [b])',
    'SafeDivide([a], NullIf([b], 0))',
    'Cast([a], "Double") / NullIf([b], 0)',
    'Cast([a] / NullIf([b], 0), "Double")',
    'If(IsNull([a]), 0, [a]) / [b]',
  ])('takes %s for [a] / [b]', (text) => {
    expect(plain(text)).toBe(plain('[a] / [b]'))
  })

  test.each([
    ['Case([n] > 0, [a] / [n])', '[a] / [n]'],
    ['If([n] < 1, NULL, [a] / [n])', '[a] / [n]'],
    ['If([n] >= 1, [a] / [n], NULL)', '[a] / [n]'],
    ['If(0 < [n], [a] / [n], NULL)', '[a] / [n]'],
    ['Abs([n]) / [a]', '[n] / [a]'],
    ['Cast([n], "Decimal(38, 10)") / [a]', '[n] / [a]'],
  ])('knows of %s that a count is not below 0', (text, expected) => {
    expect(plain(text)).toBe(plain(expected))
  })

  test.each([
    'Coalesce([a] / [b], 0)',
    'If([b] = 0, 0, [a] / [b])',
    'If([b] > 0, [a] / [b], NULL)',
    'If([b] = 1, NULL, [a] / [b])',
    'If([a] = 0, NULL, [a] / [b])',
    'If([b] = 0, NULL, [b])',
    'NullIf([a], 0) / [b]',
    '[a] / NullIf([b], 1)',
    '[a] / If([b] = 0, 1, [b])',
    '[a] / Coalesce([b] / [a], 1)',
    'Cast([a], "Int") / [b]',
    'Cast([n], "Decimal(10, 2)") / [b]',
  ])('leaves %s, which has other values', (text) => {
    expect(plain(text)).toBe(treeKey(formulaOf(text)))
  })

  const value = fc.oneof(
    fc.constantFrom<Value>(null, 0, 0, 1, -1, 2),
    fc.integer({ min: -9, max: 9 }),
    fc.integer({ min: -99_999, max: 99_999 }).map((thousandths) => thousandths / 1000),
  )
  const { formula } = fc.letrec<{ formula: string; condition: string }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { arbitrary: fc.constantFrom('[a]', '[b]', '[b]', '[n]'), weight: 4 },
      fc.constantFrom('0', '1', '2.5', '-1', '[b] / [n]', 'NullIf([b], 0)'),
      {
        arbitrary: fc
          .tuple(tie('formula'), fc.constantFrom('/', '/', '/', '*', '+', '-', '%'), tie('formula'))
          .map(([x, op, y]) => `(${x} ${op} ${y})`),
        weight: 4,
      },
      fc.tuple(tie('formula'), tie('formula')).map(([x, y]) => `Coalesce(${x}, ${y})`),
      tie('formula').map((x) => `NullIf(${x}, 0)`),
      tie('formula').map((x) => `Coalesce(${x}, 0)`),
      tie('formula').map((x) => `Abs(${x})`),
      tie('formula').map((x) => `Cast(${x}, "Double")`),
      {
        arbitrary: fc
          .tuple(
            tie('condition'),
            fc.constantFrom(['NULL', ''], ['', 'NULL'], ['0', ''], ['', '0'], ['', '']),
            tie('formula'),
            tie('formula'),
          )
          .map(([c, [then, other], x, y]) => `If(${c}, ${then || x}, ${other || y})`),
        weight: 4,
      },
      fc
        .tuple(tie('condition'), tie('condition'), tie('formula'), tie('formula'))
        .map(([c, d, x, y]) => `Case(${c}, NULL, ${d}, ${x}, ${y})`),
      fc.tuple(tie('condition'), tie('formula')).map(([c, x]) => `Case(${c}, ${x})`),
    ),
    condition: fc.oneof(
      { maxDepth: 3 },
      {
        arbitrary: fc
          .tuple(
            tie('formula'),
            fc.constantFrom('=', '<>', '<', '<=', '>', '>='),
            fc.constantFrom('0', '0', '1'),
          )
          .map(([x, op, y]) => `${x} ${op} ${y}`),
        weight: 5,
      },
      fc.constantFrom(
        '[b] = 0',
        '0 <> [b]',
        '[n] > 0',
        '[n] < 1',
        'IsNull([b])',
        'IN([b], 0)',
        '-[b] = 0',
      ),
      tie('formula').map((x) => `IsNotNull(${x})`),
      tie('condition').map((x) => `NOT (${x})`),
      fc
        .tuple(tie('condition'), fc.constantFrom('AND', 'OR'), tie('condition'))
        .map(([x, op, y]) => `(${x} ${op} ${y})`),
    ),
  }))

  test('never changes a value', () => {
    let rewritten = 0
    const nullable: readonly Measure[] = MEASURES.map((measure) =>
      measure.name === 'b' ? { ...measure, aggregate: 'MIN' } : measure,
    )
    fc.assert(
      fc.property(formula, value, value, fc.nat(3), fc.boolean(), (text, a, b, n, mayBeNull) => {
        const typed = formulaOf(text)
        const short = plainFormula(typed, mayBeNull ? nullable : MEASURES)
        if (short !== typed) rewritten++
        const measures: Record<string, Value> = {
          a: a ?? 0,
          b: mayBeNull ? b : (b ?? 0),
          n: BigInt(n),
        }
        const of = (tree: typeof typed) => {
          const result = evaluate(tree, ({ name }) => measures[name]!)
          return result === null ? null : valueToNumber(result) + 0
        }
        expect(of(short)).toBe(of(typed))
      }),
      { numRuns: process.env.TRIBUTARY_LONG ? 100_000 : 2_000 },
    )
    expect(rewritten).toBeGreaterThan(100)
  })
})

describe('the form of a guarded quotient', () => {
  test.each([
    '[a] / NullIf([b], 0)',
    '1.0 * [a] / [b]',
    '1.0 * [a] / NullIf([b], 0)',
    '[a] / NullIf([b], 0) * 100',
    '100.0 * Coalesce([a], 0) / NullIf(Coalesce([b], 0), 0)',
    '1 - [a] / NullIf([b], 0)',
    'Cast([a], "Double") / NullIf([b], 0)',
    'CASE WHEN [b] = 0 THEN NULL ELSE [a] * 1.0 / [b] END',
    'CASE WHEN [n] > 0 THEN [a] / [n] END',
    '([a] - [c]) / NullIf([a], 0)',
  ])('of %s is that of a quotient', (text) => {
    expect(metricForm({ name: 'm', measures: MEASURES, formula: formulaOf(text) }).kind).toBe(
      'quotient',
    )
  })

  test.each([
    'Coalesce([a] / [b], 0)',
    'If([b] = 0, 0, [a] / [b])',
    'If([b] > 0, [a] / [b], NULL)',
    '[a] / Greatest([b], 1)',
  ])('of %s, which has other values, is a path', (text) => {
    expect(metricForm({ name: 'm', measures: MEASURES, formula: formulaOf(text) }).kind).toBe(
      'path',
    )
  })

  test.each([
    ['[a] / [b] * [b] / [c]', '[a] / [c]'],
    ['[a] * [b] / [b]', '[a]'],
    ['Power([a], 3) / [a] / [c]', 'Power([a], 2) / [c]'],
    ['[a] / ([b] / [c])', '[a] * [c] / [b]'],
    ['([a] + [b]) * [c] / ([b] + [a])', '[c]'],
    ['-[a] * [b] / -[b]', '[a]'],
    ['[a] / Power([b], -1)', '[a] * [b]'],
  ])('%s cancels to %s', (text, expected) => {
    const form = metricForm({ name: 'm', measures: MEASURES, formula: formulaOf(text) })
    expect(form.kind === 'path' && treeKey(form.formula)).toBe(treeKey(formulaOf(expected)))
  })

  test.each(['Coalesce([a] / [a], [b])', 'If(IsNull([a] / [a]), [b], [a])'])(
    '%s does not cancel, since it looks at what has no value',
    (text) => {
      const form = metricForm({ name: 'm', measures: MEASURES, formula: formulaOf(text) })
      expect(form.kind === 'path' && treeKey(form.formula)).toBe(treeKey(formulaOf(text)))
    },
  )
})

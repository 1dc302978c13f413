import { evaluate, FUNCTIONS, type TypedExpr, type Value } from '@tributary/expression'
import { getScalarDefinition } from '@tributary/expression/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberParameter } from '../../../src/functions/definition/arguments.ts'
import { plainFunction } from '../../../src/functions/definition/define-function.ts'
import type { ScalarDefinition } from '../../../src/functions/definition/definition.ts'
import type {
  ArgumentRule,
  ChoiceFacts,
  ConditionFacts,
  SmoothFacts,
} from '../../../src/functions/definition/formula-facts.ts'
import { joinComparisons } from '../../../src/functions/definition/formula-facts.ts'
import type { NumberRange } from '../../../src/functions/definition/number-range.ts'
import { argumentCounts } from '../../../src/functions/registry.ts'
import { callNode, textNode } from '../../../src/tree/typed-expr.ts'
import { runs } from '../../support/runs.ts'
import { reference } from '../../support/sample-scope.ts'

type Facts = SmoothFacts | ChoiceFacts | ConditionFacts

const SCALARS = Object.values(FUNCTIONS).flatMap(({ name, family }) =>
  family === 'aggregate' ? [] : [getScalarDefinition(name)],
)
const ANALYZED = SCALARS.flatMap((definition) => {
  const { name, formula } = definition
  return formula === null || formula === 'jumps' ? [] : [{ name, definition, facts: formula }]
})
const OF_NUMBERS = ANALYZED.filter(
  (row): row is typeof row & { facts: SmoothFacts | ChoiceFacts } => 'range' in row.facts,
)

/** The arguments of a call: numbers, and a condition before each of them for a choice by conditions. */
function createCall({ name, parameters }: ScalarDefinition): TypedExpr {
  const { least } = argumentCounts(FUNCTIONS[name])
  if (name === 'Cast' || name === 'TryCast') {
    return callNode(name, 'DOUBLE', [reference('DOUBLE', 'a0'), textNode('Double')])
  }
  const count = name === 'Log' ? 2 : name === 'Case' ? 5 : parameters.at(-1)!.repeated ? 3 : least
  const isCondition = (index: number): boolean =>
    (name === 'If' || name === 'Case') && index % 2 === 0 && index < count - 1
  return callNode(
    name,
    'DOUBLE',
    Array.from({ length: count }, (_, index) =>
      reference(isCondition(index) ? 'BOOLEAN' : 'DOUBLE', `a${index}`),
    ),
  )
}

const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 2, 0.5),
  fc.integer({ min: -60, max: 60 }).map((n) => n / 4),
)

/** Values of the arguments a0, a1, …: NULLs too. */
function arbitraryRow(call: TypedExpr, value: fc.Arbitrary<number | null>) {
  const args = call.kind === 'call' ? call.args : []
  return fc.tuple(
    ...args.map(
      (argument): fc.Arbitrary<Value> =>
        argument.kind !== 'reference'
          ? fc.constant(null)
          : argument.type === 'BOOLEAN'
            ? fc.constantFrom(true, false, null)
            : value,
    ),
  )
}

function valueAt(call: TypedExpr, row: readonly Value[]): number | null {
  const value = evaluate(call, ({ name }) => row[Number(name.slice(1))] ?? null)
  return value === null ? null : Number(value)
}

const toDouble = (value: Value | undefined): number =>
  value === null || value === undefined ? Number.NaN : Number(value)

const isMet = (rule: ArgumentRule, row: readonly Value[], has: (value: Value) => boolean) =>
  rule === 'always' ||
  (rule === 'first' && has(row[0]!)) ||
  (rule === 'some' && row.some(has)) ||
  (rule === 'every' && row.every(has))

test('every function of one row states its facts in formulas', () => {
  for (const { name, formula, nulls } of SCALARS) {
    expect(formula, name).not.toBeUndefined()
    expect(['propagate', 'every', 'equal', 'own']).toContain(nulls)
  }
})

test('a function that gives a number does not compile without its facts', () => {
  const plain = {
    description: 'The cube root.',
    parameters: [numberParameter('number')],
    examples: [],
    result: 'DOUBLE',
    evaluate: () => 1,
  } as const
  // @ts-expect-error the facts in formulas are missing
  plainFunction(plain)
  expect(plainFunction({ ...plain, formula: null }).formula).toBeNull()
  expect(plainFunction({ ...plain, result: 'STRING' }).formula).toBeNull()
})

describe.each(OF_NUMBERS)('$name', ({ name, definition, facts }) => {
  const call = createCall(definition)
  const rows = arbitraryRow(call, fc.option(number, { freq: 6 }))

  test('has the value that evaluation gives', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const expected = valueAt(call, row)
        const values = row.map(toDouble)
        const value =
          facts.kind === 'choice'
            ? (values[facts.choose(values.map((value) => ({ value })))] ?? Number.NaN)
            : facts.value(values[0]!, values[1] ?? Number.NaN)
        if (expected === null) expect(Number.isFinite(value)).toBe(false)
        else expect(value).toBeCloseTo(expected, 12)
      }),
      runs(200),
    )
  })

  test('is NULL, negative and zero where it says so', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const value = valueAt(call, row)
        const isNull = (argument: Value) => argument === null
        const { nulls } = definition
        const numbers = name === 'Cast' || name === 'TryCast' ? row.slice(0, 1) : row
        if (nulls === 'propagate' && numbers.some(isNull)) expect(value).toBeNull()
        if (nulls === 'every') expect(value === null).toBe(row.every(isNull))
        if (nulls === 'equal') expect(value === null).toBe(isNull(row[0]!) || row[0] === row[1])
        if (isMet(facts.neverNull, row, (argument) => !isNull(argument))) {
          expect(value).not.toBeNull()
        }
        if (isMet(facts.neverNegative, row, (argument) => !(toDouble(argument) < 0))) {
          expect(value ?? 0).toBeGreaterThanOrEqual(0)
        }
        if (facts.zeroAtZero && row[0] === 0) expect(value ?? 0).toBe(0)
      }),
      runs(200),
    )
  })

  test('is within its range', () => {
    const shares = fc.double({ min: 0, max: 1, noNaN: true })
    const isCondition = (index: number): boolean =>
      call.kind === 'call' && call.args[index]!.type === 'BOOLEAN'
    fc.assert(
      fc.property(
        arbitraryRow(call, number),
        arbitraryRow(call, number),
        fc.array(shares, { minLength: 5, maxLength: 5 }),
        (from, to, weights) => {
          const ends = from.map((value, index) => [Number(value), Number(to[index])] as const)
          const ranges = ends.map(
            ([a, b]): NumberRange => ({
              low: Math.min(a, b),
              high: Math.max(a, b),
              defined: 'always',
            }),
          )
          const range = facts.range({
            count: ends.length,
            range: (index) => ranges[index]!,
            ranges: () => ranges,
            outcomes: (index) => [from[index] as boolean | null, to[index] as boolean | null],
            isConstant: (index) => ends[index]![0] === ends[index]![1],
          })
          const point = ends.map(([low, high], index) =>
            isCondition(index)
              ? weights[index]! < 0.5
                ? from[index]!
                : to[index]!
              : low + (high - low) * weights[index]!,
          )
          // Roots of numbers below 0 are left out.
          fc.pre(!(name === 'Sqrt' || name === 'Power') || Number(point[0]) >= 0)
          const value = valueAt(call, point)
          if (value === null) expect(range.defined).not.toBe('always')
          else {
            const slack = 1e-9 * (1 + Math.abs(value))
            expect(range.defined).not.toBe('never')
            expect(value).toBeGreaterThanOrEqual(range.low - slack)
            expect(value).toBeLessThanOrEqual(range.high + slack)
          }
        },
      ),
      runs(200),
    )
  })
})

const SMOOTH = OF_NUMBERS.flatMap(({ name, facts }) =>
  facts.kind === 'smooth' ? [{ name, facts }] : [],
)

describe.each(SMOOTH)('$name', ({ name, facts }) => {
  test('has derivatives that match difference quotients', () => {
    const positive = fc.integer({ min: 10, max: 60 }).map((n) => n / 8)
    const step = 1e-6
    fc.assert(
      fc.property(positive, positive, fc.boolean(), (a, y, mirrored) => {
        const x = mirrored && (name === 'Abs' || name === 'Sign') ? -a : a
        const value = facts.value(x, y)
        const differences = [
          (facts.value(x + step, y) - facts.value(x - step, y)) / step / 2,
          (facts.value(x, y + step) - facts.value(x, y - step)) / step / 2,
        ]
        for (const [index, slope] of facts.slopes.entries()) {
          const expected = differences[index]!
          const error = Math.abs(slope(value, x, y) - expected)
          expect(error).toBeLessThanOrEqual(1e-5 * (1 + Math.abs(expected)))
        }
      }),
      runs(100),
    )
  })
})

const CONDITIONS = ANALYZED.flatMap(({ name, definition, facts }) =>
  isConditionFacts(facts) ? [{ name, definition, facts }] : [],
)

function isConditionFacts(facts: Facts): facts is ConditionFacts {
  return facts.kind === 'nullTest' || facts.kind === 'comparisons'
}

describe.each(CONDITIONS)('$name', ({ definition, facts }) => {
  const call = { ...createCall(definition), type: 'BOOLEAN' } as TypedExpr & { kind: 'call' }

  test('evaluates like the comparison that it is defined as', () => {
    fc.assert(
      fc.property(arbitraryRow(call, fc.option(number, { freq: 4 })), (row) => {
        const read = ({ name }: { name: string }) => row[Number(name.slice(1))] ?? null
        const value = evaluate(call, read)
        if (facts.kind === 'nullTest') expect(value).toBe((row[0] === null) === facts.whenNull)
        else expect(value).toBe(evaluate(joinComparisons(call, facts), read))
      }),
      runs(200),
    )
  })
})

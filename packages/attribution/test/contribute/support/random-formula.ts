import { compile, type TypedExpr, type ValueType } from '@tributary/expression'
import { listTypedChildren } from '@tributary/expression/internal'
import fc from 'fast-check'
import { measureScope } from '../../../src/question/resolve-question.ts'
import type { Measure } from '../../../src/request/source.ts'

/** The measures of random formulas: three sums and a count. */
export const MEASURES: readonly Measure[] = (
  [
    ['a', 'SUM'],
    ['b', 'SUM'],
    ['c', 'SUM'],
    ['n', 'COUNT'],
  ] as const
).map(([name, aggregate]) => ({ name, aggregate, argument: null, filter: null }))

/** The checked tree of a formula of {@link LEAVES}. */
export function formulaOf(text: string): TypedExpr {
  const types = new Map<string, ValueType>([
    ['a', 'DECIMAL'],
    ['b', 'DECIMAL'],
    ['c', 'DOUBLE'],
    ['n', 'INT'],
  ])
  return compile(text, measureScope(types), { path: 'formula' })
}

const measure = fc.constantFrom('[a]', '[b]', '[c]', '[n]')
const constant = fc.constantFrom('0', '1', '2', '3', '0.5', '10', '100', '7.25', '0.001', '-1')

const { number } = fc.letrec<{ number: string; condition: string }>((tie) => {
  const one = tie('number')
  const calls = (...names: readonly string[]) =>
    fc.tuple(fc.constantFrom(...names), one).map(([name, of]) => `${name}(${of})`)
  const pairs = (...names: readonly string[]) =>
    fc.tuple(fc.constantFrom(...names), one, one).map(([name, x, y]) => `${name}(${x}, ${y})`)
  const operator = fc.constantFrom('+', '-', '*', '/', '/')
  return {
    number: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { arbitrary: measure, weight: 6 },
      { arbitrary: constant, weight: 2 },
      {
        arbitrary: fc.tuple(one, operator, one).map(([x, op, y]) => `(${x} ${op} ${y})`),
        weight: 9,
      },
      { arbitrary: calls('Sqrt', 'Exp', 'Ln', 'Log10', 'Abs', 'Sign', '-'), weight: 4 },
      {
        arbitrary: fc
          .tuple(one, fc.constantFrom('2', '3', '-1', '0.5', '-2', '0.1', '1.5', '-0.5'))
          .map(([base, exponent]) => `Power(${base}, ${exponent})`),
        weight: 2,
      },
      {
        arbitrary: pairs('Power', 'Log', 'Greatest', 'Least', 'SafeDivide', 'Coalesce', 'NullIf'),
        weight: 3,
      },
      {
        arbitrary: fc
          .tuple(tie('condition'), one, one)
          .map(([condition, then, other]) => `If(${condition}, ${then}, ${other})`),
        weight: 1,
      },
      {
        arbitrary: fc.tuple(tie('condition'), one).map(([when, then]) => `Case(${when}, ${then})`),
        weight: 1,
      },
    ),
    condition: fc
      .tuple(one, fc.constantFrom('=', '!=', '<', '<=', '>', '>='), one)
      .map(([x, op, y]) => `${x} ${op} ${y}`),
  }
})

/** Formulas of at most eight nodes over all functions that may have a derivative, with at least one measure. */
export const formulas: fc.Arbitrary<string> = number.filter((text) => {
  if (!text.includes('[')) return false
  return nodesIn(formulaOf(text)) <= 8
})

function nodesIn(typed: TypedExpr): number {
  return listTypedChildren(typed).reduce((sum, child) => sum + nodesIn(child), 1)
}

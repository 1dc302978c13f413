import { evaluate, type TypedExpr, typedReferences } from '@tributary/expression'
import { valueToNumber } from '@tributary/expression/internal'
import { plainFormula } from '../plan/plain-formula.ts'
import {
  type ChildPart,
  divideMonomial,
  dividesByLogarithms,
  type ValuePair,
} from './logarithmic-mean.ts'
import { type Monomial, toMonomials } from './monomials.ts'
import { divideByShapley, MOST_CHILDREN } from './shapley.ts'

/** How the change of a formula divides among its children. */
export type DivisionMethod = 'sum' | 'logarithmicMean' | 'shapley'

/** The values of a metric in both windows; null where it has none. */
export interface NodeValues {
  readonly current: number | null
  readonly compare: number | null
}

/** The parts of a change, which add up to it; or why it does not divide. */
export type Division =
  | { readonly method: DivisionMethod; readonly parts: ReadonlyMap<string, ChildPart> }
  | { readonly method: null; readonly reason: string }

/**
 * Divides the change of a formula among the children that it names. Sums, differences and multiples: by the children's own
 * changes. Sums of products and quotients: by logarithmic means, when no factor changes its sign. Anything else: by
 * Shapley values.
 */
export function divideChange(
  formula: TypedExpr,
  nodeValues: ReadonlyMap<string, NodeValues>,
): Division {
  const values = new Map<string, ValuePair>()
  for (const { name } of typedReferences(formula)) {
    const { current, compare } = nodeValues.get(name)!
    if (current === null || compare === null) {
      const window = current === null ? 'current' : 'compare'
      return { method: null, reason: `${name} has no value in the ${window} window` }
    }
    values.set(name, { current, compare })
  }
  const now = formulaValue(formula, (name) => values.get(name)!.current)
  const before = formulaValue(formula, (name) => values.get(name)!.compare)
  if (now === null || before === null) {
    const window = now === null ? 'current' : 'compare'
    return { method: null, reason: `the expression has no value in the ${window} window` }
  }
  const division = dividePlainFormula(plainFormula(formula, []), formula, values)
  return closes(division, now, before) ? division : { method: null, reason: DOES_NOT_CLOSE }
}

const DOES_NOT_CLOSE = 'the contributions are beyond the range or the digits of doubles'

/** The value of a formula at numbers by name; null where it has none. */
export function formulaValue(
  formula: TypedExpr,
  at: (name: string) => number | null,
): number | null {
  const value = evaluate(formula, ({ name }) => at(name))
  const number = value === null ? Number.NaN : valueToNumber(value)
  return Number.isFinite(number) ? number : null
}

function dividePlainFormula(
  plain: TypedExpr,
  formula: TypedExpr,
  values: ReadonlyMap<string, ValuePair>,
): Division {
  const terms = toMonomials(plain)
  if (terms?.every(isLinear)) {
    return { method: 'sum', parts: addParts(values, terms.map(linearPart)) }
  }
  if (terms?.every((term) => dividesByLogarithms(term, values))) {
    const parts = terms.map((term) => divideMonomial(term, values))
    return { method: 'logarithmicMean', parts: addParts(values, parts) }
  }
  const changed = [...values].flatMap(([name, { current, compare }]) =>
    current === compare ? [] : [name],
  )
  if (changed.length > MOST_CHILDREN) {
    const reason = `${changed.length} children change in an expression that is no sum, product or quotient; it divides among ${MOST_CHILDREN} at most, so put nodes between`
    return { method: null, reason }
  }
  const parts = divideByShapley({
    formula: plain,
    values,
    changed,
    evaluate: (at) => formulaValue(formula, at),
  })
  const reason =
    'the expression has no value with some children at their current value and the others at their compare value'
  return parts === null ? { method: null, reason } : { method: 'shapley', parts }

  function linearPart({ coefficient, powers }: Monomial): ReadonlyMap<string, ChildPart> {
    const [name] = powers.keys()
    if (name === undefined) return new Map()
    const { current, compare } = values.get(name)!
    const contribution = coefficient * (current - compare)
    return new Map([[name, { contribution, slope: coefficient }]])
  }
}

function isLinear({ powers }: Monomial): boolean {
  return [...powers.values()].every((power) => power === 1) && powers.size < 2
}

/** The parts of every child over all terms. */
function addParts(
  values: ReadonlyMap<string, ValuePair>,
  terms: readonly ReadonlyMap<string, ChildPart>[],
): ReadonlyMap<string, ChildPart> {
  const parts = new Map<string, ChildPart>()
  for (const name of values.keys()) {
    const childParts = terms.flatMap((term) => term.get(name) ?? [])
    const slopes = childParts.map(({ slope }) => slope)
    parts.set(name, {
      contribution: childParts.reduce((sum, part) => sum + part.contribution, 0),
      slope: slopes.reduce<number | null>(
        (sum, slope) => (sum === null || slope === null ? null : sum + slope),
        0,
      ),
    })
  }
  return parts
}

/** Whether the parts add up to the change, to a billionth of what they are computed from. */
function closes(division: Division, now: number, before: number): boolean {
  if (division.method === null) return true
  let sum = 0
  let size = Math.abs(now) + Math.abs(before)
  for (const { contribution } of division.parts.values()) {
    sum += contribution
    size += Math.abs(contribution)
  }
  return Math.abs(sum - (now - before)) <= 1e-9 * size
}

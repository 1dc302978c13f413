import type { ComparisonOperator } from '../tree/expr.ts'
import type { TypedCall, TypedComparison, TypedExpr, TypedLogical } from '../tree/typed-expr.ts'
import type { CallRange, CallRanges } from './number-range.ts'

/**
 * The facts about a call in a formula of numbers: derivative, range, NULLs and zeros. `jumps` for a function whose value
 * jumps where its arguments change continuously; null for a function that such formulas do not contain.
 */
export type FormulaFacts = SmoothFacts | ChoiceFacts | ConditionFacts | 'jumps' | null

/** The arguments that must have a property so that the call has it; null when nothing is known. */
export type ArgumentRule = 'always' | 'first' | 'some' | 'every' | null

/** The facts about a function that gives a number. */
interface NumberFacts {
  /** Bounds of the values, from those of the arguments. Roots of numbers below 0 are left out and count as defined. */
  range(args: CallRanges): CallRange
  /** The call always has a value when these arguments have one. */
  readonly neverNull: ArgumentRule
  /** The call is never below 0 when these arguments are not. */
  readonly neverNegative: ArgumentRule
  /** True when the call is 0 or NULL where its first argument is 0; false when that is not known. */
  readonly zeroAtZero: boolean
}

/** The facts about a function with a derivative by each of its one or two arguments. At a kink it is that of one side. */
export interface SmoothFacts extends NumberFacts {
  readonly kind: 'smooth'
  /** The value in doubles; NaN or infinite where there is none. */
  value(x: number, y: number): number
  /** The partial derivatives at a point with a value. */
  readonly slopes: readonly ((value: number, x: number, y: number) => number)[]
}

/** The facts about a function that gives one of its arguments. */
export interface ChoiceFacts extends NumberFacts {
  readonly kind: 'choice'
  /** The index of the argument that the call gives, -1 for NULL. NaN is NULL; 1 and 0 are TRUE and FALSE. */
  choose(args: readonly ArgumentValue[]): number
}

/** The value of an argument in doubles. */
export interface ArgumentValue {
  readonly value: number
}

/** The facts about a condition. */
export type ConditionFacts = NullTestFacts | ComparisonFacts

/** A condition that tests for NULL. */
interface NullTestFacts {
  readonly kind: 'nullTest'
  /** The value where the argument is NULL; elsewhere it is the opposite. */
  readonly whenNull: boolean
}

/** A condition that stands for comparisons of its first argument with each of the next ones. */
interface ComparisonFacts {
  readonly kind: 'comparisons'
  readonly join: 'AND' | 'OR'
  /** The operators in the order of the other arguments; the last one is that of all further arguments. */
  readonly operators: readonly ComparisonOperator[]
}

/** Comparisons that AND or OR connects. */
type JoinedComparisons = TypedLogical & { readonly operands: readonly TypedComparison[] }

/** Gives the comparisons that a condition stands for. */
export function joinComparisons(call: TypedCall, facts: ComparisonFacts): JoinedComparisons {
  const [value, ...comparands] = call.args as readonly [TypedExpr, ...TypedExpr[]]
  const operands = comparands.map((right, index): TypedComparison => {
    const op = facts.operators[index] ?? facts.operators.at(-1)!
    return { kind: 'comparison', type: 'BOOLEAN', op, left: value, right }
  })
  return { kind: 'logical', type: 'BOOLEAN', op: facts.join, operands }
}

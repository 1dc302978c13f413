import type { TypedExpr } from '@tributary/expression'
import {
  boundRange,
  type CallRanges,
  type ComparisonOperator,
  combineDefined,
  getScalarDefinition,
  joinComparisons,
  listTypedChildren,
  type NumberRange,
  type Outcome,
  operateRanges,
  raiseRange,
  type TypedCall,
  type TypedComparison,
  treeKey,
  UNDEFINED_RANGE,
} from '@tributary/expression/internal'
import type { MeasureIndex } from '../plan/gradient.ts'

/** The range of a whole formula. */
export interface StretchRange extends NumberRange {
  /** Whether it is one branch of the formula all along: no condition changes, no `Abs` turns around. */
  readonly oneBranch: boolean
}

/** The ends of a stretch. */
export interface StretchEnds {
  readonly from: Float64Array
  readonly to: Float64Array
}

/**
 * Bounds the values of a formula on a straight stretch by interval arithmetic (R. E. Moore, R. B. Kearfott and M. J.
 * Cloud, _Introduction to Interval Analysis_, SIAM 2009, chapter 5): the range of an operation follows from those of its
 * operands. Parts that are linear in the measures have their bounds at the ends. Bounds are wider than the values where an
 * operand occurs more than once, and come near them on short stretches.
 */
export function createFormulaRange(
  formula: TypedExpr,
  measures: MeasureIndex,
): (ends: StretchEnds) => StretchRange {
  const linear = new Map<TypedExpr, LinearPart>()
  findLinear(formula, measures, linear)
  const squares = new Set<TypedExpr>()
  findSquares(formula, squares)
  return (ends) => {
    const context: Context = { ends, linear, squares, oneBranch: true }
    const { low, high, defined } = computeNodeRange(formula, context)
    return { low, high, defined, oneBranch: context.oneBranch }
  }
}

function findSquares(typed: TypedExpr, squares: Set<TypedExpr>): void {
  if (typed.kind === 'arithmetic' && typed.op === '*') {
    if (treeKey(typed.left) === treeKey(typed.right)) squares.add(typed)
  }
  for (const child of listTypedChildren(typed)) findSquares(child, squares)
}

/** The value of an expression that is linear in the measures. */
type LinearPart = (point: Float64Array) => number

/** Finds every part that is linear in the measures, with how to compute it; null when the whole is not. */
function findLinear(
  typed: TypedExpr,
  measures: MeasureIndex,
  linearParts: Map<TypedExpr, LinearPart>,
): LinearPart | null {
  const part = linearPart(typed, measures, linearParts)
  if (part !== null) linearParts.set(typed, part)
  return part
}

function linearPart(
  typed: TypedExpr,
  measures: MeasureIndex,
  linearParts: Map<TypedExpr, LinearPart>,
): LinearPart | null {
  const findOperandPart = (child: TypedExpr): LinearPart | null =>
    findLinear(child, measures, linearParts)
  switch (typed.kind) {
    case 'reference': {
      const index = measures.get(typed.name)!
      return (point) => point[index]!
    }
    case 'constant': {
      const value = typed.constant.value === null ? Number.NaN : Number(typed.constant.value)
      return Number.isFinite(value) ? () => value : null
    }
    case 'negate': {
      const operand = findOperandPart(typed.operand)
      return operand && ((point) => -operand(point))
    }
    case 'arithmetic': {
      const [left, right] = [findOperandPart(typed.left), findOperandPart(typed.right)]
      if (left === null || right === null) return null
      const scales = typed.right.kind === 'constant'
      switch (typed.op) {
        case '+':
          return (point) => left(point) + right(point)
        case '-':
          return (point) => left(point) - right(point)
        case '*':
          return scales || typed.left.kind === 'constant'
            ? (point) => left(point) * right(point)
            : null
        default:
          return typed.op === '/' && scales && right(NOWHERE) !== 0
            ? (point) => left(point) / right(point)
            : null
      }
    }
    case 'call':
      for (const argument of typed.args) findOperandPart(argument)
      return null
    case 'comparison':
      findOperandPart(typed.left)
      findOperandPart(typed.right)
      return null
    case 'logical':
      for (const operand of typed.operands) findOperandPart(operand)
      return null
    case 'not':
      findOperandPart(typed.operand)
      return null
  }
}

const NOWHERE = new Float64Array(0)

interface Context {
  readonly ends: StretchEnds
  readonly linear: ReadonlyMap<TypedExpr, LinearPart>
  /** Products of a part with itself. */
  readonly squares: ReadonlySet<TypedExpr>
  /** Set to false by the first part that may change its branch. */
  oneBranch: boolean
}

function computeNodeRange(typed: TypedExpr, context: Context): NumberRange {
  const linear = context.linear.get(typed)
  if (linear !== undefined) {
    return boundRange([linear(context.ends.from), linear(context.ends.to)], 'always')
  }
  switch (typed.kind) {
    case 'negate': {
      const { low, high, defined } = computeNodeRange(typed.operand, context)
      return { low: -high, high: -low, defined }
    }
    case 'arithmetic': {
      const [left, right] = [
        computeNodeRange(typed.left, context),
        computeNodeRange(typed.right, context),
      ]
      return context.squares.has(typed) ? raiseRange(left, 2) : operateRanges(typed.op, left, right)
    }
    case 'call':
      return callRange(typed, context)
    default:
      return UNDEFINED_RANGE
  }
}

/** The arguments of a call, whose ranges are computed when its function reads them. */
class CallArguments implements CallRanges {
  readonly #args: readonly TypedExpr[]
  readonly #context: Context

  constructor(args: readonly TypedExpr[], context: Context) {
    this.#args = args
    this.#context = context
  }

  get count(): number {
    return this.#args.length
  }

  range(index: number): NumberRange {
    return computeNodeRange(this.#args[index]!, this.#context)
  }

  ranges(): readonly NumberRange[] {
    return this.#args.map((argument) => computeNodeRange(argument, this.#context))
  }

  outcomes(index: number): readonly Outcome[] {
    return listConditionOutcomes(this.#args[index]!, this.#context)
  }

  isConstant(index: number): boolean {
    return this.#args[index]!.kind === 'constant'
  }
}

function callRange(call: TypedCall, context: Context): NumberRange {
  const { args } = call
  const facts = getScalarDefinition(call.function).formula
  if (facts === null || facts === 'jumps' || !('range' in facts)) return UNDEFINED_RANGE
  const range = facts.range(new CallArguments(args, context))
  if (range.changesBranch) context.oneBranch = false
  return range
}

const ANY: readonly Outcome[] = [true, false, null]

/** The outcomes that a condition may have on the stretch. */
function listConditionOutcomes(typed: TypedExpr, context: Context): readonly Outcome[] {
  switch (typed.kind) {
    case 'constant':
      return [typed.constant.value as Outcome]
    case 'comparison':
      return comparisonOutcomes(typed, context)
    case 'not':
      return listConditionOutcomes(typed.operand, context).map((outcome) =>
        outcome === null ? null : !outcome,
      )
    case 'logical': {
      const deciding = typed.op === 'OR'
      const all = typed.operands.map((operand) => listConditionOutcomes(operand, context))
      if (all.some((outcomes) => outcomes.length === 1 && outcomes[0] === deciding))
        return [deciding]
      return all.every((outcomes) => outcomes.length === 1 && outcomes[0] === !deciding)
        ? [!deciding]
        : ANY
    }
    case 'call':
      return callOutcomes(typed, context)
    default:
      return ANY
  }
}

function callOutcomes(call: TypedCall, context: Context): readonly Outcome[] {
  const facts = getScalarDefinition(call.function).formula
  if (facts === null || facts === 'jumps') return ANY
  switch (facts.kind) {
    case 'nullTest': {
      const { defined } = computeNodeRange(call.args[0]!, context)
      return defined === 'maybe' ? [true, false] : [(defined === 'never') === facts.whenNull]
    }
    case 'comparisons':
      return listConditionOutcomes(joinComparisons(call, facts), context)
    default:
      return ANY
  }
}

function comparisonOutcomes(
  { op, left, right }: TypedComparison,
  context: Context,
): readonly Outcome[] {
  const [a, b] = [computeNodeRange(left, context), computeNodeRange(right, context)]
  const defined = combineDefined(a, b)
  if (defined === 'never') return [null]
  const certainOutcome = COMPARED[op](a, b)
  const outcomes = certainOutcome === null ? [true, false] : [certainOutcome]
  return defined === 'always' ? outcomes : [...outcomes, null]
}

type Compared = (a: NumberRange, b: NumberRange) => boolean | null

const isBelow: Compared = (a, b) => (a.high < b.low ? true : a.low >= b.high ? false : null)
const isAtMost: Compared = (a, b) => (a.high <= b.low ? true : a.low > b.high ? false : null)
const isEqual: Compared = (a, b) => {
  if (a.high < b.low || a.low > b.high) return false
  return a.low === a.high && b.low === b.high && a.low === b.low ? true : null
}

const COMPARED: Readonly<Record<ComparisonOperator, Compared>> = {
  '=': isEqual,
  '!=': (a, b) => {
    const equal = isEqual(a, b)
    return equal === null ? null : !equal
  },
  '<': isBelow,
  '<=': isAtMost,
  '>': (a, b) => isBelow(b, a),
  '>=': (a, b) => isAtMost(b, a),
}

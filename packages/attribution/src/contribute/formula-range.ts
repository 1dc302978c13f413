import type { TypedExpr } from '@tributary/expression'
import {
  type ComparisonOperator,
  listTypedChildren,
  type TypedCall,
  type TypedComparison,
} from '@tributary/expression/internal'
import type { MeasureIndex } from '../plan/gradient.ts'
import { treeKey } from '../plan/tree-key.ts'

/** The range of a formula on a stretch of a straight line between two points of its measures. */
export interface FormulaRange {
  /** No value is lower. */
  readonly low: number
  /** No value is higher. */
  readonly high: number
  /** `always`: it has a value at every point; `never`: at none; `maybe`: that is not known. */
  readonly defined: 'always' | 'maybe' | 'never'
}

/** The range of a whole formula. */
export interface StretchRange extends FormulaRange {
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
 * operand occurs more than once, and come near them on short stretches. A root of something that may be negative counts
 * as defined.
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
    const range = computeNodeRange(formula, context)
    return { ...range, oneBranch: context.oneBranch }
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

const NEVER: FormulaRange = { low: Number.NaN, high: Number.NaN, defined: 'never' }

/** Bounds from numbers of which any may be the least or the largest; none of them tells anything when one is NaN. */
function bounds(numbers: readonly number[], defined: FormulaRange['defined']): FormulaRange {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  return Number.isNaN(low)
    ? { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, defined: 'maybe' }
    : { low, high, defined }
}

function computeNodeRange(typed: TypedExpr, context: Context): FormulaRange {
  const linear = context.linear.get(typed)
  if (linear !== undefined) {
    return bounds([linear(context.ends.from), linear(context.ends.to)], 'always')
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
      return context.squares.has(typed) ? wholePower(left, 2) : operation(typed.op, left, right)
    }
    case 'call':
      return callRange(typed, context)
    default:
      return NEVER
  }
}

function definedTogether(...ranges: readonly FormulaRange[]): FormulaRange['defined'] {
  if (ranges.some(({ defined }) => defined === 'never')) return 'never'
  return ranges.every(({ defined }) => defined === 'always') ? 'always' : 'maybe'
}

function operation(op: string, left: FormulaRange, right: FormulaRange): FormulaRange {
  const defined = definedTogether(left, right)
  if (defined === 'never') return NEVER
  switch (op) {
    case '+':
      return bounds([left.low + right.low, left.high + right.high], defined)
    case '-':
      return bounds([left.low - right.high, left.high - right.low], defined)
    case '*':
      return bounds(products(left, right), defined)
    default:
      if (right.low === 0 && right.high === 0) return NEVER
      if (right.low <= 0 && right.high >= 0) return bounds([Number.NaN], 'maybe')
      return bounds(products(left, { low: 1 / right.high, high: 1 / right.low, defined }), defined)
  }
}

function products(left: FormulaRange, right: FormulaRange): readonly number[] {
  const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b)
  return [
    times(left.low, right.low),
    times(left.low, right.high),
    times(left.high, right.low),
    times(left.high, right.high),
  ]
}

/** The range of a function that rises with its argument. */
function rising(range: FormulaRange, value: (x: number) => number): FormulaRange {
  return bounds([value(range.low), value(range.high)], range.defined)
}

function callRange(call: TypedCall, context: Context): FormulaRange {
  const ranges = (): readonly FormulaRange[] =>
    call.args.map((argument) => computeNodeRange(argument, context))
  const first = (): FormulaRange => computeNodeRange(call.args[0]!, context)
  switch (call.function) {
    case 'Sqrt': {
      const inner = first()
      if (inner.defined === 'never' || inner.high < 0) return NEVER
      return rising({ ...inner, low: Math.max(0, inner.low) }, Math.sqrt)
    }
    case 'Exp':
      return rising(first(), Math.exp)
    case 'Ln':
      return logarithm(first(), Math.log)
    case 'Log10':
      return logarithm(first(), Math.log10)
    case 'Log': {
      const [number, base] = ranges() as readonly [FormulaRange, FormulaRange | undefined]
      if (base === undefined) return logarithm(number, Math.log10)
      return operation('/', logarithm(number, Math.log), logarithm(base, Math.log))
    }
    case 'Power':
      return power(call.args, ranges() as readonly [FormulaRange, FormulaRange])
    case 'Abs': {
      const { low, high, defined } = first()
      const [a, b] = [Math.abs(low), Math.abs(high)]
      if (low < 0 && high > 0) context.oneBranch = false
      return { low: low <= 0 && high >= 0 ? 0 : Math.min(a, b), high: Math.max(a, b), defined }
    }
    case 'Sign': {
      const sign = rising(first(), Math.sign)
      if (sign.low !== sign.high) context.oneBranch = false
      return sign
    }
    case 'Greatest':
    case 'Least':
      return extreme(ranges(), call.function === 'Greatest' ? Math.max : Math.min, context)
    case 'Cast':
    case 'TryCast':
      return first()
    case 'If':
    case 'Case':
      return choice(call.args, context)
    case 'Coalesce':
      return either(ranges(), context)
    case 'NullIf': {
      const [value, absent] = ranges() as readonly [FormulaRange, FormulaRange]
      const apart = absent.defined === 'never' || value.high < absent.low || value.low > absent.high
      return apart || value.defined === 'never' ? value : { ...value, defined: 'maybe' }
    }
    default:
      return NEVER
  }
}

function logarithm(inner: FormulaRange, value: (x: number) => number): FormulaRange {
  if (inner.defined === 'never' || inner.high <= 0) return NEVER
  const above = rising({ ...inner, low: Math.max(0, inner.low) }, value)
  return inner.low > 0 ? above : { ...above, defined: 'maybe' }
}

function power(
  [, written]: TypedCall['args'],
  [base, exponent]: readonly [FormulaRange, FormulaRange],
): FormulaRange {
  const defined = definedTogether(base, exponent)
  if (defined === 'never') return NEVER
  const integerExponent =
    written!.kind === 'constant' && Number.isInteger(exponent.low) ? exponent.low : null
  if (integerExponent !== null && integerExponent < 0) {
    return operation('/', ONE, wholePower(base, -integerExponent))
  }
  if (integerExponent !== null) return wholePower(base, integerExponent)
  if (base.high < 0) return NEVER
  const low = Math.max(0, base.low)
  const corners = [low, base.high].flatMap((x) => [x ** exponent.low, x ** exponent.high])
  const range = bounds(corners, defined)
  // Of a base that may be negative or 0, only roots are sure to have a value.
  return low > 0 || exponent.low >= 0 ? range : { ...range, defined: 'maybe' }
}

const ONE: FormulaRange = { low: 1, high: 1, defined: 'always' }

function wholePower({ low, high, defined }: FormulaRange, exponent: number): FormulaRange {
  const ends = bounds([low ** exponent, high ** exponent], defined)
  const even = exponent % 2 === 0
  return even && exponent > 0 && low < 0 && high > 0 ? { ...ends, low: 0 } : ends
}

function extreme(
  ranges: readonly FormulaRange[],
  of: (...numbers: number[]) => number,
  context: Context,
): FormulaRange {
  const defined = definedTogether(...ranges)
  if (defined === 'never') return NEVER
  const low = of(...ranges.map((range) => range.low))
  const high = of(...ranges.map((range) => range.high))
  const beaten = ranges.filter((range) => range.low > high || range.high < low)
  if (beaten.length < ranges.length - 1) context.oneBranch = false
  return { low, high, defined }
}

/** The values of the first range that is defined. */
function either(ranges: readonly FormulaRange[], context: Context): FormulaRange {
  const possible = ranges.filter(({ defined }) => defined !== 'never')
  const last = possible.findIndex(({ defined }) => defined === 'always')
  const some = possible.slice(0, last < 0 ? undefined : last + 1)
  if (some.length === 0) return NEVER
  if (some.length > 1) context.oneBranch = false
  return { ...hull(some), defined: last < 0 ? 'maybe' : 'always' }
}

/** The bounds of all ranges together. */
function hull(ranges: readonly FormulaRange[]): Pick<FormulaRange, 'low' | 'high'> {
  const low = Math.min(...ranges.map((range) => range.low))
  return { low, high: Math.max(...ranges.map((range) => range.high)) }
}

function choice(args: TypedCall['args'], context: Context): FormulaRange {
  const branches: TypedExpr[] = []
  let isOpen = true
  for (let at = 0; isOpen && at + 1 < args.length; at += 2) {
    const outcomes = listConditionOutcomes(args[at]!, context)
    if (outcomes.includes(true)) branches.push(args[at + 1]!)
    isOpen = outcomes.some((outcome) => outcome !== true)
  }
  if (isOpen) branches.push(args.at(-1)!)
  if (branches.length > 1) context.oneBranch = false
  const ranges = branches.map((branch) => computeNodeRange(branch, context))
  const some = ranges.filter(({ defined }) => defined !== 'never')
  if (some.length === 0) return NEVER
  const isAlwaysDefined = ranges.every(({ defined }) => defined === 'always')
  return { ...hull(some), defined: isAlwaysDefined ? 'always' : 'maybe' }
}

type Outcome = boolean | null

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

function callOutcomes({ function: name, args }: TypedCall, context: Context): readonly Outcome[] {
  const [value, ...remainingArguments] = args as readonly [TypedExpr, ...TypedExpr[]]
  const compared = (op: ComparisonOperator, right: TypedExpr): TypedExpr => {
    return { kind: 'comparison', type: 'BOOLEAN', op, left: value, right }
  }
  switch (name) {
    case 'IsNull':
    case 'IsNotNull': {
      const { defined } = computeNodeRange(value, context)
      if (defined === 'maybe') return [true, false]
      return [(defined === 'never') === (name === 'IsNull')]
    }
    case 'IN': {
      const operands = remainingArguments.map((member) => compared('=', member))
      return listConditionOutcomes(
        { kind: 'logical', type: 'BOOLEAN', op: 'OR', operands },
        context,
      )
    }
    case 'Between': {
      const operands = [
        compared('>=', remainingArguments[0]!),
        compared('<=', remainingArguments[1]!),
      ]
      return listConditionOutcomes(
        { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands },
        context,
      )
    }
    default:
      return ANY
  }
}

function comparisonOutcomes(
  { op, left, right }: TypedComparison,
  context: Context,
): readonly Outcome[] {
  const [a, b] = [computeNodeRange(left, context), computeNodeRange(right, context)]
  const defined = definedTogether(a, b)
  if (defined === 'never') return [null]
  const certainOutcome = COMPARED[op](a, b)
  const outcomes = certainOutcome === null ? [true, false] : [certainOutcome]
  return defined === 'always' ? outcomes : [...outcomes, null]
}

type Compared = (a: FormulaRange, b: FormulaRange) => boolean | null

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

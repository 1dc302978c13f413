import type { TypedExpr } from '@tributary/expression'
import {
  type ComparisonOperator,
  listTypedChildren,
  type TypedCall,
} from '@tributary/expression/internal'
import { keepsNumber } from './plain-formula.ts'

/** The index of each measure in a point and in the partial derivatives. */
export type MeasureIndex = ReadonlyMap<string, number>

/** A formula with its partial derivatives, computed at one point after the other. */
export interface Gradient {
  /** The partial derivatives at the last point. They are overwritten by the next call of `valueAt`. */
  readonly partials: Float64Array
  /** The value at a point, of whose measures some digits are rounded; NaN where the formula has none. */
  valueAt(point: Float64Array, roundings: Float64Array): number
  /** How far the last value may be from the formula's own: what each operation rounds, to first order. */
  rounding(): number
}

/**
 * Prepares a formula to be computed with its derivatives, by automatic differentiation in forward mode. At a kink (`Abs`
 * at 0, the border of an `If`) the derivative is that of one side. Only for formulas for which {@link
 * whyNotDifferentiable} returns null.
 */
export function createGradient(formula: TypedExpr, measures: MeasureIndex): Gradient {
  const steps: Step[] = []
  const result = addStep(formula, measures, steps)
  return {
    partials: result.slope,
    valueAt(point, roundings) {
      for (const step of steps) step.compute(point, roundings)
      return Number.isFinite(result.value) ? result.value : Number.NaN
    },
    rounding: () => result.rounding,
  }
}

/** Why a formula cannot be differentiated and what to do; null when it can. */
export function whyNotDifferentiable(formula: TypedExpr): string | null {
  const nodeReason = whyNotNode(formula)
  if (nodeReason !== null) return nodeReason
  for (const child of listTypedChildren(formula)) {
    const reason = whyNotDifferentiable(child)
    if (reason !== null) return reason
  }
  return null
}

function whyNotNode(formula: TypedExpr): string | null {
  if (formula.kind === 'arithmetic' && formula.op === '%') {
    return 'the formula uses %, whose value jumps: take the remainder of a column, below the aggregate'
  }
  if (formula.kind !== 'call') return null
  const { function: name } = formula
  if (name === 'Cast' || name === 'TryCast') {
    return keepsNumber(formula)
      ? null
      : `the formula calls ${name} to a type that may change the number: cast to DOUBLE, or leave the cast out`
  }
  if (STEPPED_CALLS.has(name)) {
    return `the formula calls ${name}, whose value jumps: leave rounding to whoever shows the number`
  }
  return name in CALLS ? null : `the formula calls ${name}, which has no derivative`
}

const STEPPED_CALLS: ReadonlySet<string> = new Set(['Round', 'Floor', 'Ceil', 'Trunc'])

/** A node of a formula at a point: its value (NaN for NULL, 1 and 0 for TRUE and FALSE) and its slope by every measure. */
interface Step {
  value: number
  rounding: number
  readonly slope: Float64Array
  compute(point: Float64Array, roundings: Float64Array): void
}

function addStep(formula: TypedExpr, measures: MeasureIndex, steps: Step[]): Step {
  const slope = new Float64Array(measures.size)
  if (formula.kind === 'constant') {
    const value = constantValue(formula.constant.value)
    return { value, rounding: 0, slope, compute: () => {} }
  }
  const inputs = listTypedChildren(formula).map((child) => addStep(child, measures, steps))
  const step: Step = { value: 0, rounding: 0, slope, compute: () => {} }
  step.compute = compileStep(formula, { measures, step, inputs })
  steps.push(step)
  return step
}

function constantValue(value: unknown): number {
  return value === null ? Number.NaN : Number(value)
}

interface Node {
  readonly measures: MeasureIndex
  readonly step: Step
  readonly inputs: readonly Step[]
}

function compileStep(formula: TypedExpr, node: Node): Step['compute'] {
  const { step, inputs } = node
  const [first, second] = inputs as readonly [Step, Step]
  switch (formula.kind) {
    case 'reference': {
      const index = node.measures.get(formula.name)!
      step.slope[index] = 1
      return (point, roundings) => {
        step.value = point[index]!
        step.rounding = roundings[index]!
      }
    }
    case 'negate':
      return () => chain(step, -first.value, first, -1)
    case 'arithmetic':
      return ARITHMETIC[formula.op as keyof typeof ARITHMETIC](step, first, second)
    case 'comparison':
      return () => setTruth(step, comparison(formula.op, first.value, second.value))
    case 'logical':
      return () => setTruth(step, logical(formula.op === 'OR', inputs))
    case 'not':
      return () => setTruth(step, 1 - first.value)
    case 'call':
      return CALLS[formula.function as keyof typeof CALLS](step, inputs, formula)
    default:
      throw new TypeError('A constant is no step')
  }
}

/** The chain rule for a function of one argument. */
function chain(step: Step, value: number, input: Step, factor: number): void {
  step.value = value
  step.rounding = Math.abs(value) * EPSILON + passedOn(input.rounding, factor)
  const { slope } = step
  for (let measure = 0; measure < slope.length; measure++)
    slope[measure] = times(input.slope[measure]!, factor)
}

/** The spacing of doubles at 1. */
const EPSILON = Number.EPSILON

/** How far a function's value is from where it ought to be because its argument is. */
function passedOn(rounding: number, factor: number): number {
  return rounding === 0 || factor === 0 ? 0 : rounding * Math.abs(factor)
}

/** A product with a derivative: no change times an infinite one is none. */
function times(change: number, factor: number): number {
  return change === 0 ? 0 : change * factor
}

/** The chain rule for a function of two arguments. */
function chainTwo(
  step: Step,
  value: number,
  [left, byLeft, right, byRight]: readonly [Step, number, Step, number],
): void {
  step.value = value
  step.rounding =
    Math.abs(value) * EPSILON + passedOn(left.rounding, byLeft) + passedOn(right.rounding, byRight)
  const { slope } = step
  for (let measure = 0; measure < slope.length; measure++) {
    slope[measure] = times(left.slope[measure]!, byLeft) + times(right.slope[measure]!, byRight)
  }
}

function copy(step: Step, input: Step | null): void {
  step.value = input === null ? Number.NaN : input.value
  step.rounding = input === null ? 0 : input.rounding
  if (input === null) step.slope.fill(0)
  else step.slope.set(input.slope)
}

function setTruth(step: Step, value: number): void {
  step.value = value
}

type Operator = (step: Step, left: Step, right: Step) => () => void

const ARITHMETIC: Readonly<Record<'+' | '-' | '*' | '/', Operator>> = {
  '+': (step, left, right) => () => chainTwo(step, left.value + right.value, [left, 1, right, 1]),
  '-': (step, left, right) => () => chainTwo(step, left.value - right.value, [left, 1, right, -1]),
  '*': (step, left, right) => () =>
    chainTwo(step, left.value * right.value, [left, right.value, right, left.value]),
  '/': (step, left, right) => () => {
    const [a, b] = [left.value, right.value]
    chainTwo(step, b === 0 ? Number.NaN : a / b, [left, 1 / b, right, -a / b / b])
  },
}

function comparison(op: ComparisonOperator, left: number, right: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN
  switch (op) {
    case '=':
      return Number(left === right)
    case '!=':
      return Number(left !== right)
    case '<':
      return Number(left < right)
    case '<=':
      return Number(left <= right)
    case '>':
      return Number(left > right)
    default:
      return Number(left >= right)
  }
}

function logical(deciding: boolean, operands: readonly Step[]): number {
  let result = Number(!deciding)
  for (const { value } of operands) {
    if (value === Number(deciding)) return value
    if (Number.isNaN(value)) result = Number.NaN
  }
  return result
}

type Call = (step: Step, inputs: readonly Step[], call: TypedCall) => () => void

/** A function of one number, with its derivative given the number and the function's value. */
function ofOne(value: (x: number) => number, by: (x: number, value: number) => number): Call {
  return (step, [input]) =>
    () => {
      const x = input!.value
      const result = onlyFinite(value(x))
      chain(step, result, input!, by(x, result))
    }
}

/** The number; NaN, which is NULL, for an infinite one. */
function onlyFinite(value: number): number {
  return value - value === 0 ? value : Number.NaN
}

function identity(step: Step, inputs: readonly Step[]): () => void {
  return () => copy(step, inputs[0]!)
}

/** The largest (`sign` 1) or the smallest (-1) argument, and its slope. */
function extreme(sign: 1 | -1): Call {
  return (step, inputs) => () => {
    let best: Step = inputs[0]!
    for (const input of inputs) {
      if (Number.isNaN(input.value)) {
        copy(step, null)
        return
      }
      if ((input.value - best.value) * sign > 0) best = input
    }
    copy(step, best)
  }
}

/** The value after the first condition that is TRUE. */
function choice(step: Step, inputs: readonly Step[]): () => void {
  const last = inputs.length - 1
  return () => {
    let chosen = last
    for (let at = 0; at < last; at += 2) {
      if (inputs[at]!.value !== 1) continue
      chosen = at + 1
      break
    }
    copy(step, inputs[chosen]!)
  }
}

const log10: Call = ofOne(Math.log10, (x) => 1 / x / Math.LN10)

/** The functions that have a derivative where they have a value, but for kinks and ends. */
const CALLS = {
  Sqrt: ofOne(Math.sqrt, (_, root) => 0.5 / root),
  Exp: ofOne(Math.exp, (_, value) => value),
  Ln: ofOne(Math.log, (x) => 1 / x),
  Log10: log10,
  Log: (step, inputs, call) => {
    const [number, base] = inputs
    if (base === undefined) return log10(step, inputs, call)
    return () => {
      const logarithm = Math.log(base.value)
      const value = onlyFinite(Math.log(number!.value) / logarithm)
      const byBase = -value / logarithm / base.value
      chainTwo(step, value, [number!, 1 / number!.value / logarithm, base, byBase])
    }
  },
  Power: (step, [base, exponent]) => {
    return () => {
      const [x, y] = [base!.value, exponent!.value]
      const value = onlyFinite(x ** y)
      const byBase = y === 0 ? 0 : y * x ** (y - 1)
      chainTwo(step, value, [base!, byBase, exponent!, value === 0 ? 0 : value * Math.log(x)])
    }
  },
  Abs: ofOne(Math.abs, Math.sign),
  Sign: ofOne(Math.sign, () => 0),
  Greatest: extreme(1),
  Least: extreme(-1),
  If: choice,
  Case: choice,
  Coalesce: (step, inputs) => () =>
    copy(step, inputs.find(({ value }) => !Number.isNaN(value)) ?? null),
  NullIf: (step, [value, absent]) => {
    return () => copy(step, value!.value === absent!.value ? null : value!)
  },
  IsNull: (step, [input]) => {
    return () => setTruth(step, Number(Number.isNaN(input!.value)))
  },
  IsNotNull: (step, [input]) => {
    return () => setTruth(step, Number(!Number.isNaN(input!.value)))
  },
  IN: (step, [value, ...members]) => {
    return () => {
      const truths = members.map((member) => comparison('=', value!.value, member.value))
      setTruth(step, truths.includes(1) ? 1 : truths.some(Number.isNaN) ? Number.NaN : 0)
    }
  },
  Between: (step, [value, low, high]) => {
    return () => {
      const above = comparison('>=', value!.value, low!.value)
      const below = comparison('<=', value!.value, high!.value)
      setTruth(step, above === 0 || below === 0 ? 0 : above + below - 1)
    }
  },
  Cast: identity,
  TryCast: identity,
} satisfies Readonly<Record<string, Call>>

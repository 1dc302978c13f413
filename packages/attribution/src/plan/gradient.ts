import type { TypedExpr } from '@tributary/expression'
import {
  type ComparisonOperator,
  callNode,
  constantNode,
  getScalarDefinition,
  joinComparisons,
  listTypedChildren,
  mapTypedChildren,
  type SmoothFacts,
  type TypedCall,
  treeKey,
} from '@tributary/expression/internal'

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

/** Why a formula without casts that keep every number cannot be differentiated, and what to do; null when it can. */
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
    return `the formula calls ${name} to a type that may change the number: cast to DOUBLE, or leave the cast out`
  }
  const facts = getScalarDefinition(name).formula
  if (facts === 'jumps') {
    return `the formula calls ${name}, whose value jumps: leave rounding to whoever shows the number`
  }
  return facts === null ? `the formula calls ${name}, which has no derivative` : null
}

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
      return compileCall(formula, step, inputs)
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

function logical(deciding: boolean, operands: readonly Pick<Step, 'value'>[]): number {
  let result = Number(!deciding)
  for (const { value } of operands) {
    if (value === Number(deciding)) return value
    if (Number.isNaN(value)) result = Number.NaN
  }
  return result
}

/** The computation of a call by the facts about its function. */
function compileCall(call: TypedCall, step: Step, inputs: readonly Step[]): () => void {
  const facts = getScalarDefinition(call.function).formula
  if (facts === null || facts === 'jumps') {
    throw new TypeError(`${call.function} has no derivative`)
  }
  switch (facts.kind) {
    case 'smooth':
      return compileSmooth(facts, step, inputs)
    case 'choice':
      return () => copy(step, inputs[facts.choose(inputs)] ?? null)
    case 'nullTest':
      return () => setTruth(step, Number(Number.isNaN(inputs[0]!.value) === facts.whenNull))
    case 'comparisons': {
      const comparisons = joinComparisons(call, facts).operands
      const truths = comparisons.map(() => ({ value: 0 }))
      return () => {
        const value = inputs[0]!.value
        for (const [index, truth] of truths.entries()) {
          truth.value = comparison(comparisons[index]!.op, value, inputs[index + 1]!.value)
        }
        setTruth(step, logical(facts.join === 'OR', truths))
      }
    }
  }
}

function compileSmooth(facts: SmoothFacts, step: Step, inputs: readonly Step[]): () => void {
  const { value } = facts
  const [first, second] = inputs as readonly [Step, Step | undefined]
  const [byFirst, bySecond] = facts.slopes
  if (second === undefined) {
    return () => {
      const x = first.value
      const result = onlyFinite(value(x, Number.NaN))
      chain(step, result, first, byFirst!(result, x, Number.NaN))
    }
  }
  return () => {
    const x = first.value
    const y = second.value
    const result = onlyFinite(value(x, y))
    chainTwo(step, result, [first, byFirst!(result, x, y), second, bySecond!(result, x, y)])
  }
}

/** The number; NaN, which is NULL, for an infinite one. */
function onlyFinite(value: number): number {
  return value - value === 0 ? value : Number.NaN
}

/**
 * A formula in which a factor above and below the same fraction bar is left out: `[a] / [b] * [b]` becomes `[a]`,
 * `[a] / ([b] / [c])` becomes `[a] * [c] / [b]`. It has the same value and the same derivatives wherever the formula
 * has a value, and may have one where a factor that is left out is 0.
 */
export function cancelFactors(formula: TypedExpr): TypedExpr {
  if (isProduct(formula)) {
    const product: Product = { factors: new Map(), sign: 1, cancels: false }
    addFactors(product, formula, 1)
    if (product.cancels) return productNode(product)
  }
  return passesNull(formula) ? mapTypedChildren(formula, cancelFactors) : formula
}

interface Product {
  /** By key: a factor and its exponent. */
  readonly factors: Map<string, { readonly factor: TypedExpr; readonly exponent: number }>
  sign: 1 | -1
  /** Whether a factor met its inverse. */
  cancels: boolean
}

/** Whether a node is NULL where a part of it is: a value that a part gains is not taken for another one then. */
function passesNull(typed: TypedExpr): boolean {
  if (typed.kind === 'call') return getScalarDefinition(typed.function).nulls === 'propagate'
  return typed.kind === 'arithmetic' || typed.kind === 'negate'
}

function isProduct(typed: TypedExpr): boolean {
  if (typed.kind === 'arithmetic') return typed.op === '*' || typed.op === '/'
  return typed.kind === 'negate' || wholeExponent(typed) !== null
}

/** The exponent of a `Power` with a constant whole one; null for any other node. */
function wholeExponent(typed: TypedExpr): number | null {
  if (typed.kind !== 'call' || typed.function !== 'Power') return null
  const [, exponent] = typed.args
  if (exponent?.kind !== 'constant' || exponent.constant.value === null) return null
  const number = Number(exponent.constant.value)
  return Number.isInteger(number) && number !== 0 && Math.abs(number) <= MOST_POWER ? number : null
}

const MOST_POWER = 64

function addFactors(product: Product, typed: TypedExpr, exponent: number): void {
  if (typed.kind === 'negate') {
    if (exponent % 2 !== 0) product.sign = product.sign === 1 ? -1 : 1
    addFactors(product, typed.operand, exponent)
    return
  }
  if (typed.kind === 'arithmetic' && (typed.op === '*' || typed.op === '/')) {
    // A divisor of a divisor is a factor.
    if (typed.op === '/' && exponent < 0) product.cancels = true
    addFactors(product, typed.left, exponent)
    addFactors(product, typed.right, typed.op === '*' ? exponent : -exponent)
    return
  }
  const power = wholeExponent(typed)
  if (power !== null && typed.kind === 'call') {
    if (power < 0 && exponent < 0) product.cancels = true
    addFactors(product, typed.args[0]!, exponent * power)
    return
  }
  const factor = cancelFactors(typed)
  const key = treeKey(factor)
  const before = product.factors.get(key)?.exponent ?? 0
  if (before * exponent < 0) product.cancels = true
  product.factors.set(key, { factor, exponent: before + exponent })
}

function productNode({ factors, sign }: Product): TypedExpr {
  let above = sign === 1 ? null : wholeNumber(-1n)
  let below: TypedExpr | null = null
  for (const { factor, exponent } of factors.values()) {
    if (exponent > 0) above = timesPower(above, factor, exponent)
    if (exponent < 0) below = timesPower(below, factor, -exponent)
  }
  const numerator = above ?? wholeNumber(1n)
  if (below === null) return numerator
  return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left: numerator, right: below }
}

function timesPower(product: TypedExpr | null, factor: TypedExpr, exponent: number): TypedExpr {
  const power =
    exponent === 1 ? factor : callNode('Power', 'DOUBLE', [factor, wholeNumber(BigInt(exponent))])
  if (product === null) return power
  return { kind: 'arithmetic', type: 'DOUBLE', op: '*', left: product, right: power }
}

function wholeNumber(value: bigint): TypedExpr {
  return constantNode({ type: 'INT', value })
}

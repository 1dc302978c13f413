import { Decimal } from 'decimal.js'
import type { Rational } from './rational.ts'
import type { MeasureFormula } from './resolve.ts'
import { type Shape, type Straight, straightValue } from './shape.ts'

/** Decimals of this room have 34 digits: twice those of a double. */
export const Precise = Decimal.clone({ precision: 34, minE: -9e15, maxE: 9e15 })
export type Precise = Decimal

export const precise = ({ n, d }: Rational): Decimal =>
  new Precise(n.toString()).div(new Precise(d.toString()))

/** What a unit of change of each measure is worth; `certain` says whether that is beyond doubt. */
export interface Worth {
  /** Null where no contribution is defined. */
  readonly weights: readonly Decimal[] | null
  readonly certain: boolean
}

/** The measures of the totals of both windows. */
export interface Ends {
  readonly current: readonly Rational[]
  readonly compare: readonly Rational[]
}

/** The mean of each partial derivative on the straight path from the compare totals to the current ones. */
export function worthOf(formula: MeasureFormula, shape: Shape, ends: Ends): Worth {
  const count = ends.current.length
  if (shape?.kind === 'sum') {
    const weights = Array.from({ length: count }, (_, measure) => factorOf(shape.sum, measure))
    return { weights, certain: true }
  }
  if (shape?.kind === 'quotient') {
    const weights = ratioWeights(shape.above, shape.below, ends)
    return { weights, certain: true }
  }
  return pathWeights(formula, ends)
}

function factorOf({ terms }: Straight, measure: number): Decimal {
  const factor = terms.get(measure)
  return factor === undefined ? new Precise(0) : precise(factor)
}

/** `∫ 1/D dt` and `∫ N/D² dt` in closed form, for each measure as it stands in N and D. */
function ratioWeights(above: Straight, below: Straight, ends: Ends): readonly Decimal[] | null {
  const value = (of: Straight, side: 'current' | 'compare') =>
    precise(straightValue(of, (measure) => ends[side][measure]!))
  const [n0, n1] = [value(above, 'compare'), value(above, 'current')]
  const [d0, d1] = [value(below, 'compare'), value(below, 'current')]
  if (d0.isZero() || d1.isZero() || d0.isNegative() !== d1.isNegative()) return null
  const { perNumerator, perDenominator } = integrals([n0, n1], [d0, d1])
  return ends.current.map((_, measure) =>
    factorOf(above, measure)
      .times(perNumerator)
      .minus(factorOf(below, measure).times(perDenominator)),
  )
}

function integrals([n0, n1]: readonly [Decimal, Decimal], [d0, d1]: readonly [Decimal, Decimal]) {
  const change = d1.minus(d0)
  if (change.isZero()) {
    return {
      perNumerator: new Precise(1).div(d0),
      perDenominator: n0.plus(n1).div(d0.times(d0).times(2)),
    }
  }
  // The logarithm of nearly 1 loses digits: twice as many are carried.
  const Wide = Decimal.clone({ precision: 80 })
  const wide = (one: Decimal) => new Wide(one)
  const span = wide(d1).minus(wide(d0))
  const log = wide(d1).div(wide(d0)).ln().div(span)
  const slope = wide(n1).minus(wide(n0)).div(span)
  const rest = wide(n0).minus(slope.times(wide(d0)))
  const perDenominator = rest.div(wide(d0).times(wide(d1))).plus(slope.times(log))
  return { perNumerator: new Precise(log), perDenominator: new Precise(perDenominator) }
}

/** A value with its partial derivatives by every measure. */
interface Dual {
  readonly value: Decimal
  readonly slopes: readonly Decimal[]
}

/** A formula that has no value at a point of the path. */
class NoValue extends Error {}

function pathWeights(formula: MeasureFormula, ends: Ends): Worth {
  const from = ends.compare.map(precise)
  const to = ends.current.map(precise)
  const pointAt = (t: Decimal) =>
    from.map((one, measure) => one.plus(to[measure]!.minus(one).times(t)))
  if (meetsPole(formula, pointAt)) return { weights: null, certain: false }
  try {
    const slopes = (t: Decimal) => dual(formula, pointAt(t)).slopes
    const weights = integral(slopes, from.length)
    return weights === null ? { weights: null, certain: false } : { weights, certain: true }
  } catch (error) {
    if (error instanceof NoValue) return { weights: null, certain: false }
    throw error
  }
}

function dual(formula: MeasureFormula, at: readonly Decimal[]): Dual {
  const along = (value: Decimal, slope: Decimal, inner: Dual): Dual => ({
    value,
    slopes: inner.slopes.map((one) => one.times(slope)),
  })
  switch (formula.op) {
    case 'measure':
      return {
        value: at[formula.at]!,
        slopes: at.map((_, measure) => new Precise(measure === formula.at ? 1 : 0)),
      }
    case 'number':
      return { value: new Precise(formula.text), slopes: at.map(() => new Precise(0)) }
    case 'negate': {
      const inner = dual(formula.of, at)
      return along(inner.value.negated(), new Precise(-1), inner)
    }
    case 'sqrt': {
      const inner = dual(formula.of, at)
      if (!inner.value.isPositive() || inner.value.isZero()) throw new NoValue()
      const value = inner.value.sqrt()
      return along(value, new Precise(1).div(value.times(2)), inner)
    }
    case 'ln': {
      const inner = dual(formula.of, at)
      if (!inner.value.isPositive() || inner.value.isZero()) throw new NoValue()
      return along(inner.value.ln(), new Precise(1).div(inner.value), inner)
    }
    case 'exp': {
      const inner = dual(formula.of, at)
      if (inner.value.abs().greaterThan(700)) throw new NoValue()
      const value = inner.value.exp()
      return along(value, value, inner)
    }
    default: {
      const [a, b] = [dual(formula.left, at), dual(formula.right, at)]
      const combined = (value: Decimal, byLeft: Decimal, byRight: Decimal): Dual => ({
        value,
        slopes: a.slopes.map((one, measure) =>
          one.times(byLeft).plus(b.slopes[measure]!.times(byRight)),
        ),
      })
      const one = new Precise(1)
      switch (formula.op) {
        case '+':
          return combined(a.value.plus(b.value), one, one)
        case '-':
          return combined(a.value.minus(b.value), one, one.negated())
        case '*':
          return combined(a.value.times(b.value), b.value, a.value)
        default: {
          if (b.value.isZero()) throw new NoValue()
          const value = a.value.div(b.value)
          return combined(value, one.div(b.value), value.div(b.value).negated())
        }
      }
    }
  }
}

/** Whether a denominator may be zero on the way: every one here is straight in t or a product of such. */
function meetsPole(formula: MeasureFormula, pointAt: (t: Decimal) => readonly Decimal[]): boolean {
  const inner =
    'of' in formula ? [formula.of] : 'left' in formula ? [formula.left, formula.right] : []
  if (inner.some((part) => meetsPole(part, pointAt))) return true
  if (formula.op !== '/' && formula.op !== 'safe') return false
  const signs = new Set<number>()
  for (let step = 0; step <= 64; step++) {
    const { value } = dual(formula.right, pointAt(new Precise(step).div(64)))
    signs.add(value.isZero() ? 0 : value.isNegative() ? -1 : 1)
  }
  return signs.has(0) || signs.size > 1
}

/** Nodes and weights of tanh-sinh quadrature on [0, 1], a level halving the step of the one before. */
const LEVELS = 7
const NODES: readonly (readonly { readonly t: Decimal; readonly weight: Decimal }[])[] = Array.from(
  { length: LEVELS },
  (_, level) => nodesOf(level),
)

function nodesOf(level: number): { t: Decimal; weight: Decimal }[] {
  const step = new Precise(2).pow(-level)
  const half = Precise.acos(-1).div(2)
  const nodes: { t: Decimal; weight: Decimal }[] = []
  for (let k = level === 0 ? 0 : 1; ; k += level === 0 ? 1 : 2) {
    const u = step.times(k)
    const inner = half.times(u.sinh())
    const cosh = inner.cosh()
    // The distance from 1, without cancellation.
    const near = new Precise(1).div(inner.exp().times(cosh).times(2))
    const weight = half.times(u.cosh()).div(cosh.times(cosh).times(2))
    if (weight.lessThan(1e-30)) return nodes
    nodes.push({ t: near, weight })
    if (k > 0) nodes.push({ t: new Precise(1).minus(near), weight })
  }
}

/** The integrals of some functions over [0, 1]; null when they do not settle. */
function integral(f: (t: Decimal) => readonly Decimal[], count: number): readonly Decimal[] | null {
  const sums = Array.from({ length: count }, () => new Precise(0))
  let before: readonly Decimal[] | null = null
  for (const [level, nodes] of NODES.entries()) {
    for (const { t, weight } of nodes) {
      for (const [index, value] of f(t).entries())
        sums[index] = sums[index]!.plus(value.times(weight))
    }
    const now = sums.map((one) => one.div(new Precise(2).pow(level)))
    const size = now.reduce((most, one) => Precise.max(most, one.abs()), new Precise(0))
    const settled = before?.every((one, index) =>
      one.minus(now[index]!).abs().lessThanOrEqualTo(size.times(1e-15)),
    )
    if (settled) return now
    before = now
  }
  return null
}

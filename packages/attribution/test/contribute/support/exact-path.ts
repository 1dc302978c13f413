import type { TypedExpr } from '@tributary/expression'
import { listTypedChildren, type TypedCall } from '@tributary/expression/internal'
import { Decimal as Base } from 'decimal.js'

const Decimal = Base.clone({
  precision: 40,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  minE: -9e15,
  maxE: 9e15,
})
type Decimal = Base

/** Measures by name. */
export type Point = Readonly<Record<string, Decimal>>

/** A value with its slopes by each measure; null for NULL. */
interface Sloped {
  readonly value: Decimal
  readonly slopes: Readonly<Record<string, Decimal>>
}

/**
 * `∫ ∂f/∂x dt` on the straight path between two points, by measure, in 40 digits: by the double exponential rule (H. Takahasi
 * and M. Mori, 1974) between the places where a part of the formula is zero. Null when the formula has no value at a node,
 * or two rules do not agree.
 */
export function exactWeights(
  formula: TypedExpr,
  {
    compare,
    current,
  }: {
    readonly compare: Readonly<Record<string, number>>
    readonly current: Readonly<Record<string, number>>
  },
): Readonly<Record<string, number>> | null {
  const names = Object.keys(compare)
  const at = (t: Decimal): Point =>
    Object.fromEntries(
      names.map((name) => {
        const from = new Decimal(compare[name]!)
        return [name, from.plus(t.times(new Decimal(current[name]!).minus(from)))]
      }),
    )
  const places = [new Decimal(0), ...zerosOn(edgesOf(formula), at), new Decimal(1)]
  const rules = [0.25, 0.125].map((step) => integral(formula, { names, at, places, step }))
  const [coarse, fine] = rules
  if (coarse == null || fine == null) return null
  for (const name of names) {
    const error = fine[name]!.minus(coarse[name]!).abs()
    if (error.greaterThan(fine[name]!.abs().times(1e-11))) return null
  }
  return Object.fromEntries(names.map((name) => [name, fine[name]!.toNumber()]))
}

interface Rule {
  readonly names: readonly string[]
  at(t: Decimal): Point
  readonly places: readonly Decimal[]
  readonly step: number
}

function integral(
  formula: TypedExpr,
  { names, at, places, step }: Rule,
): Record<string, Decimal> | null {
  const sums = Object.fromEntries(names.map((name) => [name, new Decimal(0)]))
  for (const [index, to] of places.entries()) {
    const from = places[index - 1]
    if (from === undefined || to.equals(from)) continue
    const length = to.minus(from)
    for (const { share, weight } of nodes(step)) {
      const sloped = slopedAt(formula, at(from.plus(length.times(share))))
      if (sloped === null) return null
      for (const name of names) {
        sums[name] = sums[name]!.plus(sloped.slopes[name]!.times(weight).times(length))
      }
    }
  }
  return sums
}

interface Node {
  readonly share: Decimal
  readonly weight: Decimal
}

const known = new Map<number, readonly Node[]>()

/** Nodes of the double exponential rule on [0, 1]. */
function nodes(step: number): readonly Node[] {
  const found = known.get(step)
  if (found !== undefined) return found
  const half = Decimal.acos(-1).div(2)
  const made: Node[] = []
  for (let index = -Math.ceil(4.2 / step); index <= 4.2 / step; index++) {
    const x = new Decimal(index * step)
    const inner = half.times(x.sinh())
    const share = inner.times(-2).exp().plus(1).pow(-1)
    const weight = half.times(x.cosh()).times(step).div(inner.cosh().pow(2)).div(2)
    made.push({ share, weight })
  }
  known.set(step, made)
  return made
}

/** The parts at whose zeros a formula may have a kink or an end. */
function edgesOf(typed: TypedExpr): readonly TypedExpr[] {
  const within = listTypedChildren(typed).flatMap(edgesOf)
  const minus = (left: TypedExpr, right: TypedExpr): TypedExpr => {
    return { kind: 'arithmetic', type: 'DOUBLE', op: '-', left, right }
  }
  if (typed.kind === 'comparison') return [...within, minus(typed.left, typed.right)]
  if (typed.kind !== 'call') return within
  switch (typed.function) {
    case 'Abs':
    case 'Sqrt':
    case 'Power':
    case 'Sign':
      return [...within, typed.args[0]!]
    case 'Greatest':
    case 'Least':
      return [...within, minus(typed.args[0]!, typed.args[1]!)]
    default:
      return within
  }
}

function zerosOn(edges: readonly TypedExpr[], at: Rule['at']): readonly Decimal[] {
  const found: Decimal[] = []
  for (const edge of edges) {
    const sign = (t: Decimal): number => slopedAt(edge, at(t))?.value.cmp(0) ?? Number.NaN
    for (let step = 0; step < 40; step++) {
      let [low, high] = [new Decimal(step).div(40), new Decimal(step + 1).div(40)]
      const before = sign(low)
      if (before === 0 && step > 0) found.push(low)
      if (before * sign(high) >= 0 || Number.isNaN(before)) continue
      for (let halving = 0; halving < 120; halving++) {
        const middle = low.plus(high).div(2)
        if (sign(middle) === before) low = middle
        else high = middle
      }
      found.push(high)
    }
  }
  return found.sort((a, b) => a.cmp(b))
}

function slopedAt(typed: TypedExpr, point: Point): Sloped | null {
  const names = Object.keys(point)
  const none = (value: Decimal): Sloped => {
    return { value, slopes: Object.fromEntries(names.map((name) => [name, new Decimal(0)])) }
  }
  const chain = (
    value: Decimal,
    terms: readonly (readonly [Sloped, Decimal | (() => Decimal)])[],
  ): Sloped | null => {
    if (!value.isFinite()) return null
    const slopes = names.map((name) => {
      let slope = new Decimal(0)
      for (const [input, factor] of terms) {
        if (input.slopes[name]!.isZero()) continue
        slope = slope.plus(
          input.slopes[name]!.times(typeof factor === 'function' ? factor() : factor),
        )
      }
      return [name, slope] as const
    })
    return { value, slopes: Object.fromEntries(slopes) }
  }
  const one = new Decimal(1)
  switch (typed.kind) {
    case 'reference':
      return { ...none(point[typed.name]!), slopes: { ...none(one).slopes, [typed.name]: one } }
    case 'constant':
      return typed.constant.value === null ? null : none(new Decimal(String(typed.constant.value)))
    case 'negate': {
      const inner = slopedAt(typed.operand, point)
      return inner && chain(inner.value.negated(), [[inner, one.negated()]])
    }
    case 'arithmetic': {
      const [a, b] = [slopedAt(typed.left, point), slopedAt(typed.right, point)]
      if (a === null || b === null) return null
      const [x, y] = [a.value, b.value]
      if (typed.op === '+')
        return chain(x.plus(y), [
          [a, one],
          [b, one],
        ])
      if (typed.op === '-')
        return chain(x.minus(y), [
          [a, one],
          [b, one.negated()],
        ])
      if (typed.op === '*')
        return chain(x.times(y), [
          [a, y],
          [b, x],
        ])
      if (y.isZero()) return null
      return chain(x.div(y), [
        [a, one.div(y)],
        [b, x.negated().div(y).div(y)],
      ])
    }
    case 'call':
      return callSlope(typed, point, chain)
    default:
      throw new TypeError(`${typed.kind} is no number`)
  }
}

function callSlope(
  { function: name, args }: TypedCall,
  point: Point,
  chain: (
    value: Decimal,
    terms: readonly (readonly [Sloped, Decimal | (() => Decimal)])[],
  ) => Sloped | null,
): Sloped | null {
  const at = (index: number): Sloped | null => slopedAt(args[index]!, point)
  if (name === 'Coalesce') return at(0) ?? at(1)
  if (name === 'If') return isTrue(args[0]!, point) ? at(1) : at(2)
  if (name === 'Case') return isTrue(args[0]!, point) ? at(1) : null
  const [a, b] = [at(0), args.length > 1 ? at(1) : null]
  if (name === 'NullIf') return a !== null && b !== null && a.value.equals(b.value) ? null : a
  if (a === null || (args.length > 1 && b === null)) return null
  const x = a.value
  const one = new Decimal(1)
  switch (name) {
    case 'Sqrt':
      return x.isNegative() && !x.isZero()
        ? null
        : chain(x.sqrt(), [[a, () => one.div(x.sqrt().times(2))]])
    case 'Exp':
      return x.greaterThan(709) ? null : chain(x.exp(), [[a, x.exp()]])
    case 'Ln':
      return x.lessThanOrEqualTo(0) ? null : chain(x.ln(), [[a, one.div(x)]])
    case 'Log10':
      return x.lessThanOrEqualTo(0)
        ? null
        : chain(x.log(10), [[a, one.div(x.times(new Decimal(10).ln()))]])
    case 'Log': {
      const base = b!.value
      if (x.lessThanOrEqualTo(0) || base.lessThanOrEqualTo(0) || base.equals(1)) return null
      const [above, below] = [x.ln(), base.ln()]
      return chain(above.div(below), [
        [a, one.div(x.times(below))],
        [b!, above.negated().div(base.times(below).times(below))],
      ])
    }
    case 'Power': {
      const exponent = b!.value
      if (x.isZero() && exponent.isNegative()) return null
      if (x.isNegative() && !exponent.isInteger()) return null
      return chain(x.pow(exponent), [
        [a, () => exponent.times(x.pow(exponent.minus(1)))],
        [b!, () => (x.isZero() ? new Decimal(0) : x.pow(exponent).times(x.ln()))],
      ])
    }
    case 'Abs':
      return chain(x.abs(), [[a, new Decimal(x.cmp(0))]])
    case 'Sign':
      return chain(new Decimal(x.cmp(0)), [])
    case 'Greatest':
      return x.lessThan(b!.value) ? b : a
    case 'Least':
      return x.greaterThan(b!.value) ? b : a
    default:
      throw new TypeError(`${name} is unknown`)
  }
}

function isTrue(typed: TypedExpr, point: Point): boolean {
  if (typed.kind !== 'comparison') throw new TypeError('only comparisons are conditions here')
  const [a, b] = [slopedAt(typed.left, point), slopedAt(typed.right, point)]
  if (a === null || b === null) return false
  const order = a.value.cmp(b.value)
  const holds = {
    '=': order === 0,
    '!=': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  }
  return holds[typed.op]
}

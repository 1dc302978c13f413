import type { TypedExpr } from '@tributary/expression'
import type { TypedCall } from '@tributary/expression/internal'
/** A number and how it changes with each of the leaves. */
export interface Slope {
  readonly value: number
  readonly partials: Float64Array
}

/** The index of each leaf in {@link Slope.partials}. */
export type LeafIndex = ReadonlyMap<string, number>

/**
 * The value and the partial derivatives of a formula at a point, by automatic differentiation; NaN
 * where it is not defined. Only for formulas for which {@link whyNotDifferentiable} returns null.
 */
export function slopeAt(formula: TypedExpr, leaves: LeafIndex, point: Float64Array): Slope {
  switch (formula.kind) {
    case 'reference':
      return leafSlope(leaves.get(formula.name)!, point)
    case 'constant':
      return flat(Number(formula.constant.value), point.length)
    case 'negate':
      return scaled(slopeAt(formula.operand, leaves, point), -1)
    case 'arithmetic': {
      const left = slopeAt(formula.left, leaves, point)
      const right = slopeAt(formula.right, leaves, point)
      return arithmeticSlope(formula.op, left, right)
    }
    case 'call':
      return callSlope(
        formula,
        formula.args.map((one) => slopeAt(one, leaves, point)),
      )
    default:
      throw new TypeError(`A ${formula.kind} has no slope`)
  }
}

/** Why a formula cannot be differentiated; null when it can. */
export function whyNotDifferentiable(formula: TypedExpr): string | null {
  switch (formula.kind) {
    case 'reference':
      return null
    case 'constant':
      return Number.isFinite(Number(formula.constant.value)) && formula.constant.value !== null
        ? null
        : 'a constant is not a number'
    case 'negate':
      return whyNotDifferentiable(formula.operand)
    case 'arithmetic':
      if (formula.op === '%') return 'the formula uses %'
      return whyNotDifferentiable(formula.left) ?? whyNotDifferentiable(formula.right)
    case 'call':
      if (!SMOOTH_CALLS.has(formula.function)) return `the formula calls ${formula.function}`
      return formula.args.map(whyNotDifferentiable).find((reason) => reason !== null) ?? null
    default:
      return 'the formula is a condition'
  }
}

const SMOOTH_CALLS: ReadonlySet<string> = new Set(['Sqrt', 'Exp', 'Ln', 'Log', 'Log10', 'Power'])

function leafSlope(index: number, point: Float64Array): Slope {
  const partials = new Float64Array(point.length)
  partials[index] = 1
  return { value: point[index]!, partials }
}

function flat(value: number, leaves: number): Slope {
  return { value, partials: new Float64Array(leaves) }
}

function scaled({ value, partials }: Slope, factor: number): Slope {
  return { value: value * factor, partials: partials.map((one) => one * factor) }
}

function arithmeticSlope(op: string, left: Slope, right: Slope): Slope {
  const [a, b] = [left.value, right.value]
  switch (op) {
    case '+':
      return combined(a + b, [left, 1], [right, 1])
    case '-':
      return combined(a - b, [left, 1], [right, -1])
    case '*':
      return combined(a * b, [left, b], [right, a])
    default:
      return combined(a / b, [left, 1 / b], [right, -a / b / b])
  }
}

/** The chain rule: the sum of each argument's slope times the derivative by that argument. */
function combined(value: number, ...terms: readonly (readonly [Slope, number])[]): Slope {
  const partials = new Float64Array(terms[0]![0].partials.length)
  for (const [slope, factor] of terms) {
    for (const [index, one] of slope.partials.entries()) {
      // Zero times an infinite slope is no change.
      if (one !== 0) partials[index]! += one * factor
    }
  }
  return { value, partials }
}

function callSlope({ function: name }: TypedCall, args: readonly Slope[]): Slope {
  const [first, second] = args as readonly [Slope, Slope | undefined]
  const x = first.value
  switch (name) {
    case 'Sqrt':
      return combined(Math.sqrt(x), [first, 0.5 / Math.sqrt(x)])
    case 'Exp':
      return combined(Math.exp(x), [first, Math.exp(x)])
    case 'Ln':
      return combined(Math.log(x), [first, 1 / x])
    case 'Log10':
      return combined(Math.log10(x), [first, 1 / x / Math.LN10])
    case 'Log': {
      if (second === undefined) return combined(Math.log10(x), [first, 1 / x / Math.LN10])
      const base = Math.log(second.value)
      const value = Math.log(x) / base
      return combined(value, [first, 1 / x / base], [second, -value / base / second.value])
    }
    case 'Power': {
      const [base, exponent] = [x, second!.value]
      const value = base ** exponent
      return combined(
        value,
        [first, exponent * base ** (exponent - 1)],
        [second!, value * Math.log(base)],
      )
    }
    default:
      throw new TypeError(`The call of ${name} has no slope`)
  }
}

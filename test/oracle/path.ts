import type { Formula } from './metrics.ts'

/** A value with its derivative in one direction, and the denominators that were met. */
interface Dual {
  readonly value: number
  readonly slope: number
}

/**
 * `∫ ∂f/∂x dt` on the straight path between two points, for each aggregate: by adaptive Simpson over dual numbers, which
 * is neither the rule nor the derivative that the product uses. Null when a denominator is zero or changes its sign on the way.
 */
export function pathWeightsOf(
  formula: Formula,
  names: readonly string[],
  ends: {
    readonly compare: ReadonlyMap<string, number>
    readonly current: ReadonlyMap<string, number>
  },
): ReadonlyMap<string, number> | null {
  const at = (t: number) => (name: string) => {
    const from = ends.compare.get(name)!
    return from + t * (ends.current.get(name)! - from)
  }
  if (meetsPole(formula, at)) return null
  const slope = (name: string) => (t: number) =>
    dualOf(formula, (one) => ({ value: at(t)(one), slope: one === name ? 1 : 0 })).slope
  return new Map(names.map((name) => [name, integral(slope(name))]))
}

function dualOf(formula: Formula, at: (name: string) => Dual): Dual {
  switch (formula.kind) {
    case 'atom':
      return at(formula.name)
    case 'number':
      return { value: Number(formula.text), slope: 0 }
    case 'root': {
      const inner = dualOf(formula.of, at)
      const value = Math.sqrt(inner.value)
      return { value, slope: inner.slope / 2 / value }
    }
    case 'binary': {
      const a = dualOf(formula.left, at)
      const b = dualOf(formula.right, at)
      switch (formula.op) {
        case '+':
          return { value: a.value + b.value, slope: a.slope + b.slope }
        case '-':
          return { value: a.value - b.value, slope: a.slope - b.slope }
        case '*':
          return { value: a.value * b.value, slope: a.slope * b.value + a.value * b.slope }
        case '/': {
          const slope = (a.slope * b.value - a.value * b.slope) / b.value / b.value
          return { value: a.value / b.value, slope }
        }
      }
    }
  }
}

/** Every denominator here is straight in t or a product of such, so a fine walk sees its sign change. */
function meetsPole(formula: Formula, at: (t: number) => (name: string) => number): boolean {
  if (formula.kind === 'root') return meetsPole(formula.of, at)
  if (formula.kind !== 'binary') return false
  if (meetsPole(formula.left, at) || meetsPole(formula.right, at)) return true
  if (formula.op !== '/') return false
  const signs = new Set<number>()
  for (let step = 0; step <= 200; step++) {
    const { value } = dualOf(formula.right, (name) => ({ value: at(step / 200)(name), slope: 0 }))
    signs.add(Math.sign(value))
  }
  return signs.has(0) || signs.size > 1
}

function integral(f: (t: number) => number): number {
  const simpson = (a: number, b: number) => ((b - a) / 6) * (f(a) + 4 * f((a + b) / 2) + f(b))
  // Where slopes cancel, their rounding would be halved without end.
  let halvings = 0
  const refine = (a: number, b: number, whole: number, depth: number): number => {
    const middle = (a + b) / 2
    const [left, right] = [simpson(a, middle), simpson(middle, b)]
    const error = left + right - whole
    if (
      depth === 0 ||
      halvings-- <= 0 ||
      Math.abs(error) <= 1e-12 * Math.abs(whole) ||
      Math.abs(error) <= 1e-14 * size
    )
      return left + right + error / 15
    return refine(a, middle, left, depth - 1) + refine(middle, b, right, depth - 1)
  }
  const pieces = Array.from({ length: 8 }, (_, i) => [i / 8, (i + 1) / 8] as const)
  const size = pieces.reduce((sum, [a, b]) => sum + Math.abs(simpson(a, b)), 0)
  return pieces.reduce((sum, [a, b]) => {
    halvings = 4_000
    return sum + refine(a, b, simpson(a, b), 30)
  }, 0)
}

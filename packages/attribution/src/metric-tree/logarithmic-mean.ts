import type { Monomial } from './monomials.ts'

/** A number in both windows. */
export interface ValuePair {
  readonly current: number
  readonly compare: number
}

/** The part of one child in the change of a formula. */
export interface ChildPart {
  /** Its part of the change. */
  readonly contribution: number
  /** That over its own change, by the limit where that is 0; null where there is no limit. */
  readonly slope: number | null
}

/** Whether the change of a monomial divides by logarithmic means: no factor changes its sign, no divisor is 0. */
export function dividesByLogarithms(
  { powers }: Monomial,
  values: ReadonlyMap<string, ValuePair>,
): boolean {
  return [...powers].every(([name, power]) => {
    const { current, compare } = values.get(name)!
    if (power < 0 && (current === 0 || compare === 0)) return false
    return (current >= 0 && compare >= 0) || (current <= 0 && compare <= 0)
  })
}

/**
 * The change of `y = c · Π x^p` in one part for each factor: `p · L(y1, y0) · ln(x1 / x0)` with the logarithmic mean `L`,
 * and the limits of that where a factor is 0 (B. W. Ang and N. Liu, _Energy Policy_ 35, 2007). The parts add up to the
 * change, and change their signs with the windows.
 */
export function divideMonomial(
  term: Monomial,
  values: ReadonlyMap<string, ValuePair>,
): ReadonlyMap<string, ChildPart> {
  const y = termValues(term, values)
  const parts = new Map<string, ChildPart>()
  for (const [name, power] of term.powers) {
    const { current, compare } = values.get(name)!
    const change = current - compare
    if (change === 0) {
      parts.set(name, { contribution: 0, slope: limitOfSlope(term, values, name) })
      continue
    }
    const contribution =
      y.current === 0 || y.compare === 0
        ? (y.current - y.compare) * shareOfZero(term, values, name)
        : power * logarithmicMean(y) * logarithmOfRatio(current, compare)
    parts.set(name, { contribution, slope: contribution / change })
  }
  return parts
}

/** How a change from or to 0 divides: among the factors that are 0 then, by their powers. */
function shareOfZero(term: Monomial, values: ReadonlyMap<string, ValuePair>, name: string): number {
  const { current, compare } = termValues(term, values)
  if (current === compare) return 0
  const window = current === 0 ? 'current' : 'compare'
  if (values.get(name)![window] !== 0) return 0
  const zeros = [...term.powers].filter(([factor]) => values.get(factor)![window] === 0)
  return term.powers.get(name)! / zeros.reduce((sum, [, power]) => sum + power, 0)
}

/** The limit of contribution over change of a factor that does not change. */
function limitOfSlope(
  term: Monomial,
  values: ReadonlyMap<string, ValuePair>,
  name: string,
): number {
  const power = term.powers.get(name)!
  const { current: x } = values.get(name)!
  if (x !== 0) return (power * logarithmicMean(termValues(term, values))) / x
  if (power > 1) return 0
  const remainingPowers = new Map(term.powers)
  remainingPowers.delete(name)
  return logarithmicMean(termValues({ ...term, powers: remainingPowers }, values))
}

function termValues({ coefficient, powers }: Monomial, values: ReadonlyMap<string, ValuePair>) {
  const at = (window: keyof ValuePair): number =>
    [...powers].reduce(
      (product, [name, power]) => product * values.get(name)![window] ** power,
      coefficient,
    )
  return { current: at('current'), compare: at('compare') }
}

/** `(a - b) / ln(a / b)` of two numbers of one sign; a itself when they are equal, 0 when one is 0. */
function logarithmicMean({ current, compare }: ValuePair): number {
  if (current === compare) return current
  if (current === 0 || compare === 0) return 0
  return (current - compare) / logarithmOfRatio(current, compare)
}

function logarithmOfRatio(a: number, b: number): number {
  const change = (a - b) / b
  // Of a small change the quotient loses digits, of a large one it may overflow.
  return Math.abs(change) < 0.5 ? Math.log1p(change) : Math.log(Math.abs(a)) - Math.log(Math.abs(b))
}

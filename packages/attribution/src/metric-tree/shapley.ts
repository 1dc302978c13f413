import type { TypedExpr } from '@tributary/expression'
import { createGradient, whyNotDifferentiable } from '../plan/gradient.ts'
import type { ChildPart, ValuePair } from './logarithmic-mean.ts'

/** The most children with a change of their own: each doubles the number of evaluations. */
export const MOST_CHILDREN = 12

/** The input of {@link divideByShapley}. */
export interface ShapleyInput {
  readonly formula: TypedExpr
  readonly values: ReadonlyMap<string, ValuePair>
  /** The children with a change of their own, at most {@link MOST_CHILDREN}. */
  readonly changed: readonly string[]
  /** The value of the formula at numbers by name; null where it has none. */
  evaluate(at: (name: string) => number): number | null
}

/**
 * The change of a formula in one part for each child: the mean, over all orders in which the children go from their
 * compare to their current value, of what the child's own step changes. Null where the formula has no value on the way.
 */
export function divideByShapley(input: ShapleyInput): ReadonlyMap<string, ChildPart> | null {
  const { changed, values } = input
  const at = (mask: number) => (name: string) => {
    const index = changed.indexOf(name)
    const isCurrent = index >= 0 && (mask & (1 << index)) !== 0
    return values.get(name)![isCurrent ? 'current' : 'compare']
  }
  const worth: number[] = []
  for (let mask = 0; mask < 1 << changed.length; mask++) {
    const value = input.evaluate(at(mask))
    if (value === null) return null
    worth.push(value)
  }
  const weights = computeShapleyWeights(changed.length)
  const slopes = limitsOfSlopes(input, at)
  const parts = new Map<string, ChildPart>()
  for (const [name, { current, compare }] of values) {
    const index = changed.indexOf(name)
    if (index < 0) {
      parts.set(name, { contribution: 0, slope: slopes?.get(name) ?? null })
      continue
    }
    let contribution = 0
    for (const [mask, value] of worth.entries()) {
      if ((mask & (1 << index)) !== 0) continue
      contribution += weights[bitsIn(mask)]! * (worth[mask | (1 << index)]! - value)
    }
    parts.set(name, { contribution, slope: contribution / (current - compare) })
  }
  return parts
}

/** The limits of contribution over change of the children that do not change; null where there are none. */
function limitsOfSlopes(
  { formula, values, changed }: ShapleyInput,
  at: (mask: number) => (name: string) => number,
): ReadonlyMap<string, number> | null {
  const names = [...values.keys()]
  const still = names.filter((name) => !changed.includes(name))
  if (still.length === 0 || whyNotDifferentiable(formula) !== null) return null
  const gradient = createGradient(formula, new Map(names.map((name, index) => [name, index])))
  const weights = computeShapleyWeights(changed.length + 1)
  const exact = new Float64Array(names.length)
  const slopes = new Map(still.map((name) => [name, 0]))
  for (let mask = 0; mask < 1 << changed.length; mask++) {
    gradient.valueAt(Float64Array.from(names, at(mask)), exact)
    for (const name of still) {
      const slope = gradient.partials[names.indexOf(name)]!
      slopes.set(name, slopes.get(name)! + weights[bitsIn(mask)]! * slope)
    }
  }
  return slopes
}

/** `s! (n - s - 1)! / n!` for each size `s` of what came before, of `n` children. */
function computeShapleyWeights(n: number): readonly number[] {
  const weights = [1 / n]
  for (let size = 1; size < n; size++) weights.push((weights[size - 1]! * size) / (n - size))
  return weights
}

function bitsIn(mask: number): number {
  let count = 0
  for (let remainingBits = mask; remainingBits !== 0; remainingBits &= remainingBits - 1) count++
  return count
}

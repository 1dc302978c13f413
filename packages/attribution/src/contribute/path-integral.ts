import type { TypedExpr } from '@tributary/expression'
import { type LeafIndex, slopeAt } from './gradient.ts'

/** The leaves of a formula at the two ends of the path, in the order of a {@link LeafIndex}. */
export interface PathEnds {
  readonly compare: Float64Array
  readonly current: Float64Array
}

/** What a change of each leaf is worth, in units of the metric, and how well the parts add up. */
export interface PathWeights {
  readonly values: Float64Array
  /** The change of the formula less the sum of the leaves' changes at their weights. */
  readonly residual: number
}

/**
 * The Aumann–Shapley weights of any smooth formula f on the straight path from the compare to the current totals:
 * `∫ ∂f/∂X dt` for t from 0 to 1, one per leaf, by Gauss–Legendre with 16 points on 1, 2, 4 … stretches until the
 * leaves' changes at their weights add up to the change of f. Contributions of groups that partition the rows then add
 * up to it as well. Null when f is not defined somewhere on the path, or the parts do not add up within 1e-9 of its size.
 */
export function pathWeights(
  formula: TypedExpr,
  leaves: LeafIndex,
  ends: PathEnds,
): PathWeights | null {
  const from = slopeAt(formula, leaves, ends.compare).value
  const to = slopeAt(formula, leaves, ends.current).value
  if (!Number.isFinite(from) || !Number.isFinite(to)) return null
  const size = Math.max(Math.abs(from), Math.abs(to))
  let best: PathWeights | null = null
  for (let stretches = 1; stretches <= MOST_STRETCHES; stretches *= 2) {
    const values = integrate(formula, leaves, ends, stretches)
    const residual = to - from - changeAt(values, ends)
    if (!Number.isFinite(residual)) return null
    if (best === null || Math.abs(residual) < Math.abs(best.residual)) best = { values, residual }
    if (Math.abs(residual) <= 1e-13 * size) break
  }
  return best !== null && Math.abs(best.residual) <= CLOSURE * size ? best : null
}

/** How far the parts may miss the whole, as a share of its size. */
const CLOSURE = 1e-9
const MOST_STRETCHES = 256

function changeAt(weights: Float64Array, { current, compare }: PathEnds): number {
  return weights.reduce((sum, weight, leaf) => {
    const change = current[leaf]! - compare[leaf]!
    return change === 0 ? sum : sum + weight * change
  }, 0)
}

function integrate(
  formula: TypedExpr,
  leaves: LeafIndex,
  { compare, current }: PathEnds,
  stretches: number,
): Float64Array {
  const total = new Float64Array(compare.length)
  for (let stretch = 0; stretch < stretches; stretch++) {
    for (const [node, weight] of GAUSS_LEGENDRE) {
      for (const side of [-node, node]) {
        const t = (stretch + (1 + side) / 2) / stretches
        const point = compare.map((value, leaf) => value + t * (current[leaf]! - value))
        const { partials } = slopeAt(formula, leaves, point)
        for (const [leaf, partial] of partials.entries()) {
          total[leaf]! += (partial * weight) / 2 / stretches
        }
      }
    }
  }
  return total
}

/** Nodes above zero and weights of the 16-point rule on [-1, 1] (Abramowitz and Stegun, table 25.4). */
const GAUSS_LEGENDRE: readonly (readonly [number, number])[] = [
  [0.09501250983763744, 0.1894506104550685],
  [0.2816035507792589, 0.18260341504492358],
  [0.4580167776572274, 0.16915651939500254],
  [0.6178762444026438, 0.14959598881657674],
  [0.755404408355003, 0.12462897125553388],
  [0.8656312023878318, 0.09515851168249279],
  [0.9445750230732326, 0.062253523938647894],
  [0.9894009349916499, 0.027152459411754096],
]

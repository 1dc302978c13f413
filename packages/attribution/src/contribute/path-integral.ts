import type { TypedExpr } from '@tributary/expression'
import { type LeafIndex, slopeAt } from '../plan/gradient.ts'
import { differenceColumn } from './amount-columns.ts'
import type { Amounts } from './amounts.ts'

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
 * `∫ ∂f/∂X dt` for t from 0 to 1, one per leaf, by Gauss–Legendre with 16 points. A stretch whose parts do not add up to
 * the change of f along it is halved, so that steep places get short stretches. Contributions of groups that partition
 * the rows then add up to the change of f as well. Null when f is not defined somewhere on the path, or the parts do not
 * add up within 1e-9 of its size.
 */
export function pathWeights(
  formula: TypedExpr,
  leaves: LeafIndex,
  ends: PathEnds,
): PathWeights | null {
  const path: Path = { formula, leaves, ends }
  if (denominatorsOf(formula).some((one) => meetsZero({ ...path, formula: one }))) return null
  const [from, to] = [valueAt(path, 0), valueAt(path, 1)]
  const values = new Float64Array(ends.compare.length)
  const open: Stretch[] = [{ start: 0, end: 1, from, to }]
  for (let count = 1; open.length > 0; count++) {
    const stretch = open.pop()!
    const part = integrate(path, stretch)
    if (!Number.isFinite(stretch.to - stretch.from - part.change)) return null
    const middle = (stretch.start + stretch.end) / 2
    if (addsUp(stretch, part) || count >= MOST_STRETCHES) {
      for (const [leaf, value] of part.values.entries()) values[leaf]! += value
    } else {
      const between = valueAt(path, middle)
      open.push({ ...stretch, start: middle, from: between })
      open.push({ ...stretch, end: middle, to: between })
    }
  }
  const residual = to - from - changeAt(values, ends).change
  const size = Math.max(Math.abs(from), Math.abs(to))
  return Math.abs(residual) <= CLOSURE * size ? { values, residual } : null
}

/** How far the parts may miss the whole, as a share of its size. */
const CLOSURE = 1e-9
/** The most stretches; after these the rest is accepted as it is. */
const MOST_STRETCHES = 1_000

interface Path {
  readonly formula: TypedExpr
  readonly leaves: LeafIndex
  readonly ends: PathEnds
}

/** A part of the path, and the formula at its two ends. */
interface Stretch {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

/** Whether a formula is zero, or on both sides of zero, on the path: what divides by it has a pole there, which the nodes of the integral may miss. */
function meetsZero(path: Path): boolean {
  const sign = Math.sign(valueAt(path, 0))
  const steps = Array.from({ length: SIGN_STEPS }, (_, step) => (step + 1) / SIGN_STEPS)
  return sign === 0 || steps.some((t) => Math.sign(valueAt(path, t)) !== sign)
}

/** A denominator that is straight in the leaves shows its sign at the ends; others at these steps. */
const SIGN_STEPS = 64

/**
 * What a stretch adds to the weights, the change that it explains, and the sum of that change's
 * absolute parts (`turnover`).
 */
interface Part {
  readonly values: Float64Array
  readonly change: number
  readonly turnover: number
}

/** Whether nothing but rounding is left between a stretch's change and its parts. */
function addsUp({ from, to }: Stretch, { change, turnover }: Part): boolean {
  const size = Math.abs(from) + Math.abs(to) + turnover
  return Math.abs(to - from - change) <= 1e-14 * size
}

function valueAt(path: Path, t: number): number {
  return slopeAt(path.formula, path.leaves, pointAt(path.ends, t)).value
}

function pointAt({ compare, current }: PathEnds, t: number): Float64Array {
  if (t === 1) return current
  return compare.map((value, leaf) => value + t * (current[leaf]! - value))
}

function changeAt(
  values: Float64Array,
  { current, compare }: PathEnds,
): Pick<Part, 'change' | 'turnover'> {
  let [change, turnover] = [0, 0]
  for (const [leaf, value] of values.entries()) {
    const moved = current[leaf]! - compare[leaf]!
    if (moved === 0) continue
    change += value * moved
    turnover += Math.abs(value * moved)
  }
  return { change, turnover }
}

function integrate({ formula, leaves, ends }: Path, { start, end }: Stretch): Part {
  const values = new Float64Array(ends.compare.length)
  const half = (end - start) / 2
  for (const [node, weight] of GAUSS_LEGENDRE) {
    for (const side of [-node, node]) {
      const point = pointAt(ends, start + half * (1 + side))
      const { partials } = slopeAt(formula, leaves, point)
      for (const [leaf, partial] of partials.entries()) values[leaf]! += partial * weight * half
    }
  }
  return { values, ...changeAt(values, ends) }
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

/** Everything that a formula divides by, innermost first. */
export function denominatorsOf(formula: TypedExpr): readonly TypedExpr[] {
  switch (formula.kind) {
    case 'negate':
      return denominatorsOf(formula.operand)
    case 'call':
      return formula.args.flatMap(denominatorsOf)
    case 'arithmetic': {
      const within = [...denominatorsOf(formula.left), ...denominatorsOf(formula.right)]
      return formula.op === '/' ? [...within, formula.right] : within
    }
    default:
      return []
  }
}

/** The contribution of every group: the change of each leaf at its weight, summed; all NaN without weights. */
export function pathContributions(
  leaves: readonly Amounts[],
  rows: number,
  weights: PathWeights | null,
): Float64Array {
  const sums = new Float64Array(rows)
  if (weights === null) return sums.fill(Number.NaN)
  for (const [index, leaf] of leaves.entries()) {
    const weight = weights.values[index]!
    const changes = differenceColumn(leaf)
    for (let row = 0; row < rows; row++) {
      // No change times an infinite weight is no contribution.
      if (changes[row] !== 0) sums[row]! += changes[row]! * weight
    }
  }
  for (let row = 0; row < rows; row++) {
    sums[row] = Number.isFinite(sums[row]) ? sums[row]! + 0 : Number.NaN
  }
  return sums
}

import type { TypedExpr } from '@tributary/expression'
import type { MeasureIndex } from '../plan/gradient.ts'
import { type Amounts, differenceColumn } from './amounts.ts'
import { KRONROD } from './kronrod.ts'
import {
  createPath,
  definedStretches,
  isAtEnd,
  isContinuous,
  isShort,
  type Path,
  type PathHalf,
  pointRounding,
  type Stretch,
  showsBranches,
  splitStretch,
  toPathDistance,
  valueAt,
} from './path-stretch.ts'

/** The measures of a formula at the two ends of the path, in the order of a {@link MeasureIndex}. */
export interface PathEnds {
  readonly compare: Float64Array
  readonly current: Float64Array
}

/** The worth of a change of each measure, in units of the metric, and how well the parts add up. */
export interface PathWeights {
  readonly values: Float64Array
  /** The change of the formula less the sum of the measures' changes at their weights. */
  readonly residual: number
}

/**
 * The Aumann–Shapley weights of a formula f on the straight path from the compare to the current totals: `∫ ∂f/∂X dt`
 * for t from 0 to 1, one per measure. Contributions of groups that partition the rows then add up to the change of f.
 *
 * The integral is taken by Gauss–Kronrod on stretches that are halved until their parts add up to the change of f along
 * them; next to an end, where f may be infinitely steep, over the logarithm of the distance from it. The path is always
 * gone from the same end, whichever of the windows that is, so swapping them gives the same weights to the last bit.
 *
 * Null when f has no value somewhere on the path, jumps, or has slopes whose integral diverges, and when an end is infinite.
 */
export function pathWeights(
  formula: TypedExpr,
  measures: MeasureIndex,
  ends: PathEnds,
): PathWeights | null {
  // From a sum beyond the doubles no stretch gets shorter by being halved.
  if (![ends.compare, ends.current].every((end) => end.every(Number.isFinite))) return null
  const forth = isFirst(ends.compare, ends.current)
  const points = forth
    ? ([ends.compare, ends.current] as const)
    : ([ends.current, ends.compare] as const)
  const path = createPath(formula, measures, points)
  const stretches = definedStretches(path)
  if (stretches === null) return null
  const from = valueAt(path, 0, 0)
  let rounding = path.gradient.rounding()
  const to = valueAt(path, 1, 0)
  rounding += path.gradient.rounding()
  const change = forth ? to - from : from - to
  const added = addUp(path, stretches, Math.abs(change))
  return added && closeWeights(added, ends, { change, rounding })
}

/** How far the parts may miss the change, as a share of it. */
const CLOSURE = 1e-9
/** How far apart the two rules may be: the finer one is much nearer to the integral than that. */
const AGREEMENT = 1e-8
/** A smaller share of a sum is below its last digit. */
const NOTHING = 1e-18
/** The most stretches, of 15 nodes each. A kink or a steep end takes some hundred. */
const MOST_STRETCHES = 6_000

/** Whether a point is the one that paths begin at: the one with the lesser first measure that differs. */
function isFirst(point: Float64Array, oppositePoint: Float64Array): boolean {
  const measure = point.findIndex((value, index) => value !== oppositePoint[index])
  return measure < 0 || point[measure]! < oppositePoint[measure]!
}

/** The weights of a path, and how far the formula rises and falls on it. */
interface Added {
  readonly values: Float64Array
  readonly turnover: number
}

/** The sum of the weights of stretches, which are split where need be; null where there is none. */
function addUp(path: Path, stretches: readonly Stretch[], change: number): Added | null {
  const open = [...stretches]
  const values = new Float64Array(path.halves[0].near.length)
  const weight = Math.max(...open.map((stretch) => integrate(path, stretch).weight))
  const largest: Largest = { turnover: change, weight }
  let turnover = 0
  for (let count = 1; open.length > 0; count++) {
    if (count > MOST_STRETCHES) return null
    const stretch = open.pop()!
    const part = integrate(path, stretch)
    const isIntegralKnown = isKnown(stretch, part, largest) && showsBranches(path, stretch)
    if (!isIntegralKnown && !isShort(path, stretch) && (part.finite || !isAtEnd(path, stretch))) {
      open.push(...splitStretch(path, stretch))
      continue
    }
    const added = isIntegralKnown
      ? scaleToChange(stretch, part)
      : byDirection(path, stretch, { part, largest })
    if (added === null) return null
    for (const [measure, value] of added.entries()) values[measure]! += value
    const moved = isIntegralKnown ? part.turnover : Math.abs(stretch.values[1] - stretch.values[0])
    turnover += moved
    largest.turnover = Math.max(largest.turnover, moved)
    largest.weight = Math.max(largest.weight, part.weight)
  }
  return { values, turnover }
}

/** The largest of the stretches so far. */
interface Largest {
  turnover: number
  weight: number
}

/** The part of a stretch in the weights. Two rules are compared to estimate its error. */
interface Part {
  readonly values: Float64Array
  /** The weights as they were if the formula rose all along: its slope by a measure, with the sign of its slope along the path. */
  readonly directed: Float64Array
  /** The change that the weights explain. */
  readonly change: number
  /** How far the formula rises and falls. */
  readonly variation: number
  /** The same, by each measure apart. */
  readonly turnover: number
  /** How far apart the rules are in the change, by each measure apart. */
  readonly error: number
  /** The weights, each times the size of its measure, and how far apart the rules are in that. */
  readonly weight: number
  readonly weightError: number
  /** The rounding of a value of the formula there. */
  readonly noise: number
  /** Whether the formula has slopes at all nodes. */
  readonly finite: boolean
}

function integrate({ gradient, halves }: Path, stretch: Stretch): Part {
  const half = halves[stretch.half]
  const { near, change } = half
  const { partials } = gradient
  const { length } = change
  const [values, coarse, directed] = [0, 0, 0].map(() => new Float64Array(length))
  const [point, roundings] = [new Float64Array(length), new Float64Array(length)]
  const radius = (stretch.to - stretch.from) / 2
  const middle = stretch.from + radius
  let [finite, noise, variation, turnover] = [true, 0, 0, 0]
  for (const [place, weight, coarseWeight] of KRONROD) {
    const distance = toPathDistance(stretch, middle + radius * place)
    const width = stretch.logarithmic ? radius * distance : radius
    for (let measure = 0; measure < length; measure++) {
      point[measure] = near[measure]! + distance * change[measure]!
      roundings[measure] = pointRounding(near[measure]!, point[measure]!)
    }
    const value = gradient.valueAt(point, roundings)
    let [slope, slopes] = [0, 0]
    for (let measure = 0; measure < length; measure++) {
      // The slope of a measure that stays may be infinite: its groups' changes cancel.
      if (change[measure] === 0) continue
      slope += partials[measure]! * change[measure]!
      slopes += Math.abs(partials[measure]! * change[measure]!)
    }
    if (!Number.isFinite(value + slopes)) {
      finite = false
      continue
    }
    noise = Math.max(noise, gradient.rounding())
    variation += Math.abs(slope) * width * weight
    turnover += slopes * width * weight
    for (let measure = 0; measure < length; measure++) {
      const part = partials[measure]! * width
      values![measure]! += part * weight
      coarse![measure]! += part * coarseWeight
      directed![measure]! += slope < 0 ? -part * weight : part * weight
    }
  }
  const rules = compareRules(half, values!, coarse!)
  return { values: values!, directed: directed!, variation, turnover, noise, finite, ...rules }
}

function compareRules(
  { change, sizes }: PathHalf,
  values: Float64Array,
  coarse: Float64Array,
): Pick<Part, 'change' | 'error' | 'weight' | 'weightError'> {
  let [sum, error, weight, weightError] = [0, 0, 0, 0]
  for (let measure = 0; measure < values.length; measure++) {
    const value = values[measure]!
    const apart = Math.abs(value - coarse[measure]!)
    if (!Number.isFinite(apart)) continue
    sum += value * change[measure]!
    error += apart * Math.abs(change[measure]!)
    weight += Math.abs(value) * sizes[measure]!
    weightError += apart * sizes[measure]!
  }
  return { change: sum, error, weight, weightError }
}

/** Whether the part of a stretch is its integral: its rules agree, and it adds up to the change; or it is nothing. */
function isKnown({ values }: Stretch, part: Part, largest: Largest): boolean {
  if (!part.finite) return false
  const change = values[1] - values[0]
  const slack = 16 * part.noise
  const closes = Math.abs(change - part.change) <= 2e-14 * part.turnover + slack
  const agrees = part.error <= AGREEMENT * part.turnover + slack
  const weightsAgree = part.weightError <= AGREEMENT * part.weight + slack
  if (closes && agrees && weightsAgree) return true
  const moved = part.turnover + Math.abs(change)
  return moved <= NOTHING * largest.turnover && part.weight <= NOTHING * largest.weight
}

/**
 * The weights of a stretch whose part is known. Next to a steep end slopes are known to fewer digits than the values are,
 * so the part is made to add up to the change of the values.
 */
function scaleToChange({ values }: Stretch, part: Part): Float64Array {
  const change = values[1] - values[0]
  const gap = Math.abs(change - part.change)
  const alike = part.variation > 0.5 * part.turnover && gap > 1e-3 * part.variation
  if (alike) return part.directed.map((value) => (value / part.variation) * change)
  const factor = change / part.change
  return Math.abs(factor - 1) <= 0.1 ? part.values.map((value) => value * factor) : part.values
}

/**
 * The weights of a stretch that cannot be split. Slopes there may be of any size, but they point in one direction, so the
 * change is divided among the measures as they are. Null where the formula jumps.
 */
function byDirection(
  path: Path,
  stretch: Stretch,
  { part, largest }: { readonly part: Part; readonly largest: Largest },
): Float64Array | null {
  const rounding = 64 * part.noise
  if (!isContinuous(path, stretch, rounding)) return null
  const change = stretch.values[1] - stretch.values[0]
  if (part.variation > CLOSURE * part.turnover) {
    return part.directed.map((value) => (value / part.variation) * change)
  }
  const isNothing = Math.abs(change) <= rounding + 1e-12 * largest.turnover
  return isNothing ? part.values.map(() => 0) : null
}

/** Weights whose parts add up to the change: what rounding leaves is divided in proportion to them. Null when more is left. */
function closeWeights(
  { values, turnover }: Added,
  { compare, current }: PathEnds,
  { change, rounding }: { readonly change: number; readonly rounding: number },
): PathWeights | null {
  const moved = current.map((value, measure) => value - compare[measure]!)
  let residual = change - computeExplainedChange(values, moved)
  const finiteRounding = Number.isFinite(rounding) ? rounding : 0
  const slack = CLOSURE * Math.abs(change) + 1e-13 * turnover + 64 * finiteRounding
  if (!(Math.abs(residual) <= slack)) return null
  const sizes = moved.map((by, measure) => (by === 0 ? 0 : Math.abs(values[measure]! * by)))
  const size = sizes.reduce((sum, measureSize) => sum + measureSize, 0)
  // Of a formula that rises and falls back, the next time adds the digits that the time before leaves.
  let settled = values
  for (let time = 0; time < 3 && size > 0 && residual !== 0; time++) {
    settled = settled.map((value, measure) =>
      sizes[measure] === 0
        ? value
        : value + ((sizes[measure]! / size) * residual) / moved[measure]!,
    )
    residual = change - computeExplainedChange(settled, moved)
  }
  return { values: settled, residual }
}

function computeExplainedChange(values: Float64Array, moved: Float64Array): number {
  let sum = 0
  // No change times an infinite weight is nothing.
  for (const [measure, by] of moved.entries()) if (by !== 0) sum += values[measure]! * by
  return sum
}

/** The contribution of every group: the change of each measure at its weight, summed; all NaN without weights. */
export function pathContributions(
  measures: readonly Amounts[],
  rows: number,
  weights: PathWeights | null,
): Float64Array {
  const sums = new Float64Array(rows)
  if (weights === null) return sums.fill(Number.NaN)
  for (const [index, measure] of measures.entries()) {
    const weight = weights.values[index]!
    const changes = differenceColumn(measure)
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

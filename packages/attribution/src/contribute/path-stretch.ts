import { type TypedExpr, typedReferences } from '@tributary/expression'
import { createGradient, type Gradient, type MeasureIndex } from '../plan/gradient.ts'
import { createFormulaRange, type StretchEnds, type StretchRange } from './formula-range.ts'

/** A formula on the straight path between two points of its measures. */
export interface Path {
  readonly gradient: Gradient
  readonly rangeOf: (ends: StretchEnds) => StretchRange
  readonly halves: readonly [PathHalf, PathHalf]
}

/**
 * A half of a path, seen from its end: places next to an end are told apart by their distance from it, however near they
 * are, where the distance from the other end would round them together.
 */
export interface PathHalf {
  readonly near: Float64Array
  /** From the near end of the path to the far one. */
  readonly change: Float64Array
  /** How large each measure is, which a group's change is measured by. */
  readonly sizes: Float64Array
  /** Below this distance from the end, no measure can be told from what it is at the end. */
  readonly least: number
  /** Below this distance, some of them cannot. */
  readonly coarse: number
}

/**
 * A part of a half. `from` and `to` are distances from its end, as shares of the whole path, or the logarithms of such.
 * `values` are those of the formula there.
 */
export interface Stretch {
  readonly half: 0 | 1
  readonly from: number
  readonly to: number
  readonly logarithmic: boolean
  readonly values: readonly [from: number, to: number]
}

/** The path of a formula from one point to another. */
export function createPath(
  formula: TypedExpr,
  measures: MeasureIndex,
  [first, second]: readonly [Float64Array, Float64Array],
): Path {
  const used = [...new Set(typedReferences(formula).map(({ name }) => measures.get(name)!))]
  return {
    gradient: createGradient(formula, measures),
    rangeOf: createFormulaRange(formula, measures),
    halves: [createPathHalf(first, second, used), createPathHalf(second, first, used)],
  }
}

function createPathHalf(near: Float64Array, far: Float64Array, used: readonly number[]): PathHalf {
  const change = far.map((value, measure) => value - near[measure]!)
  const sizes = near.map((value, measure) => Math.max(Math.abs(value), Math.abs(far[measure]!)))
  // Measures that begin at 0 are known to all digits at any distance; others are lost in the digits that they begin with.
  const lost = used
    .filter((measure) => change[measure] !== 0 && near[measure] !== 0)
    .map((measure) => 2 ** -46 * Math.min(1, Math.abs(near[measure]! / change[measure]!)))
  const least = lost.length === 0 ? SMALLEST : Math.max(SMALLEST, Math.min(...lost))
  return { near, change, sizes, least, coarse: Math.max(SMALLEST, ...lost) }
}

/** Doubles have all their digits from here on. */
const SMALLEST = 1e-290

/** The distance of a place of a stretch from the end of the path. */
export function toPathDistance(
  { logarithmic }: Pick<Stretch, 'logarithmic'>,
  place: number,
): number {
  return logarithmic ? Math.exp(place) : place
}

function pointAt({ near, change }: PathHalf, distance: number): Float64Array {
  return near.map((value, measure) => value + distance * change[measure]!)
}

/** The value of the formula at a distance from the end of a half. */
export function valueAt({ gradient, halves }: Path, half: 0 | 1, distance: number): number {
  const point = pointAt(halves[half], distance)
  return gradient.valueAt(point, computeRoundings(halves[half].near, point))
}

/** How far each measure on the way may be from where it ought to be; at the end it is there. */
function computeRoundings(near: Float64Array, point: Float64Array): Float64Array {
  return point.map((value, measure) => pointRounding(near[measure]!, value))
}

/** How far a measure on the way may be from where it ought to be. */
export function pointRounding(near: number, value: number): number {
  return value === near ? 0 : Number.EPSILON * (Math.abs(near) + Math.abs(value))
}

/**
 * Divides a path until the formula is sure to have a value everywhere on each stretch; null where it has none, or none
 * that is bounded, somewhere.
 */
export function definedStretches(path: Path): readonly Stretch[] | null {
  const middle = valueAt(path, 0, 0.5)
  const halfStretch = { from: 0, to: 0.5, logarithmic: false }
  const open: Stretch[] = [
    { ...halfStretch, half: 1, values: [valueAt(path, 1, 0), middle] },
    { ...halfStretch, half: 0, values: [valueAt(path, 0, 0), middle] },
  ]
  const defined: Stretch[] = []
  while (open.length > 0) {
    const stretch = open.pop()!
    const { low, high, defined: is } = rangeAlong(path, stretch)
    const [before, after] = stretch.values
    if (is === 'never' || Number.isNaN(before + after)) return null
    if (is === 'always' && Number.isFinite(high - low)) defined.push(stretch)
    else if (isShort(path, stretch) || defined.length > MOST_STRETCHES) return null
    else open.push(...splitStretch(path, stretch))
  }
  return defined
}

/** A formula in which a measure occurs often may take some hundred. */
const MOST_STRETCHES = 4_000

/** The range of the formula along a stretch, or along one longer by a number of its lengths on both sides. */
function rangeAlong({ halves, rangeOf }: Path, stretch: Stretch, longer = 0): StretchRange {
  const half = halves[stretch.half]
  const more = (stretch.to - stretch.from) * longer
  const from = toPathDistance(stretch, stretch.from - more)
  const to = toPathDistance(stretch, stretch.to + more)
  return rangeOf({ from: pointAt(half, Math.max(0, from)), to: pointAt(half, Math.min(0.5, to)) })
}

/** Whether a stretch cannot be split: next to an end by its distance from it, elsewhere by its length. */
export function isShort({ halves }: Path, { half, from, to, logarithmic }: Stretch): boolean {
  if (!logarithmic && to <= halves[half].least) return true
  return to - from <= 2 ** -46 * Math.max(Math.abs(from), Math.abs(to))
}

/**
 * Whether the nodes of a rule see all branches of the formula along a stretch: it is one branch, or the stretch is so short
 * that none is missed between two nodes.
 */
export function showsBranches(path: Path, stretch: Stretch): boolean {
  const { from, to, logarithmic } = stretch
  // Conditions that compare equal things all along are never decided, so their stretches end here.
  const isShown = logarithmic ? to - from <= 1 : 1 - from / to <= 1 / 64
  return isShown || rangeAlong(path, stretch).oneBranch
}

/** Whether a stretch is so near to an end that slopes may be those of the end, where they are infinite. */
export function isAtEnd({ halves }: Path, stretch: Stretch): boolean {
  return toPathDistance(stretch, stretch.to) <= halves[stretch.half].coarse
}

/**
 * Whether the values of the formula come together around a stretch that cannot be split: they do not where it jumps.
 * Ranges within `rounding` count as one value.
 */
export function isContinuous(path: Path, stretch: Stretch, rounding: number): boolean {
  const { low, high } = rangeAlong(path, stretch)
  if (high - low <= rounding) return true
  const widerRange = rangeAlong(path, stretch, 512)
  return high - low <= 0.9 * (widerRange.high - widerRange.low)
}

/**
 * Halves a stretch. One that reaches the end of the path and is short already goes on in logarithms, which come as near
 * to the end as the measures can be told from it; the rest is a stretch that cannot be split.
 */
export function splitStretch(path: Path, stretch: Stretch): readonly Stretch[] {
  const { half, from, to, logarithmic, values } = stretch
  const { least } = path.halves[half]
  if (!logarithmic && from === 0 && to <= 1 / 32) {
    const middle = valueAt(path, half, least)
    const ends = { from: Math.log(least), to: Math.log(to) }
    return [
      { half, ...ends, logarithmic: true, values: [middle, values[1]] },
      { half, from, to: least, logarithmic, values: [values[0], middle] },
    ]
  }
  const place = (from + to) / 2
  const middle = valueAt(path, half, toPathDistance(stretch, place))
  return [
    { half, from: place, to, logarithmic, values: [middle, values[1]] },
    { half, from, to: place, logarithmic, values: [values[0], middle] },
  ]
}

import {
  type Cuboid,
  cellsOfLeaves,
  codesOfCell,
  type Lattice,
  withSameLeaves,
} from '../leaves/lattice.ts'
import { COST, computeCellCosts } from '../leaves/search-cost.ts'
import { type Cells, sumCuboids } from '../noise/cells.ts'
import type { Residuals } from '../noise/residuals.ts'
import { fitVariances, type Variances } from '../noise/variances.ts'
import type { CommonMove, SearchResult, SegmentCondition } from './finding.ts'
import {
  type ChosenCell,
  computeVolumeGain,
  gainLeft,
  type NamedCell,
  type State,
  tailGain,
} from './volume-gains.ts'
import { asWholes, NEARLY_ALL, withoutParts } from './wholes.ts'

const CHUNK = 1 << 14
/** With no more degrees of freedom deviations have no variance: single large values are usual, whatever else happened. */
const HEAVY = 2

/** How much segments that are found elsewhere deviate beyond what is usual, each beside those before it. */
export interface SegmentJudge {
  /** Nats under the learned tails. */
  computeTailGain(number: number, cell: number): number
  /** Takes the deviation of a cause away. */
  explain(cause: Pick<ChosenCell, 'number' | 'cell'>): Generator<void>
  readonly common: CommonMove
}

/** Learns how much segments of each size deviate by themselves. Changes the differences of the residuals. */
export function* learnDeviations(
  lattice: Lattice,
  residuals: Residuals,
): Generator<void, SegmentJudge> {
  const state = yield* createState(lattice, residuals)
  return {
    computeTailGain: (number, cell) => sureGain(state, { number, cell }),
    explain: ({ number, cell }) => explain(state, { number, cell, gain: 0 }),
    common: computeCommonChange(residuals, state.variances),
  }
}

function* createState(lattice: Lattice, residuals: Residuals): Generator<void, State> {
  const cells = yield* sumCuboids(lattice, residuals)
  const variances = yield* variancesWithout(lattice, residuals, cells)
  return {
    lattice,
    residuals,
    cells,
    variances,
    costs: computeCellCosts(
      lattice,
      cells.map(({ size }) => size),
    ),
    gains: cells.map(({ size }) => new Float64Array(size.length)),
    ...nothingTaken(lattice, cells),
  }
}

/** The search where the spread of a segment is learned from segments of its size, and from its own past. */
export function* searchVolume(
  lattice: Lattice,
  residuals: Residuals,
  { most, isRatio }: { readonly most: number; readonly isRatio: boolean },
): Generator<void, Omit<SearchResult, 'expected'>> {
  // Without earlier windows the tails of amounts are those of this window, with all that happened in it.
  const knowsTails = isRatio || residuals.past.length > 0
  const state = yield* createState(lattice, residuals)
  const { variances } = state
  const namedCells: NamedCell[] = []
  const before = Float64Array.from(residuals.differences)
  let largestCause = 0
  for (let round = 0; round < most; round++) {
    yield* updateGains(state)
    const best = yield* findBestCell(state, largestCause)
    if (best === null) break
    const chosen = yield* settle(state, best)
    largestCause = Math.max(largestCause, getDifference(state, chosen))
    if (!isFragment(state, chosen, LEAST_PART * largestCause)) {
      namedCells.push({ ...chosen, sure: sureGain(state, chosen) })
    }
    yield* explain(state, chosen)
    yield* level(state)
  }
  const findings = asWholes(state, withoutParts(state, namedCells, before), before).map(
    (namedCell) => ({
      conditions: toFoundConditions(lattice, namedCell),
      gain: namedCell.gain,
      ...((knowsTails || variances.tailFreedom(namedCell.number, namedCell.cell) <= HEAVY) && {
        sure: namedCell.sure,
      }),
    }),
  )
  return {
    findings,
    common: computeCommonChange(residuals, variances),
    isSigned: residuals.isSigned,
  }
}

function* updateGains(state: State): Generator<void> {
  for (const [number, cuboidGains] of state.gains.entries()) {
    for (let cell = 0; cell < cuboidGains.length; cell++) {
      cuboidGains[cell] = gainLeft(state, number, cell)
      if (cell % CHUNK === CHUNK - 1) yield
    }
  }
}

function nothingTaken(
  { leaves }: Lattice,
  cells: readonly Cells[],
): Pick<State, 'taken' | 'claimed' | 'free'> {
  return {
    taken: cells.map(() => new Set()),
    claimed: new Uint8Array(leaves.count),
    free: cells.map(({ size }) => Float64Array.from(size)),
  }
}

/** Computes the move that all segments share, by how alike they moved. */
function computeCommonChange(
  { expected, size, factor, levels, isSigned }: Residuals,
  variances: Variances,
): CommonMove {
  const moved = isSigned ? levels[0]! * sumEntries(size) : sumEntries(expected) * (1 - 1 / factor)
  return { gain: gainOfSquare((moved * moved) / variances.of(0, 0), variances.freedom) }
}

function sumEntries(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function gainOfSquare(square: number, freedom: number): number {
  const gain = ((freedom + 1) / 2) * Math.log1p(square / freedom) - COST
  return Number.isFinite(gain) && gain > 0 ? gain : 0
}

/** The most segments that are taken away before the spread of the others is learned. */
const STRIPPED = 3
/** The fewest leaves for each segment that is taken away: from fewer, the usual spread is not learned. */
const LEAVES_EACH = 10
/** Amounts are known to no more than nine digits. */
const ROUNDING = 1e-9

/**
 * Variances of what remains when the segments that deviate most for their size are taken away: a large cause is in every
 * large segment, so that all of them would seem to deviate like that by themselves. The same is taken away from each earlier
 * window: a storm somewhere does not say how much other segments deviate.
 */
function* variancesWithout(
  lattice: Lattice,
  residuals: Residuals,
  cells: readonly Cells[],
): Generator<void, Variances> {
  const now = yield* strip(lattice, residuals, cells)
  const past: Stripped[] = []
  for (const [window, differences] of residuals.past.entries()) {
    const cellsThen = cells.map((cuboidCells) => ({
      ...cuboidCells,
      differences: cuboidCells.past[window]!,
    }))
    past.push(yield* strip(lattice, { ...residuals, differences }, cellsThen))
  }
  const usual = cells.map((cuboidCells, cuboid) => ({
    ...cuboidCells,
    differences: now.differences[cuboid]!,
    past: past.map((stripped, window) =>
      withoutEventsElsewhere(cuboidCells.past[window]!, cuboidCells.size, {
        differences: stripped.differences[cuboid]!,
        free: stripped.free[cuboid]!,
      }),
    ),
    usualPast: past.map((stripped) => stripped.differences[cuboid]!),
  }))
  return yield* fitVariances(usual, Math.max(residuals.step, ROUNDING * meanAmount(residuals)))
}

/** A cell is among the segments of an event when these hold more than this part of it. */
const OF_EVENT = 0.5

/** The differences of cells in an earlier window: as they were in the segments of its events, and without these in all others. */
function withoutEventsElsewhere(
  differences: Float64Array,
  sizes: Float64Array,
  stripped: { readonly differences: Float64Array; readonly free: Float64Array },
): Float64Array {
  return differences.map((difference, cell) =>
    stripped.free[cell]! < (1 - OF_EVENT) * sizes[cell]! ? difference : stripped.differences[cell]!,
  )
}

/** By cuboid, the cells without the segments that deviate most for their size. */
interface Stripped {
  readonly differences: readonly Float64Array[]
  /** The size of what is in none of these segments. */
  readonly free: readonly Float64Array[]
}

/** Takes away the segments that deviate most for their size. */
function* strip(
  lattice: Lattice,
  residuals: Residuals,
  cells: readonly Cells[],
): Generator<void, Stripped> {
  const differences = Float64Array.from(residuals.differences)
  const copies = cells.map((cuboidCells) => ({
    ...cuboidCells,
    differences: Float64Array.from(cuboidCells.differences),
  }))
  const none = { of: () => 1, freedom: 1, usualNats: () => 0, tailFreedom: () => 1 }
  const state: State = {
    lattice,
    residuals: { ...residuals, differences },
    cells: copies,
    variances: none,
    costs: [],
    gains: [],
    ...nothingTaken(lattice, cells),
  }
  const most = Math.min(STRIPPED, Math.floor(differences.length / LEAVES_EACH))
  for (let step = 0; step < most; step++) {
    const largest = yield* findLargestDeviance(copies)
    if (largest === null) break
    yield* explain(state, largest)
    yield* level(state)
  }
  return { differences: copies.map((cuboidCells) => cuboidCells.differences), free: state.free }
}

/** Segments that are taken away differ by this part of the largest difference: tiny ones deviate by many times their size. */
const LEAST_STRIPPED = 0.1

function* findLargestDeviance(cells: readonly Cells[]): Generator<void, ChosenCell | null> {
  let most = 0
  for (const { differences } of cells.slice(1)) {
    for (const difference of differences) most = Math.max(most, Math.abs(difference))
    yield
  }
  let [number, cell, largest] = [-1, -1, 0]
  for (const [index, { differences, size }] of cells.entries()) {
    if (index === 0) continue
    for (let i = 0; i < size.length; i++) {
      if (!(size[i]! > 0) || Math.abs(differences[i]!) < LEAST_STRIPPED * most) continue
      const deviance = (differences[i]! * differences[i]!) / size[i]!
      if (deviance > largest) {
        number = index
        cell = i
        largest = deviance
      }
    }
    yield
  }
  return number < 0 ? null : { number, cell, gain: 0 }
}

function meanAmount({ expected, differences: leafResiduals }: Residuals): number {
  const sum = expected.reduce(
    (all, expectedValue, leaf) => all + Math.abs(expectedValue) + Math.abs(leafResiduals[leaf]!),
    0,
  )
  return sum / expected.length
}

const NOTHING = 1e-9

/**
 * Takes away what the segments of one dimension moved by in the median of their volume: without the cause, it is another
 * one. Leaves of causes have a shift of their own and stay.
 */
function* level(state: State): Generator<void> {
  const { lattice, residuals, cells, claimed, free } = state
  const { differences: leafResiduals, size: leafSizes } = residuals
  const moved: { readonly shift: number; readonly weight: number }[] = []
  for (const cuboid of lattice.cuboids) {
    if (cuboid.dimensions.length !== 1) continue
    const cellOf = cellsOfLeaves(lattice, cuboid)
    const sums = new Float64Array(cuboid.cells)
    const sizes = new Float64Array(cuboid.cells)
    for (let leaf = 0; leaf < claimed.length; leaf++) {
      if (claimed[leaf] === 1) continue
      const cell = cellOf[leaf]!
      sums[cell]! += leafResiduals[leaf]!
      sizes[cell]! += leafSizes[leaf]!
    }
    for (const [cell, weight] of sizes.entries()) {
      if (weight > 0) moved.push({ shift: sums[cell]! / weight, weight })
    }
    yield
  }
  moved.sort((a, b) => a.shift - b.shift)
  const half = moved.reduce((sum, { weight }) => sum + weight, 0) / 2
  let [passed, middle] = [0, 0]
  for (const { shift, weight } of moved) {
    middle = shift
    passed += weight
    if (passed >= half) break
  }
  if (middle === 0) return
  for (let leaf = 0; leaf < claimed.length; leaf++) {
    if (claimed[leaf] === 0) leafResiduals[leaf]! -= middle * leafSizes[leaf]!
  }
  yield
  for (const [number, { differences: cellResiduals, size }] of cells.entries()) {
    const freeSizes = free[number]!
    for (let cell = 0; cell < cellResiduals.length; cell++) {
      // The remainder of subtractions is not a size.
      if (freeSizes[cell]! > NOTHING * size[cell]!)
        cellResiduals[cell]! -= middle * freeSizes[cell]!
      if (cell % CHUNK === CHUNK - 1) yield
    }
  }
}

/** The nats of a cell under the tails that were learned. */
function sureGain(state: State, { number, cell }: Pick<ChosenCell, 'number' | 'cell'>): number {
  const { differences: cellResiduals } = state.cells[number]!
  return tailGain(state, { number, cell, rest: cellResiduals[cell]! })
}

/**
 * Segments are searched in the order of these parts of the largest difference that a value of one dimension has left: in sparse
 * data thousands of small segments deviate by many times their size, whatever happened to the large ones.
 */
const MATERIAL = [0.2, 0.02, 0] as const
type CellAddress = Pick<ChosenCell, 'number' | 'cell'>

/** A part of causes is named beside them when it differs by so much of what the largest one did. */
const LEAST_PART = 0.15
/** A segment is a part of causes when they hold more than this of it. */
const CLAIMED = 0.5

/** The best cell among those whose difference is material, or among smaller ones where there is none. */
function* findBestCell(state: State, largestCause: number): Generator<void, ChosenCell | null> {
  const largest = yield* findLargestDifference(state)
  for (const part of MATERIAL) {
    const best = yield* bestCell(state, part * largest, LEAST_PART * largestCause)
    if (best !== null) return best
  }
  return null
}

/** The largest difference of a value of one dimension. */
function* findLargestDifference({ lattice, cells }: State): Generator<void, number> {
  let largest = 0
  for (const [number, { dimensions }] of lattice.cuboids.entries()) {
    if (dimensions.length !== 1) continue
    for (const difference of cells[number]!.differences) {
      largest = Math.max(largest, Math.abs(difference))
    }
    yield
  }
  return largest
}

function getDifference({ cells }: State, { number, cell }: CellAddress): number {
  return Math.abs(cells[number]!.differences[cell]!)
}

/** Whether a cell lies in causes for the most part and differs by less than an amount. */
function isFragment(
  { cells, free }: State,
  { number, cell }: CellAddress,
  amount: number,
): boolean {
  const { differences, size } = cells[number]!
  return free[number]![cell]! < CLAIMED * size[cell]! && Math.abs(differences[cell]!) < amount
}

/** The cell with the largest gain of those that differ by an amount or more, and by another one inside of causes. */
function* bestCell(
  state: State,
  amount: number,
  amountInside: number,
): Generator<void, ChosenCell | null> {
  const { gains, cells } = state
  let best: ChosenCell | null = null
  for (const [number, cuboidGains] of gains.entries()) {
    if (number === 0) continue
    const { differences } = cells[number]!
    for (let cell = 0; cell < cuboidGains.length; cell++) {
      const isBetter =
        Math.abs(differences[cell]!) >= amount && cuboidGains[cell]! > (best?.gain ?? 0)
      if (isBetter && !isFragment(state, { number, cell }, amountInside)) {
        best = { number, cell, gain: cuboidGains[cell]! }
      }
      if ((cell & 0xffff) === 0xffff) yield
    }
  }
  return best
}

/** Goes to a coarser segment while its other parts moved alike, and to a finer one while the rest of it is quiet. */
function* settle(state: State, from: ChosenCell): Generator<void, ChosenCell> {
  let chosen = from
  const visitedCells = new Set<string>()
  for (;;) {
    visitedCells.add(`${chosen.number} ${chosen.cell}`)
    const next = (yield* coarser(state, chosen)) ?? (yield* finer(state, chosen))
    if (next === null || visitedCells.has(`${next.number} ${next.cell}`)) return chosen
    chosen = next
  }
}

/** Other parts moved alike when they moved by more than this part of the cause's shift … */
const ALIKE = 0.5
/** … or cannot be told from it: squares of the difference, in variances. */
const NEAR = 2

function* coarser(state: State, chosen: ChosenCell): Generator<void, ChosenCell | null> {
  let best: ChosenCell | null = null
  for (const segment of withSameLeaves(state.lattice, chosen)) {
    const candidate = yield* coarserThan(state, { ...segment, gain: chosen.gain }, chosen.number)
    if (candidate?.isSame === true) return candidate.segment
    if (candidate !== null && candidate.segment.gain > (best?.gain ?? 0)) best = candidate.segment
  }
  return best
}

/** The best segment that `from` without one of its conditions names; `isSame` where it has the same leaves. */
function* coarserThan(
  state: State,
  from: ChosenCell,
  without: number,
): Generator<void, { readonly segment: ChosenCell; readonly isSame: boolean } | null> {
  const { lattice, cells, gains } = state
  const { number, cell } = from
  const cuboidCells = cells[number]!
  const { mask, dimensions } = lattice.cuboids[number]!
  if (dimensions.length < 2) return null
  const shift = cuboidCells.differences[cell]! / cuboidCells.size[cell]!
  const leaf = cellsOfLeaves(lattice, lattice.cuboids[number]!).indexOf(cell)
  let best: ChosenCell | null = null
  for (const [above, cuboid] of lattice.cuboids.entries()) {
    if (
      above === without ||
      cuboid.dimensions.length !== dimensions.length - 1 ||
      (cuboid.mask & mask) !== cuboid.mask
    ) {
      continue
    }
    const parent = cellsOfLeaves(lattice, cuboid)[leaf]!
    let [alike, siblingSize, moved] = [0, 0, 0]
    for (const part of collectFinerCells(state, above, parent, number)) {
      if (part === cell) continue
      const size = cuboidCells.size[part]!
      siblingSize += size
      moved += cuboidCells.differences[part]!
      const difference = cuboidCells.differences[part]! - shift * size
      const isNear = difference * difference <= NEAR * state.variances.of(number, part)
      if (isNear || cuboidCells.differences[part]! / size / shift >= ALIKE) alike += size
    }
    yield
    const gain = gains[above]![parent]!
    // The same leaves with fewer conditions are the same segment.
    if (siblingSize === 0) {
      const same = Math.max(gain, gains[number]![cell]!)
      return { segment: { number: above, cell: parent, gain: same }, isSame: true }
    }
    const isAlike = alike >= NEARLY_ALL * siblingSize && moved / siblingSize / shift >= ALIKE
    const isNearlyAll = cuboidCells.size[cell]! >= NEARLY_ALL * cells[above]!.size[parent]!
    const isSegment =
      isNearlyAll || isAlike || hasMovedBeside(state, { above, parent, shift, moved })
    if (siblingSize <= 0 || !isSegment) continue
    if (gain > 0 && gain > (best?.gain ?? 0)) best = { number: above, cell: parent, gain }
  }
  return best === null ? null : { segment: best, isSame: false }
}

interface Siblings {
  readonly above: number
  readonly parent: number
  /** The shift of the part, and by how much its siblings differ together. */
  readonly shift: number
  readonly moved: number
}

/** Whether the rest of a segment moved the same way for sure, and holds most of what the segment differs by. */
function hasMovedBeside(state: State, { above, parent, shift, moved }: Siblings): boolean {
  const total = state.cells[above]!.differences[parent]!
  if (!(moved * shift > 0) || !(Math.abs(moved) >= MOST_OF * Math.abs(total))) return false
  return computeVolumeGain(state, above, parent, moved) > 0
}

/** Most of a difference. */
const MOST_OF = 0.5

/** A part holds the cause alone when the rest is at least this part of the volume and moved by less than this part of its shift. */
const QUIET = 0.3
/** … and the part holds this part of the difference: small parts may move by any factor beside a cause. */
const HOLDS = 0.5

function* finer(state: State, { number, cell }: ChosenCell): Generator<void, ChosenCell | null> {
  const { lattice, cells, gains } = state
  const cuboidCells = cells[number]!
  const { mask, dimensions } = lattice.cuboids[number]!
  let best: (ChosenCell & { readonly explained: number }) | null = null
  for (const [below, cuboid] of lattice.cuboids.entries()) {
    if (below === number || cuboid.dimensions.length > dimensions.length + 1) continue
    if ((maskWithDetermined(lattice, cuboid) & mask) !== mask) continue
    const parts = cells[below]!
    for (const part of collectFinerCells(state, number, cell, below)) {
      const [residual, size] = [parts.differences[part]!, parts.size[part]!]
      const [restLeft, sizeLeft] = [
        cuboidCells.differences[cell]! - residual,
        cuboidCells.size[cell]! - size,
      ]
      if (!(size > 0) || sizeLeft < QUIET * cuboidCells.size[cell]!) continue
      if (Math.abs(residual) < HOLDS * Math.abs(cuboidCells.differences[cell]!)) continue
      const isQuiet = restLeft / sizeLeft / (residual / size) < QUIET
      if (!isQuiet || gains[below]![part]! <= 0) continue
      const explained = (residual * residual) / size
      if (explained > (best?.explained ?? 0)) {
        best = { number: below, cell: part, gain: gains[below]![part]!, explained }
      }
    }
    yield
  }
  return best
}

/** The dimensions of a cuboid and those that follow from them: a customer is a part of a country. */
function maskWithDetermined({ determined }: Lattice, { mask, dimensions }: Cuboid): number {
  return dimensions.reduce((all, dimension) => all | determined[dimension]!, mask)
}

/** The cells of a finer cuboid that lie in a cell. */
function collectFinerCells(
  { lattice }: State,
  number: number,
  cell: number,
  below: number,
): Set<number> {
  const inside = cellsOfLeaves(lattice, lattice.cuboids[number]!)
  const finerCells = cellsOfLeaves(lattice, lattice.cuboids[below]!)
  const parts = new Set<number>()
  for (let leaf = 0; leaf < inside.length; leaf++) {
    if (inside[leaf] === cell) parts.add(finerCells[leaf]!)
  }
  return parts
}

/** The conditions of a cell. */
export function toFoundConditions(
  lattice: Lattice,
  { number, cell }: Pick<ChosenCell, 'number' | 'cell'>,
): readonly SegmentCondition[] {
  const cuboid = lattice.cuboids[number]!
  const codes = codesOfCell(lattice, cuboid, cell)!
  return cuboid.dimensions.map((dimension, i) => ({ dimension, code: codes[i]! }))
}

/**
 * Takes the common shift of the segment away from its leaves, so that what remains is the rest's own. Leaves that grew vary
 * by as much more, so what remains of them is divided by that.
 */
function* explain(state: State, { number, cell }: ChosenCell): Generator<void> {
  state.taken[number]!.add(cell)
  const { lattice, cells, residuals, claimed, free } = state
  const inside = cellsOfLeaves(lattice, lattice.cuboids[number]!)
  const cuboidCells = cells[number]!
  const shift =
    cuboidCells.size[cell]! > 0 ? cuboidCells.differences[cell]! / cuboidCells.size[cell]! : 0
  const growth = residuals.isSigned ? 1 : Math.max(1, 1 + shift)
  const leaves: number[] = []
  for (let leaf = 0; leaf < inside.length; leaf++) if (inside[leaf] === cell) leaves.push(leaf)
  const explainedAmounts = leaves.map((leaf) => {
    const residual = residuals.differences[leaf]!
    return cuboidCells.size[cell]! > 0
      ? residual - (residual - shift * residuals.size[leaf]!) / growth
      : residual
  })
  const claiming = leaves.map((leaf) => (claimed[leaf] === 1 ? 0 : residuals.size[leaf]!))
  for (const [i, leaf] of leaves.entries()) {
    residuals.differences[leaf]! -= explainedAmounts[i]!
    claimed[leaf] = 1
  }
  for (const [cuboidNumber, cuboid] of lattice.cuboids.entries()) {
    const cellOf = cellsOfLeaves(lattice, cuboid)
    for (const [i, leaf] of leaves.entries()) {
      cells[cuboidNumber]!.differences[cellOf[leaf]!]! -= explainedAmounts[i]!
      free[cuboidNumber]![cellOf[leaf]!]! -= claiming[i]!
    }
    yield
  }
}

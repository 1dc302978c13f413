import { type Cells, cellsOfLeaves, sumCuboid } from './cells.ts'
import type { Finding, Found, FoundCondition } from './finding.ts'
import { codesOfCell, type Lattice } from './lattice.ts'
import type { Residuals } from './residuals.ts'
import { COST, costsOf } from './search-cost.ts'
import { fitVariances, type Variances } from './variances.ts'

interface State {
  readonly lattice: Lattice
  readonly residuals: Residuals
  readonly cells: readonly Cells[]
  readonly variances: Variances
  readonly costs: readonly number[]
  readonly gains: readonly Float64Array[]
  /** Cells that were chosen. */
  readonly taken: Set<string>
}

interface Chosen {
  readonly number: number
  readonly cell: number
  readonly gain: number
}

const CHUNK = 1 << 14

/** The search where the spread of a segment is learned from segments of its size, and from its own past. */
export function* searchVolume(
  lattice: Lattice,
  residuals: Residuals,
  maxCauses: number,
): Generator<void, Omit<Found, 'expected'>> {
  const cells: Cells[] = []
  for (const cuboid of lattice.cuboids) cells.push(yield* sumCuboid(lattice, cuboid, residuals))
  const variances = yield* variancesWithout(lattice, residuals, cells)
  const gains = cells.map(({ size }) => new Float64Array(size.length))
  const state: State = {
    lattice,
    residuals,
    cells,
    variances,
    costs: costsOf(lattice),
    gains,
    taken: new Set(),
  }
  for (const [number, own] of gains.entries()) {
    for (let cell = 0; cell < own.length; cell++) {
      own[cell] = gainOf(state, number, cell)
      if (cell % CHUNK === CHUNK - 1) yield
    }
  }
  const findings: Finding[] = []
  while (findings.length < maxCauses) {
    const best = yield* bestCell(state)
    if (best === null) break
    const chosen = yield* settle(state, best)
    findings.push({ conditions: conditionsOf(lattice, chosen), gain: chosen.gain })
    yield* explain(state, chosen)
    yield* level(state)
  }
  return { findings, whole: wholeGain(residuals, variances), isSigned: residuals.isSigned }
}

/** Nats by which the whole moved more than it does by itself; 0 when it did not. */
function wholeGain(
  { expected, factor, levels, isSigned }: Residuals,
  variances: Variances,
): number {
  const [now, ...past] = levels
  if (past.length > 1) {
    const usual = past.reduce((sum, one) => sum + one * one, 0) / past.length
    return gainOfSquare((now! * now!) / Math.max(usual, Number.MIN_VALUE), past.length)
  }
  if (isSigned) return 0
  const total = expected.reduce((sum, one) => sum + one, 0)
  const moved = total - total / factor
  const { variance, freedom } = variances.of(0, 0)
  return gainOfSquare((moved * moved) / variance, freedom)
}

function gainOfSquare(square: number, freedom: number): number {
  const gain = ((freedom + 1) / 2) * Math.log1p(square / freedom) - COST
  return Number.isFinite(gain) && gain > 0 ? gain : 0
}

/** Segments that are taken away before the spread of the others is learned. */
const STRIPPED = 3

/**
 * Variances of what remains when the segments that deviate most for their size are taken away: a large cause is in every
 * large segment, so that all of them would seem to deviate like that by themselves.
 */
function* variancesWithout(
  lattice: Lattice,
  residuals: Residuals,
  cells: readonly Cells[],
): Generator<void, Variances> {
  const rest = Float64Array.from(residuals.rest)
  const copies = cells.map((one) => ({ ...one, rest: Float64Array.from(one.rest) }))
  const none = { of: () => ({ variance: 1, freedom: 1 }) }
  const state: State = {
    lattice,
    residuals: { ...residuals, rest },
    cells: copies,
    variances: none,
    costs: costsOf(lattice),
    gains: cells.map(({ size }) => new Float64Array(size.length)),
    taken: new Set(),
  }
  for (let step = 0; step < STRIPPED; step++) {
    let [number, cell, most] = [-1, -1, 0]
    for (const [index, own] of copies.entries()) {
      if (index === 0) continue
      for (let i = 0; i < own.size.length; i++) {
        const deviance = own.size[i]! > 0 ? (own.rest[i]! * own.rest[i]!) / own.size[i]! : 0
        if (deviance > most) {
          number = index
          cell = i
          most = deviance
        }
      }
      yield
    }
    if (number < 0) break
    yield* explain(state, { number, cell, gain: 0 })
    yield* level(state)
  }
  return yield* fitVariances(copies)
}

/** Takes away what the segments of one dimension moved by in the median of their volume: without the cause, it is another one. */
function* level({ lattice, residuals, cells, gains, ...rest }: State): Generator<void> {
  const moved: { readonly shift: number; readonly weight: number }[] = []
  for (const [number, { dimensions }] of lattice.cuboids.entries()) {
    if (dimensions.length !== 1) continue
    const { rest: sums, size } = cells[number]!
    for (const [cell, weight] of size.entries()) {
      if (weight > 0) moved.push({ shift: sums[cell]! / weight, weight })
    }
  }
  moved.sort((a, b) => a.shift - b.shift)
  const half = moved.reduce((sum, { weight }) => sum + weight, 0) / 2
  let [passed, middle] = [0, 0]
  for (const { shift, weight } of moved) {
    middle = shift
    passed += weight
    if (passed >= half) break
  }
  for (let leaf = 0; leaf < residuals.rest.length; leaf++) {
    residuals.rest[leaf]! -= middle * residuals.size[leaf]!
  }
  const state = { lattice, residuals, cells, gains, ...rest }
  for (const [number, { rest: sums, size }] of cells.entries()) {
    for (let cell = 0; cell < sums.length; cell++) {
      sums[cell]! -= middle * size[cell]!
      gains[number]![cell] = gainOf(state, number, cell)
      if (cell % CHUNK === CHUNK - 1) yield
    }
  }
}

function gainOf({ cells, variances, costs, taken }: State, number: number, cell: number): number {
  if (taken.has(`${number} ${cell}`)) return Number.NEGATIVE_INFINITY
  const { rest, size } = cells[number]!
  if (!(size[cell]! > 0) && rest[cell] === 0) return Number.NEGATIVE_INFINITY
  const { variance, freedom } = variances.of(number, cell)
  const square = (rest[cell]! * rest[cell]!) / variance
  return ((freedom + 1) / 2) * Math.log1p(square / freedom) - costs[number]!
}

function* bestCell({ gains }: State): Generator<void, Chosen | null> {
  let best: Chosen | null = null
  for (const [number, own] of gains.entries()) {
    if (number === 0) continue
    for (let cell = 0; cell < own.length; cell++) {
      if (own[cell]! > (best?.gain ?? 0)) best = { number, cell, gain: own[cell]! }
      if ((cell & 0xffff) === 0xffff) yield
    }
  }
  return best
}

/** Goes to a coarser segment while its other parts moved alike, and to a finer one while the rest of it is quiet. */
function* settle(state: State, from: Chosen): Generator<void, Chosen> {
  let chosen = from
  const seen = new Set<string>()
  for (;;) {
    seen.add(`${chosen.number} ${chosen.cell}`)
    const next = (yield* coarser(state, chosen)) ?? (yield* finer(state, chosen))
    if (next === null || seen.has(`${next.number} ${next.cell}`)) return chosen
    chosen = next
  }
}

/** Other parts moved alike when they moved by more than this part of the cause's shift … */
const ALIKE = 0.5
/** … and hold this part of the volume beside the cause. */
const MOST = 0.85
/** … or cannot be told from it: squares of the difference, in variances. */
const NEAR = 2

function* coarser(state: State, { number, cell }: Chosen): Generator<void, Chosen | null> {
  const { lattice, cells, gains } = state
  const own = cells[number]!
  const { mask, dimensions } = lattice.cuboids[number]!
  if (dimensions.length < 2) return null
  const shift = own.rest[cell]! / own.size[cell]!
  const leaf = cellsOfLeaves(lattice, lattice.cuboids[number]!).indexOf(cell)
  let best: Chosen | null = null
  for (const [above, cuboid] of lattice.cuboids.entries()) {
    if (
      cuboid.dimensions.length !== dimensions.length - 1 ||
      (cuboid.mask & mask) !== cuboid.mask
    ) {
      continue
    }
    const parent = cellsOfLeaves(lattice, cuboid)[leaf]!
    let [alike, others, moved] = [0, 0, 0]
    for (const part of partsOf(state, above, parent, number)) {
      if (part === cell) continue
      const size = own.size[part]!
      others += size
      moved += own.rest[part]!
      const left = own.rest[part]! - shift * size
      const isNear = left * left <= NEAR * state.variances.of(number, part).variance
      if (isNear || own.rest[part]! / size / shift >= ALIKE) alike += size
    }
    yield
    if (others <= 0 || alike < MOST * others || moved / others / shift < ALIKE) continue
    const gain = gains[above]![parent]!
    if (gain > 0 && gain > (best?.gain ?? 0)) best = { number: above, cell: parent, gain }
  }
  return best
}

/** A part holds the cause alone when the rest is at least this part of the volume and moved by less than this part of its shift. */
const QUIET = 0.3

function* finer(state: State, { number, cell }: Chosen): Generator<void, Chosen | null> {
  const { lattice, cells, gains } = state
  const own = cells[number]!
  const { mask, dimensions } = lattice.cuboids[number]!
  let best: (Chosen & { readonly explained: number }) | null = null
  for (const [below, cuboid] of lattice.cuboids.entries()) {
    if (cuboid.dimensions.length !== dimensions.length + 1 || (cuboid.mask & mask) !== mask)
      continue
    const parts = cells[below]!
    for (const part of partsOf(state, number, cell, below)) {
      const [rest, size] = [parts.rest[part]!, parts.size[part]!]
      const [restLeft, sizeLeft] = [own.rest[cell]! - rest, own.size[cell]! - size]
      if (!(size > 0) || sizeLeft < QUIET * own.size[cell]!) continue
      const isQuiet = restLeft / sizeLeft / (rest / size) < QUIET
      if (!isQuiet || gains[below]![part]! <= 0) continue
      const explained = (rest * rest) / size
      if (explained > (best?.explained ?? 0)) {
        best = { number: below, cell: part, gain: gains[below]![part]!, explained }
      }
    }
    yield
  }
  return best
}

/** The cells of a finer cuboid that lie in a cell. */
function partsOf({ lattice }: State, number: number, cell: number, below: number): Set<number> {
  const inside = cellsOfLeaves(lattice, lattice.cuboids[number]!)
  const finerCells = cellsOfLeaves(lattice, lattice.cuboids[below]!)
  const parts = new Set<number>()
  for (let leaf = 0; leaf < inside.length; leaf++) {
    if (inside[leaf] === cell) parts.add(finerCells[leaf]!)
  }
  return parts
}

function conditionsOf(lattice: Lattice, { number, cell }: Chosen): readonly FoundCondition[] {
  const cuboid = lattice.cuboids[number]!
  const codes = codesOfCell(lattice, cuboid, cell)!
  return cuboid.dimensions.map((dimension, i) => ({ dimension, code: codes[i]! }))
}

/** Takes the common shift of the segment away from its leaves, so that what remains is the rest's own. */
function* explain(state: State, { number, cell }: Chosen): Generator<void> {
  state.taken.add(`${number} ${cell}`)
  const { lattice, cells, gains, residuals } = state
  const inside = cellsOfLeaves(lattice, lattice.cuboids[number]!)
  const own = cells[number]!
  const shift = own.size[cell]! > 0 ? own.rest[cell]! / own.size[cell]! : 0
  const leaves: number[] = []
  for (let leaf = 0; leaf < inside.length; leaf++) if (inside[leaf] === cell) leaves.push(leaf)
  const taken = leaves.map((leaf) =>
    own.size[cell]! > 0 ? shift * residuals.size[leaf]! : residuals.rest[leaf]!,
  )
  for (const [i, leaf] of leaves.entries()) residuals.rest[leaf]! -= taken[i]!
  for (const [other, cuboid] of lattice.cuboids.entries()) {
    const cellOf = cellsOfLeaves(lattice, cuboid)
    const touched = new Set<number>()
    for (const [i, leaf] of leaves.entries()) {
      cells[other]!.rest[cellOf[leaf]!]! -= taken[i]!
      touched.add(cellOf[leaf]!)
    }
    for (const one of touched) gains[other]![one] = gainOf(state, other, one)
    yield
  }
}

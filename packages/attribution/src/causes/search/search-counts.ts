import { inSpans } from '@tributary/core/internal'
import { cellsOfLeaves, type Lattice } from '../leaves/lattice.ts'
import { COST } from '../leaves/search-cost.ts'
import type { CountModel } from '../noise/count-model.ts'
import { logGammaExcess } from '../noise/negative-binomial.ts'

/** A segment whose parts moved around a factor of their own, with its nats. */
export interface CountFinding {
  readonly number: number
  readonly cell: number
  readonly gain: number
  /** By what the segment moved. */
  readonly factor: number
}

/** The segments that were found, and what cannot be told from the first. */
export interface CountResult {
  readonly findings: readonly CountFinding[]
  /** Segments that explain nearly as much as the first: its parts, and those that contain or overlap it. */
  readonly alternatives: readonly CountFinding[]
  /** The factor by which the leaves of no cause moved. */
  readonly level: number
  /** The shapes of the scatter of leaves as before, and of parts of a cause. */
  readonly shapes: Shapes
}

interface Shapes {
  readonly still: number
  readonly moved: number
}

/** Nats that each condition costs, beside the logarithm of the number of segments with these dimensions. */
const CONDITION = 3
/** The scatter that is expected before the leaves tell theirs, and the nats that the square of a logarithm off it costs. */
const SHAPE = 8
const SHAPE_WEIGHT = 7.5
const SHAPES = [0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 40, 80, 200, 1000, 10_000]
/** The scatter is estimated so often, each time with the segments that were found with the last one. */
const ROUNDS = 3
/** A further cause has at least this part of what is unexpected of the first, and of its nats where leaves scatter. */
const LEAST_PART = 0.15
const LEAST_NATS = 0.2
/** A segment this near to the best one, in nats and a part of the nats of the best one, cannot be told from it. */
const NEAR = { nats: 6, part: 0.15 } as const
const ALTERNATIVES = 4

/**
 * Finds the segments whose rates moved. The leaves of a segment scatter around its factor, and those of no segment around
 * what is expected: both as negative binomial counts, whose shapes are estimated from the leaves. So a segment is preferred to
 * its parts while the rest of it moved too, and to a larger one when the rest of that did not.
 */
export function* searchCounts(
  lattice: Lattice,
  model: CountModel,
  most: number,
): Generator<void, CountResult> {
  let shapes: Shapes = { still: SHAPE, moved: SHAPE }
  for (let round = 1; ; round++) {
    const description = yield* describe(lattice, { model, shapes, most })
    const next = yield* estimateShapes(description.state)
    if (round === ROUNDS || (next.still === shapes.still && next.moved === shapes.moved)) {
      const { findings, alternatives, level } = description
      return { findings, alternatives, level, shapes }
    }
    shapes = next
  }
}

/** Decides whether a segment deviates more than segments of its size do by themselves. */
export interface Judge {
  isUnusual(number: number, cell: number): boolean
  /** Takes the deviation of a cause away. */
  explain(cause: CountFinding): Generator<void>
}

/** The same among the segments that a judge finds unusual, where the whole moved by a level and leaves scatter by shapes. */
export function* searchUnusual(
  lattice: Lattice,
  model: CountModel,
  {
    level,
    shapes,
    most,
    judge,
  }: Pick<CountResult, 'level' | 'shapes'> & { readonly most: number; readonly judge: Judge },
): Generator<void, CountResult> {
  const state = createState(lattice, model, shapes)
  moveUnclaimed(state, level)
  const { findings, alternatives } = yield* peel(state, { most, isCommonFirst: false, judge })
  return { findings, alternatives, level, shapes }
}

/** The factor by which the segments of one dimension moved in the median of what is expected. */
export function* findLevel(lattice: Lattice, model: CountModel): Generator<void, number> {
  const state = createState(lattice, model, { still: SHAPE, moved: SHAPE })
  const { factor } = yield* findCommonMove(state, computeUsual(state))
  return factor
}

interface Described extends Omit<CountResult, 'shapes'> {
  readonly state: State
  /** Nats by which the causes and the common move shorten the description. */
  readonly gain: number
}

interface Peeling {
  readonly most: number
  /** Whether all leaves may have moved, before a cause is found. */
  readonly isCommonFirst: boolean
  readonly judge?: Judge
}

interface Describing {
  readonly model: CountModel
  readonly shapes: Shapes
  readonly most: number
}

/**
 * Where the whole seems to have moved first, most of it may be causes: the common move is taken where it describes the leaves
 * shorter, and with no more causes.
 */
function* describe(
  lattice: Lattice,
  { model, shapes, most }: Describing,
): Generator<void, Described> {
  const state = createState(lattice, model, shapes)
  const common = yield* peel(state, { most, isCommonFirst: true })
  if (common.level === 1) return common
  const again = { ...state, ...expectNoCause(model) }
  const apart = yield* peel(again, { most, isCommonFirst: false })
  const isShorter = common.gain - levelNats(common.level) > apart.gain - levelNats(apart.level)
  return isShorter && common.findings.length <= apart.findings.length ? common : apart
}

interface State {
  readonly lattice: Lattice
  readonly model: CountModel
  readonly shapes: Shapes
  /** The expected numerator of each leaf, with the causes so far. */
  readonly means: Float64Array
  /** 1 for the leaves of causes. */
  readonly claimed: Uint8Array
  /** Terms of the log likelihood of each leaf that do not depend on its mean, as before and moved. */
  readonly still: Terms
  readonly moved: Terms
}

interface Terms {
  readonly shapes: Float64Array
  readonly constants: Float64Array
}

function createState(lattice: Lattice, model: CountModel, shapes: Shapes): State {
  return {
    lattice,
    model,
    shapes,
    ...expectNoCause(model),
    still: computeTerms(model, shapes.still),
    moved: computeTerms(model, shapes.moved),
  }
}

function expectNoCause({ expected, counts }: CountModel): Pick<State, 'means' | 'claimed'> {
  return { means: expected.slice(), claimed: new Uint8Array(counts.length) }
}

/** The scatter of a leaf and what its past leaves open add up: the inverses of their shapes. */
function computeTerms({ counts, certainty }: CountModel, shape: number): Terms {
  const shapes = new Float64Array(counts.length)
  const constants = new Float64Array(counts.length)
  for (let leaf = 0; leaf < shapes.length; leaf++) {
    const leafShape = 1 / (1 / shape + 1 / certainty[leaf]!)
    shapes[leaf] = leafShape
    constants[leaf] = logGammaExcess(counts[leaf]!, leafShape) + leafShape * Math.log(leafShape)
  }
  return { shapes, constants }
}

function leafNats({ shapes, constants }: Terms, leaf: number, count: number, mean: number): number {
  const shape = shapes[leaf]!
  const logMean = count === 0 ? 0 : count * Math.log(mean)
  return constants[leaf]! + logMean - (count + shape) * Math.log(shape + mean)
}

function* peel(state: State, { most, isCommonFirst, judge }: Peeling): Generator<void, Described> {
  const findings: CountFinding[] = []
  let alternatives: readonly CountFinding[] = []
  let [level, gain, first] = [1, 0, 0]
  while (findings.length < most) {
    const usual = computeUsual(state)
    const scored = yield* scoreCells(state, usual)
    const best = scored.find(({ number, cell }) => {
      const isFound = findings.some((finding) => finding.number === number && finding.cell === cell)
      return !isFound && judge?.isUnusual(number, cell) !== false
    })
    const isLevelled = judge !== undefined
    const isApart = !isLevelled && (isCommonFirst || findings.length > 0 || best === undefined)
    const common = isApart ? yield* findCommonMove(state, usual) : NO_MOVE
    if (common.gain > Math.max(0, best?.gain ?? 0)) {
      level *= common.factor
      gain += common.gain
      moveUnclaimed(state, common.factor)
      continue
    }
    if (best === undefined) break
    const unexpected = Math.abs(best.unexpected)
    if (findings.length === 0) {
      first = unexpected
      alternatives = nearTo(scored, best)
    } else {
      const parts = { unexpected: unexpected / first, gain: best.gain / findings[0]!.gain }
      if (isNegligible(state, parts)) break
    }
    gain += best.gain
    findings.push(best)
    yield* claim(state, best)
    if (judge !== undefined) yield* judge.explain(best)
  }
  return { findings, alternatives, level, gain, state }
}

/** The nats that a common move costs: its logarithm is expected to be about normal. */
function levelNats(level: number): number {
  return Math.log(level) ** 2 / (2 * USUAL_LEVEL ** 2)
}

/** The standard deviation of the logarithm of a common move. */
const USUAL_LEVEL = 0.3

const NO_MOVE = { factor: 1, gain: 0 } as const

/** Where leaves scatter, segments do too, by amounts that are small beside a cause. */
function isNegligible(
  { shapes }: State,
  parts: { readonly unexpected: number; readonly gain: number },
): boolean {
  const scatter = Math.min(1, SHAPE / shapes.still) ** 2
  return parts.unexpected < LEAST_PART * scatter || parts.gain < LEAST_NATS * scatter
}

function nearTo(scored: readonly Scored[], best: Scored): readonly CountFinding[] {
  const least = best.gain - NEAR.nats - NEAR.part * best.gain
  return scored.filter((cell) => cell !== best && cell.gain > least).slice(0, ALTERNATIVES)
}

/** The log likelihood of each leaf with the causes so far. */
function computeUsual({ model: { counts }, means, claimed, still, moved }: State): Float64Array {
  const usual = new Float64Array(counts.length)
  for (let leaf = 0; leaf < usual.length; leaf++) {
    usual[leaf] = leafNats(claimed[leaf] === 1 ? moved : still, leaf, counts[leaf]!, means[leaf]!)
  }
  return usual
}

interface Scored extends CountFinding {
  /** The counts beyond what is expected with the causes so far. */
  readonly unexpected: number
}

/** The cells that shorten the description, best first. */
function* scoreCells(state: State, usual: Float64Array): Generator<void, Scored[]> {
  const { lattice, model, means, moved } = state
  const { counts } = model
  const scored: Scored[] = []
  for (const [number, cuboid] of lattice.cuboids.entries()) {
    if (number === 0) continue
    const cellOf = cellsOfLeaves(lattice, cuboid)
    const above = new Float64Array(cuboid.cells)
    const below = new Float64Array(cuboid.cells)
    const nats = new Float64Array(cuboid.cells)
    yield* inSpans(counts.length, (from, to) => {
      for (let leaf = from; leaf < to; leaf++) {
        above[cellOf[leaf]!]! += counts[leaf]!
        below[cellOf[leaf]!]! += means[leaf]!
      }
    })
    const factors = above.map((count, cell) => Math.max(count, LEAST_COUNT) / below[cell]!)
    yield* inSpans(counts.length, (from, to) => {
      for (let leaf = from; leaf < to; leaf++) {
        const cell = cellOf[leaf]!
        nats[cell]! +=
          leafNats(moved, leaf, counts[leaf]!, factors[cell]! * means[leaf]!) - usual[leaf]!
      }
    })
    const cost = CONDITION * cuboid.dimensions.length + Math.log(cuboid.occupied)
    for (let cell = 0; cell < cuboid.cells; cell++) {
      if (!(nats[cell]! > cost)) continue
      const unexpected = above[cell]! - below[cell]!
      const gain = nats[cell]! - cost
      scored.push({ number, cell, gain, factor: factors[cell]!, unexpected })
    }
    yield
  }
  return scored.sort((a, b) => b.gain - a.gain)
}

/** A segment without any count has a factor as if it had a part of one. */
const LEAST_COUNT = 0.3

/** The factor by which the segments of one dimension moved in the median of what is expected, over the leaves of no cause. */
function* findCommonMove(
  state: State,
  usual: Float64Array,
): Generator<void, { readonly factor: number; readonly gain: number }> {
  const { lattice, model, means, claimed, still } = state
  const { counts } = model
  const moves: { readonly factor: number; readonly weight: number }[] = []
  for (const { values, codes } of lattice.leaves.dimensions) {
    const above = new Float64Array(values.length)
    const below = new Float64Array(values.length)
    for (let leaf = 0; leaf < counts.length; leaf++) {
      if (claimed[leaf] === 1) continue
      above[codes[leaf]!]! += counts[leaf]!
      below[codes[leaf]!]! += means[leaf]!
    }
    for (const [code, weight] of below.entries()) {
      if (weight > 0 && above[code]! > 0) moves.push({ factor: above[code]! / weight, weight })
    }
    yield
  }
  moves.sort((a, b) => a.factor - b.factor)
  const half = moves.reduce((sum, { weight }) => sum + weight, 0) / 2
  let [passed, factor] = [0, 1]
  for (const move of moves) {
    factor = move.factor
    passed += move.weight
    if (passed >= half) break
  }
  let gain = -COST
  for (let leaf = 0; leaf < counts.length; leaf++) {
    if (claimed[leaf] === 1) continue
    gain += leafNats(still, leaf, counts[leaf]!, factor * means[leaf]!) - usual[leaf]!
  }
  return { factor, gain }
}

function moveUnclaimed({ means, claimed }: State, factor: number): void {
  for (let leaf = 0; leaf < means.length; leaf++) if (claimed[leaf] === 0) means[leaf]! *= factor
}

function* claim(
  { lattice, means, claimed }: State,
  { number, cell, factor }: CountFinding,
): Generator<void> {
  const cellOf = cellsOfLeaves(lattice, lattice.cuboids[number]!)
  yield* inSpans(means.length, (from, to) => {
    for (let leaf = from; leaf < to; leaf++) {
      if (cellOf[leaf] !== cell) continue
      means[leaf]! *= factor
      claimed[leaf] = 1
    }
  })
}

/** The shapes under which the leaves of causes, and the others, are likeliest around their means. */
function* estimateShapes({ model, means, claimed }: State): Generator<void, Shapes> {
  const { counts, certainty } = model
  const logMeans = new Float64Array(counts.length)
  for (let leaf = 0; leaf < logMeans.length; leaf++) {
    const count = counts[leaf]!
    if (count !== 0) logMeans[leaf] = count * Math.log(means[leaf]!)
  }
  yield
  const nats: [number, number][] = []
  for (const shape of SHAPES) {
    const sums: [number, number] = [0, 0]
    yield* inSpans(counts.length, (from, to) => {
      for (let leaf = from; leaf < to; leaf++) {
        const count = counts[leaf]!
        const leafShape = 1 / (1 / shape + 1 / certainty[leaf]!)
        const constant = logGammaExcess(count, leafShape) + leafShape * Math.log(leafShape)
        const spread = (count + leafShape) * Math.log(leafShape + means[leaf]!)
        sums[claimed[leaf]!]! += constant + logMeans[leaf]! - spread
      }
    })
    nats.push(sums)
  }
  const likeliest = (side: 0 | 1, expected: number) => {
    let [best, most] = [expected, Number.NEGATIVE_INFINITY]
    for (const [index, shape] of SHAPES.entries()) {
      const total = nats[index]![side] - SHAPE_WEIGHT * Math.log(shape / expected) ** 2
      if (total > most) [best, most] = [shape, total]
    }
    return best
  }
  const still = likeliest(0, SHAPE)
  return { still, moved: likeliest(1, still) }
}

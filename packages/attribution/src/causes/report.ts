import { inSpans } from '@tributary/core/internal'
import type { MixOfGroups, UsualChange } from './leaves/figures.ts'
import type { Lattice } from './leaves/lattice.ts'
import type { Leaves } from './leaves/leaves.ts'
import { leavesOfBox } from './leaves/removed-leaves.ts'
import { ALONE, UNUSUAL } from './leaves/search-cost.ts'
import type { Cause, CauseCondition, CausesInput, CausesReport, Noise } from './leaves/types.ts'
import {
  computeChange,
  computeDimensionMoves,
  computeLeafMix,
  type DimensionMove,
} from './report/dimension-moves.ts'
import { computePartContribution, computeRatePart, type Sums } from './report/sums.ts'
import { computeUsualChange, isUsualChange } from './report/usual-change.ts'
import { chooseMix, decideVerdict, findSpread } from './report/verdict.ts'
import type { Finding, SearchResult, SegmentCondition } from './search/finding.ts'

/** Nats from which a cause is likely, and certain. */
const LIKELY = 2
const CERTAIN = 10
/** A cause with less evidence than this part of the strongest one's is said to be possible only. */
const BESIDE_STRONGEST = 0.3

interface ReportInput extends SearchResult {
  readonly input: CausesInput
  readonly lattice: Lattice
  readonly noise: Noise
  readonly maxCauses: number
  readonly depth: number
  readonly isDepthCut: boolean
}

/** The values of the found segments, how the whole change divides among them, and what it is. */
export function* reportCauses(searchResult: ReportInput): Generator<void, CausesReport> {
  const { lattice, expected, isSigned } = searchResult
  const { leaves } = lattice
  const judged = yield* judgedFindings(searchResult)
  const claimed = new Uint8Array(leaves.count)
  const totals = yield* computeTotals(leaves, expected)
  const outside = { ...totals }
  const divided: Pick<Cause, 'contribution' | 'rateContribution' | 'mixContribution'>[] = []
  for (const { inside } of judged) {
    const unclaimedLeaves = inside.filter((leaf) => claimed[leaf] === 0)
    for (const leaf of unclaimedLeaves) claimed[leaf] = 1
    const part = sumSelectedLeaves(leaves, expected, unclaimedLeaves)
    for (const key of KEYS) outside[key] -= part[key]
    divided.push(divideContribution(part, totals, leaves.currentDenominator !== null))
    yield
  }
  const change = computeChange(totals)
  // The remainder of subtractions is not a size.
  const isLeft = Math.abs(outside.expected) > 1e-9 * Math.abs(totals.expected)
  const factor = isLeft && !isSigned ? outside.current / outside.expected : 1
  const isAnyLeft = Math.abs(outside.currentBelow) > 1e-9 * Math.abs(totals.currentBelow)
  const shift =
    isSigned && isAnyLeft ? (outside.current - outside.expected) / outside.currentBelow : 0
  const causes = judged.map(
    ({ finding, inside, bits, confidence }, index): Cause => ({
      conditions: finding.conditions.map((condition) => toCauseCondition(leaves, condition)),
      sameAs: otherNames(lattice, finding.conditions, inside),
      ...toCauseValues(sumSelectedLeaves(leaves, expected, inside), factor, shift),
      ...divided[index]!,
      share: change === 0 ? null : divided[index]!.contribution / change,
      bits,
      confidence,
    }),
  )
  const contributed = divided.reduce((sum, { contribution }) => sum + contribution, 0)
  const usual = computeUsualChange(yield* computeEarlierChanges(leaves))
  const remainder = yield* divideRemainder(searchResult, {
    totals,
    outside,
    claimed,
    change,
    remainingChange: change - contributed,
    usual,
  })
  const { common, mix } = remainder
  const spread = findSpread(remainder.moves, change)
  const isDefined = totals.currentBelow !== 0 && totals.compareBelow !== 0
  const figures = { causes, common, mix, spread, usual }
  return {
    ...figures,
    verdict: isDefined ? decideVerdict({ ...figures, current: change, compare: 0 }) : 'undefined',
    unexplained: remainder.unexplained,
    direction: change > 0 ? 'up' : change < 0 ? 'down' : 'none',
    considered: toConsidered(searchResult),
  }
}

function toConsidered({
  input,
  lattice,
  noise,
  depth,
  isDepthCut,
}: ReportInput): CausesReport['considered'] {
  const { leaves } = lattice
  return {
    combinations: leaves.count,
    cuboids: lattice.cuboids.length,
    segments: lattice.cuboids.reduce((sum, { occupied }) => sum + occupied, 0),
    depth,
    isDepthCut,
    noise,
    history: noise === 'relative' ? 0 : leaves.history.length,
    leftOut: input.dimensions
      .map(({ name }) => name)
      .filter((name) => leaves.dimensions.every((dimension) => dimension.name !== name))
      .sort(),
  }
}

interface Remainder {
  readonly totals: SegmentSums
  /** The same without the leaves of causes. */
  readonly outside: SegmentSums
  /** 1 for each leaf of a cause. */
  readonly claimed: Uint8Array
  readonly change: number
  /** The change without the contributions of the causes. */
  readonly remainingChange: number
  readonly usual: UsualChange | null
}

/** Divides what no cause holds into a mix, and a common move or what is not explained. */
function* divideRemainder(
  { lattice: { leaves }, common: commonChange }: ReportInput,
  { totals, outside, claimed, change, remainingChange, usual }: Remainder,
): Generator<
  void,
  Pick<CausesReport, 'common' | 'mix' | 'unexplained'> & {
    readonly moves: readonly DimensionMove[]
  }
> {
  const moves = yield* computeDimensionMoves(leaves, totals)
  const wholeMix = chooseMix(yield* computeLeafMix(leaves, totals), moves, change)
  const outsideMix = wholeMix && (yield* mixOutside(leaves, totals, { claimed, mix: wholeMix }))
  const ofRates = outsideMix === null ? remainingChange : outsideMix.rateContribution
  const mix = wholeMix && { ...wholeMix, remaining: remainingChange - ofRates }
  const isCommon = commonChange !== null && commonChange.gain > 0 && !isRounding(ofRates, totals)
  if (!isCommon) return { moves, mix, common: null, unexplained: ofRates }
  const movesOutside = yield* computeDimensionMoves(leaves, totals, {
    marked: claimed,
    direction: Math.sign(ofRates),
  })
  const factor =
    outsideMix === null ? computeFactor(outside, leaves) : 1 + ofRates / outsideMix.level
  return {
    moves,
    mix,
    unexplained: 0,
    common: {
      factor: Number.isFinite(factor) ? factor : 1,
      contribution: ofRates,
      share: change === 0 ? null : ofRates / change,
      along: movesOutside.reduce((least, { along }) => Math.min(least, along), 1),
      bits: commonChange.gain / Math.LN2,
      isUsual: isUsualChange(ofRates, usual),
    },
  }
}

/** The division of {@link chooseMix} among the leaves that no cause holds. */
function* mixOutside(
  leaves: Leaves,
  totals: Sums,
  {
    claimed,
    mix,
  }: { readonly claimed: Uint8Array; readonly mix: { readonly dimensions: readonly string[] } },
): Generator<void, MixOfGroups | null> {
  if (mix.dimensions.length === leaves.dimensions.length) {
    return yield* computeLeafMix(leaves, totals, claimed)
  }
  const dimensions = leaves.dimensions.filter(({ name }) => mix.dimensions.includes(name))
  const [move] = yield* computeDimensionMoves({ ...leaves, dimensions }, totals, {
    marked: claimed,
  })
  return move?.mix ?? null
}

/** Whether a contribution is no more than the rounding of the whole. */
function isRounding(contribution: number, totals: Sums): boolean {
  const size = Math.max(
    Math.abs(divideOrZero(totals.current, totals.currentBelow)),
    Math.abs(divideOrZero(totals.compare, totals.compareBelow)),
  )
  return Math.abs(contribution) <= 1e-9 * size
}

/** The change of a sum, or of a quotient whose mix is not known, as a factor. */
function computeFactor(outside: Sums, { compareDenominator }: Leaves): number {
  const below = compareDenominator === null ? 1 : outside.currentBelow / outside.compareBelow
  return outside.compare === 0 ? 1 : outside.current / outside.compare / below
}

/** The changes of the whole from each earlier window to the next, up to the compare window. */
function* computeEarlierChanges(leaves: Leaves): Generator<void, readonly number[]> {
  const values: number[] = []
  const denominators = [leaves.compareDenominator, ...leaves.historyDenominators]
  for (const [window, column] of [leaves.compare, ...leaves.history].entries()) {
    const below = denominators[window] ?? null
    const total = yield* sumColumn(column)
    values.push(below === null ? total : total / (yield* sumColumn(below)))
  }
  return values.slice(1).flatMap((value, index) => {
    const change = values[index]! - value
    return Number.isFinite(change) ? [change] : []
  })
}

/** The contribution of a part to the change of the whole and, for a quotient, how much of it comes from its rate and its weight. */
function divideContribution(
  part: Sums,
  totals: Sums,
  isQuotient: boolean,
): Pick<Cause, 'contribution' | 'rateContribution' | 'mixContribution'> {
  const contribution = computePartContribution(part, totals)
  const rate = isQuotient ? computeRatePart(part, totals).contribution : Number.NaN
  if (Number.isNaN(rate)) return { contribution, rateContribution: null, mixContribution: null }
  return { contribution, rateContribution: rate, mixContribution: contribution - rate }
}

interface JudgedFinding extends Pick<Cause, 'bits' | 'confidence'> {
  readonly finding: Finding
  readonly inside: Uint32Array
}

const SURENESS = { certain: 0, likely: 1, possible: 2 } as const
/** The part of the largest difference from what is expected below which a segment comes after all others. */
const MATERIAL = 0.05

/**
 * The segments with how sure they are: the surest first, and among these the largest differences from what is expected. Those
 * whose difference is small beside the largest one come last, however sure they are.
 */
function* judgedFindings({
  findings,
  lattice,
  noise,
  maxCauses,
  expected,
  depth,
  isDepthCut,
}: ReportInput): Generator<void, readonly JudgedFinding[]> {
  const { leaves } = lattice
  const judged: (JudgedFinding & { readonly amount: number })[] = []
  const isKnown = noise === 'relative' || leaves.history.length > 0
  const most = Math.max(...findings.map(getFindingGain))
  const change = Math.abs((yield* sumColumn(leaves.current)) - (yield* sumColumn(leaves.compare)))
  const limits: ConfidenceLimits = {
    isKnown,
    strongest: isKnown || noise === 'ratio' ? 0 : most,
    least: leastNats(noise, isKnown, most),
    unusual: isKnown ? UNUSUAL.likely : noise === 'ratio' ? ALONE.ratio : 0,
  }
  for (const finding of findings) {
    if (finding.conditions.length === 0 || finding.gain <= 0) continue
    const inside = yield* selectLeaves(lattice, finding.conditions)
    let amount = 0
    for (const leaf of inside) amount += leaves.current[leaf]! - expected[leaf]!
    // A segment with as many conditions as were searched may be a projection of one with more.
    const isSearchedDeeper = !isDepthCut || finding.conditions.length < depth
    const isMaterial = noise !== 'volume' || Math.abs(amount) >= MATERIAL * change
    const confidence = classifyConfidence(finding, { ...limits, isSearchedDeeper, isMaterial })
    const bits = finding.gain / Math.LN2
    judged.push({ finding, inside, amount: Math.abs(amount), bits, confidence })
    yield
  }
  const largest = Math.max(...judged.map(({ amount }) => amount))
  const isSmall = ({ amount }: { readonly amount: number }) => amount < MATERIAL * largest
  judged.sort(
    (a, b) =>
      Number(isSmall(a)) - Number(isSmall(b)) ||
      SURENESS[a.confidence] - SURENESS[b.confidence] ||
      b.amount - a.amount ||
      b.finding.gain - a.finding.gain,
  )
  return judged.slice(0, maxCauses)
}

function getFindingGain({ gain }: Finding): number {
  return gain
}

/** The nats of LIKELY guard against causes where nothing happened; a certain cause says that something did. */
function leastNats(noise: Noise, isKnown: boolean, most: number): number {
  if (noise === 'relative' && most >= CERTAIN) return 0
  return noise === 'volume' && !isKnown ? ALONE.volume : LIKELY
}

interface ConfidenceLimits {
  /** Whether it is known how much segments change by themselves. */
  readonly isKnown: boolean
  readonly strongest: number
  readonly least: number
  /** The nats under the learned tails, beyond those that the search takes, of a likely cause. */
  readonly unusual: number
}

function classifyConfidence(
  { gain, sure: tailGain }: Finding,
  {
    isKnown,
    isSearchedDeeper,
    isMaterial,
    strongest,
    least,
    unusual,
  }: ConfidenceLimits & { readonly isSearchedDeeper: boolean; readonly isMaterial: boolean },
): Cause['confidence'] {
  const isUsual = tailGain !== undefined && tailGain <= unusual
  if (isUsual || gain < least || gain < BESIDE_STRONGEST * strongest) return 'possible'
  if (!isSearchedDeeper || !isMaterial || !isKnown || gain < CERTAIN) return 'likely'
  return (tailGain ?? gain) >= UNUSUAL.certain ? 'certain' : 'likely'
}

const KEYS = ['current', 'compare', 'currentBelow', 'compareBelow', 'expected'] as const
type SegmentSums = Record<(typeof KEYS)[number], number>

function sumSelectedLeaves(
  leaves: Leaves,
  expected: Float64Array,
  selectedLeaves: Uint32Array,
): SegmentSums {
  const sums: SegmentSums = {
    current: 0,
    compare: 0,
    currentBelow: 0,
    compareBelow: 0,
    expected: 0,
  }
  const [above, below] = [leaves.currentDenominator, leaves.compareDenominator]
  for (const leaf of selectedLeaves) {
    sums.current += leaves.current[leaf]!
    sums.compare += leaves.compare[leaf]!
    sums.expected += expected[leaf]!
    sums.currentBelow += above?.[leaf] ?? 0
    sums.compareBelow += below?.[leaf] ?? 0
  }
  // Without denominators a value is its numerator.
  return above === null ? { ...sums, currentBelow: 1, compareBelow: 1 } : sums
}

function* computeTotals(leaves: Leaves, expected: Float64Array): Generator<void, SegmentSums> {
  const [above, below] = [leaves.currentDenominator, leaves.compareDenominator]
  return {
    current: yield* sumColumn(leaves.current),
    compare: yield* sumColumn(leaves.compare),
    currentBelow: above === null ? 1 : yield* sumColumn(above),
    compareBelow: below === null ? 1 : yield* sumColumn(below),
    expected: yield* sumColumn(expected),
  }
}

function* sumColumn(column: Float64Array): Generator<void, number> {
  let total = 0
  yield* inSpans(column.length, (from, to) => {
    let sum = total
    for (let leaf = from; leaf < to; leaf++) sum += column[leaf]!
    total = sum
  })
  return total
}

function divideOrZero(above: number, below: number): number {
  return below === 0 ? 0 : above / below
}

function toCauseValues(
  sums: SegmentSums,
  factor: number,
  shift: number,
): Pick<Cause, 'current' | 'compare' | 'change' | 'expected' | 'unexpected' | 'kind'> {
  const quotient = (above: number, below: number) => (below === 0 ? null : above / below)
  const difference = (a: number | null, b: number | null) =>
    a === null || b === null ? null : a - b
  const current = quotient(sums.current, sums.currentBelow)
  const compare = quotient(sums.compare, sums.compareBelow)
  const expected = quotient(sums.expected * factor + shift * sums.currentBelow, sums.currentBelow)
  const isNew = compare === null || (compare === 0 && current !== 0 && sums.compareBelow === 1)
  const isGone = current === null || (current === 0 && compare !== 0 && sums.currentBelow === 1)
  return {
    current,
    compare,
    change: difference(current, compare),
    expected,
    unexpected: difference(current, expected),
    kind: isNew ? 'new' : isGone ? 'gone' : 'changed',
  }
}

function* selectLeaves(
  lattice: Lattice,
  conditions: readonly SegmentCondition[],
): Generator<void, Uint32Array> {
  const { dimensions, count } = lattice.leaves
  if (lattice.isFull && !conditions.some(({ not }) => not === true)) {
    const fixed = new Map(conditions.map(({ dimension, code }) => [dimension, code]))
    return leavesOfBox({ lattice, fixed })
  }
  let inside: Uint32Array | null = null
  for (const { dimension, code, not } of conditions) {
    const { codes } = dimensions[dimension]!
    const isNot = not === true
    const among: Uint32Array | null = inside
    const all = among?.length ?? count
    let matchCount = 0
    yield* inSpans(all, (from, to) => {
      let more = 0
      for (let i = from; i < to; i++) {
        more += Number((codes[among === null ? i : among[i]!] === code) !== isNot)
      }
      matchCount += more
    })
    const matchingLeaves = new Uint32Array(matchCount)
    let next = 0
    yield* inSpans(all, (from, to) => {
      let at = next
      for (let i = from; i < to; i++) {
        const leaf = among === null ? i : among[i]!
        if ((codes[leaf] === code) !== isNot) matchingLeaves[at++] = leaf
      }
      next = at
    })
    inside = matchingLeaves
  }
  return inside ?? Uint32Array.from({ length: count }, (_, leaf) => leaf)
}

function toCauseCondition(
  { dimensions }: Leaves,
  { dimension, code, not }: SegmentCondition,
): CauseCondition {
  const { name, values } = dimensions[dimension]!
  return { dimension: name, value: values[code]!, ...(not === true && { not }) }
}

/** Other values that name exactly the same leaves: of a copy of a dimension, or of one that follows from it. */
function otherNames(
  { leaves }: Lattice,
  conditions: readonly SegmentCondition[],
  inside: Uint32Array,
): readonly (readonly CauseCondition[])[] {
  const copied = conditions.flatMap((condition, at) =>
    leaves.dimensions[condition.dimension]!.copies.map(({ name, values }) => {
      return conditions.map((otherCondition, index) => {
        const named = toCauseCondition(leaves, otherCondition)
        return index === at ? { ...named, dimension: name, value: values[condition.code]! } : named
      })
    }),
  )
  if (conditions.length !== 1 || conditions[0]!.not === true || inside.length === 0) return copied
  const equivalentConditions = leaves.dimensions.flatMap(({ codes }, dimension) => {
    const code = codes[inside[0]!]!
    if (dimension === conditions[0]!.dimension) return []
    if (!inside.every((leaf) => codes[leaf] === code)) return []
    const size = codes.reduce((sum, leafCode) => sum + Number(leafCode === code), 0)
    return size === inside.length ? [[toCauseCondition(leaves, { dimension, code })]] : []
  })
  return [...copied, ...equivalentConditions]
}

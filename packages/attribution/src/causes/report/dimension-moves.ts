import { inSpans } from '@tributary/core/internal'
import type { MixOfGroups } from '../leaves/figures.ts'
import type { Leaves } from '../leaves/leaves.ts'
import { computePartContribution, computeRateChange, computeRatePart, type Sums } from './sums.ts'

/** The value that stands for all values of a dimension beyond those that are searched. */
export const OTHER_VALUES = '(all others)'

/** How the groups of one dimension moved beside the whole. */
export interface DimensionMove {
  readonly dimension: string
  /** Groups that are in either window. */
  readonly groups: number
  /** The part of the size of all groups that moved in the direction; of a quotient, by their own rates. */
  readonly along: number
  /** The group with the largest contribution in the direction; null without one. */
  readonly largest: { readonly value: string; readonly contribution: number } | null
  /** Of a quotient: how its change divides into rates and weights of the groups; null for a sum, and where a rate has a pole. */
  readonly mix: MixOfGroups | null
}

/** A group that holds a smaller part of the size says nothing of what all groups do. */
const LEAST_SIZE = 0.01

/** The leaves whose groups are looked at, and the direction in which they are. */
export interface MoveOptions {
  /** The leaves to leave out are marked with 1. @defaultValue all are looked at */
  readonly marked?: Uint8Array
  /** 1 or -1. @defaultValue the sign of the change of the whole */
  readonly direction?: number
}

/** Computes how the groups of each dimension moved. */
export function* computeDimensionMoves(
  leaves: Leaves,
  totals: Sums,
  { marked, direction = Math.sign(computeChange(totals)) }: MoveOptions = {},
): Generator<void, readonly DimensionMove[]> {
  const moves: DimensionMove[] = []
  for (const { name, values, codes } of leaves.dimensions) {
    const groups = yield* sumGroups(leaves, {
      codes,
      count: values.length,
      marked: marked ?? null,
    })
    const mix = isQuotient(leaves) ? yield* divideAmongGroups(groups, totals) : null
    const moving = { dimension: name, values, groups, totals, direction }
    moves.push({ ...describeMove(moving, isQuotient(leaves)), mix })
  }
  return moves
}

/** Computes how the change of a quotient divides among its leaves; null for a sum, and where a rate has a pole. */
export function* computeLeafMix(
  { count, current, compare, currentDenominator, compareDenominator }: Leaves,
  totals: Sums,
  marked: Uint8Array | null = null,
): Generator<void, MixOfGroups | null> {
  if (currentDenominator === null || compareDenominator === null) return null
  const none: Sums = { current: 0, compare: 0, currentBelow: 0, compareBelow: 0 }
  const at = (leaf: number): Sums =>
    marked !== null && marked[leaf] === 1
      ? none
      : {
          current: current[leaf]!,
          compare: compare[leaf]!,
          currentBelow: currentDenominator[leaf]!,
          compareBelow: compareDenominator[leaf]!,
        }
  return yield* divideAmongGroups({ count, at }, totals)
}

function isQuotient({ currentDenominator }: Leaves): boolean {
  return currentDenominator !== null
}

interface Grouping {
  readonly codes: Uint32Array
  readonly count: number
  readonly marked: Uint8Array | null
}

/** The amounts of groups; a group of a sum has the denominator 1. */
interface GroupSums {
  readonly count: number
  at(group: number): Sums
}

function* sumGroups(
  leaves: Leaves,
  { codes, count, marked }: Grouping,
): Generator<void, GroupSums> {
  const columns: (Float64Array | null)[] = []
  const { current, compare, currentDenominator, compareDenominator } = leaves
  for (const column of [current, compare, currentDenominator, compareDenominator]) {
    if (column === null) {
      columns.push(null)
      continue
    }
    const sums = new Float64Array(count)
    yield* inSpans(leaves.count, (from, to) => {
      for (let leaf = from; leaf < to; leaf++) {
        if (marked === null || marked[leaf] === 0) sums[codes[leaf]!]! += column[leaf]!
      }
    })
    columns.push(sums)
  }
  const [above, before, below, belowBefore] = columns
  return {
    count,
    at: (group) => ({
      current: above![group]!,
      compare: before![group]!,
      currentBelow: below?.[group] ?? 1,
      compareBelow: belowBefore?.[group] ?? 1,
    }),
  }
}

interface Moving {
  readonly dimension: string
  readonly values: readonly string[]
  readonly groups: GroupSums
  readonly totals: Sums
  readonly direction: number
}

function describeMove(
  { dimension, values, groups, totals, direction }: Moving,
  isOfQuotient: boolean,
): Omit<DimensionMove, 'mix'> {
  let largest: DimensionMove['largest'] = null
  let count = 0
  const sizes = new Float64Array(groups.count)
  const isAlong = new Uint8Array(groups.count)
  for (let group = 0; group < groups.count; group++) {
    const sums = groups.at(group)
    if (isEmpty(sums, isOfQuotient)) continue
    count++
    sizes[group] = isOfQuotient
      ? Math.abs(sums.currentBelow / totals.currentBelow) +
        Math.abs(sums.compareBelow / totals.compareBelow)
      : Math.abs(sums.current) + Math.abs(sums.compare)
    isAlong[group] = Number(Math.sign(computeRateChange(sums)) === direction)
    const contribution = computePartContribution(sums, totals)
    const isLarger = contribution * direction > (largest?.contribution ?? 0) * direction
    if (isLarger && values[group] !== OTHER_VALUES) {
      largest = { value: values[group]!, contribution }
    }
  }
  return {
    dimension,
    groups: count,
    along: computeAlong(sizes, isAlong),
    largest,
  }
}

function computeAlong(sizes: Float64Array, isAlong: Uint8Array): number {
  const all = sizes.reduce((sum, size) => sum + size, 0)
  let [counted, along] = [0, 0]
  for (const [group, size] of sizes.entries()) {
    if (size < LEAST_SIZE * all) continue
    counted += size
    along += isAlong[group]! * size
  }
  return counted === 0 ? 1 : along / counted
}

function* divideAmongGroups(groups: GroupSums, totals: Sums): Generator<void, MixOfGroups | null> {
  const change = computeChange(totals)
  const direction = Math.sign(change)
  let [rateContribution, level, count, against, unmoved] = [0, 0, 0, 0, 0]
  let [now, before] = [0, 0]
  yield* inSpans(groups.count, (from, to) => {
    for (let group = from; group < to; group++) {
      const sums = groups.at(group)
      const { contribution, weight } = computeRatePart(sums, totals)
      rateContribution += contribution
      if (weight === 0) continue
      level += (weight * sums.compare) / sums.compareBelow
      count++
      now += sums.currentBelow / totals.currentBelow
      before += sums.compareBelow / totals.compareBelow
      const moved = Math.sign(computeRateChange(sums))
      if (moved === 0) unmoved++
      else if (moved === -direction) against++
    }
  })
  if (!Number.isFinite(rateContribution)) return null
  return {
    rateContribution,
    mixContribution: change - rateContribution,
    level,
    groups: count,
    against,
    unmoved,
    held: Math.min(now, before),
  }
}

/** The change of the whole; 0 where it is not defined. */
export function computeChange({ current, compare, currentBelow, compareBelow }: Sums): number {
  if (currentBelow === 0 || compareBelow === 0) return 0
  return current / currentBelow - compare / compareBelow
}

function isEmpty(
  { current, compare, currentBelow, compareBelow }: Sums,
  isOfQuotient: boolean,
): boolean {
  const isBelowEmpty = !isOfQuotient || (currentBelow === 0 && compareBelow === 0)
  return current === 0 && compare === 0 && isBelowEmpty
}

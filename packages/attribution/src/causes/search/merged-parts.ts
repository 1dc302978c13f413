import { type CellSums, STEPS } from '../leaves/cell-sums.ts'
import { cellAt, type Lattice } from '../leaves/lattice.ts'
import type { Finding, SegmentCondition } from './finding.ts'

/** Leaves of a cell vary like this around their common deviation, before their own spread is known. */
export const SPREAD: number = 0.1 * STEPS

/** A finding with the sums of its leaves. */
export interface Claimed extends Finding, LeafSums {}

/** Sums over leaves. */
export interface LeafSums {
  readonly count: number
  /** Of deviations, in steps. */
  readonly first: number
  /** Of their squares. */
  readonly second: number
  /** Log likelihood without a cause. */
  readonly likelihood: number
}

/** The input of merging: the sums of the leaves of no cause, and the nats to name a cell of each cuboid. */
export interface MergeInput {
  readonly lattice: Lattice
  readonly sums: readonly (CellSums | null)[]
  readonly costs: readonly number[]
}

/** The part of a segment's leaves that may belong to no cause when its parts become one. */
export const UNCLAIMED = 0.1

/** Where causes that overlap cut a segment into parts, names the segment once when that is shorter. */
export function mergeParts(
  initialFindings: readonly Claimed[],
  state: MergeInput,
): readonly Claimed[] {
  let findings = initialFindings
  for (;;) {
    const merged = bestMerge(findings, state)
    if (merged === null) return findings
    findings = merged
  }
}

function bestMerge(findings: readonly Claimed[], state: MergeInput): readonly Claimed[] | null {
  for (const finding of findings) {
    for (const droppedIndex of finding.conditions.keys()) {
      const parent = finding.conditions.filter((_, index) => index !== droppedIndex)
      const isPart = (candidate: Claimed) =>
        parent.every((parentCondition) =>
          candidate.conditions.some((condition) => isSame(parentCondition, condition)),
        )
      const parts = findings.filter(isPart)
      if (parts.length < 2) continue
      const split = finding.conditions[droppedIndex]!.dimension
      const merged = mergedGain(parent, parts, state) ?? complement(parent, { parts, split }, state)
      const apart = parts.reduce((sum, { gain }) => sum + gain, 0)
      if (merged === null || merged.gain <= apart) continue
      return [...findings.filter((candidate) => !isPart(candidate)), merged]
    }
  }
  return null
}

/** Whether two conditions say the same. */
export function isSame(a: SegmentCondition, b: SegmentCondition): boolean {
  return a.dimension === b.dimension && a.code === b.code && a.not === b.not
}

function mergedGain(
  parent: readonly SegmentCondition[],
  parts: readonly Claimed[],
  { lattice, sums, costs }: MergeInput,
): Claimed | null {
  const mask = parent.reduce((bits, { dimension }) => bits | (1 << dimension), 0)
  const number = lattice.cuboids.findIndex((cuboid) => cuboid.mask === mask)
  const cell = cellAt(lattice, lattice.cuboids[number]!, parent)
  const total = addedUp(parts)
  const unclaimed = sums[number]?.count[cell] ?? 0
  if (unclaimed > UNCLAIMED * (unclaimed + total.count)) return null
  return asOne(parent, total, costs[number]!)
}

/** Everything but one value: parts that have all other values of a dimension. */
function complement(
  parent: readonly SegmentCondition[],
  { parts, split }: { readonly parts: readonly Claimed[]; readonly split: number },
  { lattice, costs }: MergeInput,
): Claimed | null {
  const splitConditions = parts.map(({ conditions }) =>
    conditions.find(({ dimension }) => dimension === split),
  )
  const isWhole = parts.every(({ conditions }) => conditions.length === parent.length + 1)
  const codes = new Set(splitConditions.map((condition) => condition?.code))
  const card = lattice.cards[split]!
  if (!isWhole || card < 3 || codes.size !== card - 1) return null
  const code = Array.from({ length: card }, (_, index) => index).find(
    (candidate) => !codes.has(candidate),
  )!
  const mask = parts[0]!.conditions.reduce((bits, { dimension }) => bits | (1 << dimension), 0)
  const number = lattice.cuboids.findIndex((cuboid) => cuboid.mask === mask)
  const conditions = [...parent, { dimension: split, code, not: true }]
  return asOne(conditions, addedUp(parts), costs[number]! + Math.LN2)
}

function addedUp(parts: readonly LeafSums[]): LeafSums {
  const total = { count: 0, first: 0, second: 0, likelihood: 0 }
  for (const part of parts) {
    total.count += part.count
    total.first += part.first
    total.second += part.second
    total.likelihood += part.likelihood
  }
  return total
}

/** A segment with the gain that naming its leaves at once has. */
export function asOne(
  conditions: readonly SegmentCondition[],
  total: LeafSums,
  cost: number,
): Claimed {
  const sumOfSquares = Math.max(0, total.second - (total.first * total.first) / total.count)
  const address = cost + Math.log(total.count + 1)
  const gain = likelihood(total.count, sumOfSquares) - total.likelihood - address
  return { ...total, conditions, gain }
}

/** The log likelihood of deviations around their mean, whose squares add up to `around`. */
export function likelihood(count: number, sumOfSquares: number): number {
  const variance = (SPREAD * SPREAD + sumOfSquares) / (1 + count)
  return (-count * Math.log(2 * Math.PI * variance)) / 2 - sumOfSquares / (2 * variance)
}

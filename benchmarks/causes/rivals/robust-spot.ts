import type { CausesInput } from '@tributary/attribution'
import { segmentText } from '../instance.ts'
import type { Method } from '../score.ts'
import { type Cuboid, conditionsOf, cuboidsOf, total } from './cells.ts'
import { expectLeaves, sumByCell } from './expected.ts'

/** How many times what is unexpected counts in the amplified amounts. */
const AMPLIFIED = 100
/** The part of the amplified amounts of a segment that is in another one, at least, for the two to be merged. */
const CONFIDENCE = 0.8
/** The part of the whole change that a segment has, at least. */
const ABILITY = 0.1
/** Segments of one and two conditions are looked through, and merged to larger combinations. */
const DEPTH = 2
const NAMED = 3

/**
 * RobustSpot's steps, written anew from a summary of its paper: amplify what is unexpected, take segments of one or two
 * conditions that hold a part of the change, merge two where the one is nearly all in the other, and order them by how much
 * support they lose without the amplification. It names three.
 */
export const ROBUST_SPOT: Method = { name: 'RobustSpot', locate }

interface Condition {
  readonly dimension: string
  readonly value: string
}

interface Candidate {
  readonly conditions: readonly Condition[]
  readonly leaves: ReadonlySet<number>
  /** Its part of the amplified amounts, and of those that are expected. */
  readonly support: number
  readonly usual: number
}

interface Amounts {
  readonly amplified: Float64Array
  readonly expected: Float64Array
  readonly unexpected: Float64Array
}

function locate(input: CausesInput): readonly string[] {
  const expected = expectLeaves(input)
  const direction = total(input.current) < total(expected) ? -1 : 1
  const unexpected = expected.map((value, leaf) =>
    Math.max(0, direction * (input.current[leaf]! - value)),
  )
  const amplified = expected.map((value, leaf) => value + AMPLIFIED * unexpected[leaf]!)
  const amounts = { amplified, expected, unexpected }
  const candidates = cuboidsOf(input)
    .filter(({ indexes }) => indexes.length <= DEPTH)
    .flatMap((cuboid) => findAble(input, cuboid, amounts))
  return mergeCandidates(candidates, amounts)
    .toSorted((a, b) => b.support - b.usual - (a.support - a.usual))
    .slice(0, NAMED)
    .map(({ conditions }) => segmentText(conditions))
}

/** The segments of a combination of dimensions that hold a part of what is unexpected. */
function findAble(input: CausesInput, cuboid: Cuboid, amounts: Amounts): readonly Candidate[] {
  const { cellOf, cells } = cuboid
  const above = sumByCell(amounts.unexpected, cellOf, cells)
  const least = ABILITY * total(amounts.unexpected)
  const able = [...above.keys()].filter((cell) => above[cell]! > 0 && above[cell]! >= least)
  return able.map((cell) =>
    createCandidate(
      conditionsOf(input.dimensions, cuboid, cell),
      new Set([...cellOf.keys()].filter((leaf) => cellOf[leaf] === cell)),
      amounts,
    ),
  )
}

function createCandidate(
  conditions: readonly Condition[],
  leaves: ReadonlySet<number>,
  { amplified, expected }: Amounts,
): Candidate {
  const part = (column: Float64Array) =>
    [...leaves].reduce((sum, leaf) => sum + column[leaf]!, 0) / total(column)
  return { conditions, leaves, support: part(amplified), usual: part(expected) }
}

/** Candidates, and those with the conditions of two where nearly all of the amplified amounts of the one are in the other. */
function mergeCandidates(candidates: readonly Candidate[], amounts: Amounts): readonly Candidate[] {
  const byName = new Map(
    candidates.map((candidate) => [segmentText(candidate.conditions), candidate]),
  )
  for (const first of candidates) {
    for (const second of candidates) {
      const conditions = joinConditions(first, second)
      if (conditions === null || byName.has(segmentText(conditions))) continue
      const leaves = new Set([...first.leaves].filter((leaf) => second.leaves.has(leaf)))
      const merged = createCandidate(conditions, leaves, amounts)
      if (merged.support < CONFIDENCE * first.support) continue
      byName.set(segmentText(conditions), merged)
    }
  }
  return [...byName.values()]
}

/** The conditions of both; null where they say nothing new or contradict one another. */
function joinConditions(first: Candidate, second: Candidate): readonly Condition[] | null {
  const byDimension = new Map(first.conditions.map((condition) => [condition.dimension, condition]))
  for (const condition of second.conditions) {
    const present = byDimension.get(condition.dimension)
    if (present !== undefined && present.value !== condition.value) return null
    byDimension.set(condition.dimension, condition)
  }
  return byDimension.size > first.conditions.length ? [...byDimension.values()] : null
}

import { type Deviations, NO_LEAF, STEPS } from '../leaves/cell-sums.ts'
import type { Lattice } from '../leaves/lattice.ts'
import { toDeviationSteps } from '../noise/usual-likelihood.ts'
import type { SegmentCondition } from './finding.ts'
import {
  asOne,
  type Claimed,
  isSame,
  type LeafSums,
  likelihood,
  UNCLAIMED,
} from './merged-parts.ts'

/** The leaves that causes were found in. */
interface Searched {
  readonly lattice: Lattice
  /** The deviation of each leaf before any cause was taken away. */
  readonly deviations: Deviations
  readonly usual: Float32Array
  /** Nats to name a cell of each cuboid. */
  readonly costs: readonly number[]
}

type Conditions = readonly SegmentCondition[]
type Adding = { -readonly [key in keyof LeafSums]: LeafSums[key] }

/**
 * Where another cause overlaps a segment, the search names the rest of the segment in parts, for its leaves moved in two
 * ways. The segment is named once where that is shorter: the leaves of the overlap are taken to have moved as the two
 * causes together make expect.
 */
export function* namedOnce(
  numberedFindings: readonly Claimed[],
  searched: Searched,
): Generator<void, readonly Claimed[]> {
  let findings = numberedFindings
  let owners: Int16Array | null = null
  for (;;) {
    let merged: Merged | null = null
    for (const parent of listParentSegments(findings)) {
      const parts = findings.filter((finding) => contains(parent, finding.conditions))
      const overlappingFindings = findings.filter(({ conditions }) => overlaps(parent, conditions))
      if (parts.length < 2 || overlappingFindings.length === 0) continue
      owners ??= assignLeafOwners(numberedFindings, searched)
      merged = mergedBeside(
        parent,
        { parts, others: overlappingFindings, found: numberedFindings, owners },
        searched,
      )
      yield
      if (merged !== null) break
    }
    if (merged === null) return findings
    const { whole: mergedFinding, parts } = merged
    findings = [...findings.filter((finding) => !parts.includes(finding)), mergedFinding]
    // The parts' leaves stay theirs in `owners`; a segment that was made of parts is not a part again.
    numberedFindings = numberedFindings.map((finding) =>
      parts.includes(finding) ? mergedFinding : finding,
    )
  }
}

interface Merged {
  readonly whole: Claimed
  readonly parts: readonly Claimed[]
}

function listParentSegments(findings: readonly Claimed[]): readonly Conditions[] {
  const parents = new Map<string, Conditions>()
  for (const { conditions } of findings) {
    for (const droppedIndex of conditions.keys()) {
      const parent = conditions.filter((_, index) => index !== droppedIndex)
      if (parent.length > 0) parents.set(JSON.stringify(parent), parent)
    }
  }
  return [...parents.values()]
}

/** Whether all leaves with `inner` have `outer`. */
function contains(outer: Conditions, inner: Conditions): boolean {
  return outer.every((outerCondition) =>
    inner.some((innerCondition) => isSame(outerCondition, innerCondition)),
  )
}

/** Whether the segments may share leaves, and neither is a part of the other. */
function overlaps(first: Conditions, second: Conditions): boolean {
  if (contains(first, second) || contains(second, first)) return false
  return first.every((condition) => second.every((its) => condition.dimension !== its.dimension))
}

/** The number of the first cause that has each leaf, or -1. */
function assignLeafOwners(
  findings: readonly Claimed[],
  { lattice, deviations }: Searched,
): Int16Array {
  const owners = new Int16Array(deviations.length).fill(-1)
  for (const [number, { conditions }] of findings.entries()) {
    const isIn = membership(conditions, lattice)
    for (let leaf = 0; leaf < owners.length; leaf++) {
      if (owners[leaf] === -1 && isIn(leaf)) owners[leaf] = number
    }
  }
  return owners
}

function membership(conditions: Conditions, { leaves }: Lattice): (leaf: number) => boolean {
  const predicates = conditions.map(({ dimension, code, not }) => ({
    codes: leaves.dimensions[dimension]!.codes,
    code,
    isNot: not === true,
  }))
  return (leaf) => predicates.every(({ codes, code, isNot }) => (codes[leaf] === code) !== isNot)
}

interface Beside {
  readonly parts: readonly Claimed[]
  /** Causes that share leaves with the segment. */
  readonly others: readonly Claimed[]
  /** Causes by the number that `owners` has. */
  readonly found: readonly Claimed[]
  readonly owners: Int16Array
}

/** The segment as one, when that is shorter than its parts. */
function mergedBeside(
  parent: Conditions,
  { parts, others: overlappingFindings, found: numberedFindings, owners }: Beside,
  { lattice, deviations, usual, costs }: Searched,
): Merged | null {
  const isInParent = membership(parent, lattice)
  const isInOther = overlappingFindings.map(({ conditions }) => membership(conditions, lattice))
  const isPart = numberedFindings.map((finding) => parts.includes(finding))
  const exclusiveSums = noSums()
  const shared = overlappingFindings.map(noSums)
  const outside = overlappingFindings.map(noSums)
  let unclaimed = 0
  for (let leaf = 0; leaf < deviations.length; leaf++) {
    const steps = deviations[leaf]!
    if (steps === NO_LEAF) continue
    const overlapIndex = isInOther.findIndex((isIn) => isIn(leaf))
    const owner = owners[leaf]!
    if (!isInParent(leaf)) {
      if (overlapIndex >= 0) add(outside[overlapIndex]!, steps, usual)
    } else if (owner >= 0 && isPart[owner])
      add(overlapIndex < 0 ? exclusiveSums : shared[overlapIndex]!, steps, usual)
    else if (owner < 0 && overlapIndex < 0) unclaimed++
  }
  if (exclusiveSums.count === 0 || unclaimed > UNCLAIMED * (unclaimed + exclusiveSums.count))
    return null
  const mergedFinding = asOne(parent, exclusiveSums, costAt(parent, { lattice, costs }))
  const mean = exclusiveSums.first / exclusiveSums.count
  let gain = mergedFinding.gain
  for (const [index, overlap] of shared.entries()) {
    if (overlap.count === 0) continue
    const { first, count } = outside[index]!
    if (count === 0) return null
    gain += sharedGain(overlap, mean, first / count)
  }
  return gain > parts.reduce((sum, part) => sum + part.gain, 0)
    ? { whole: mergedFinding, parts }
    : null
}

function costAt(
  conditions: Conditions,
  { lattice, costs }: Pick<Searched, 'lattice' | 'costs'>,
): number {
  const mask = conditions.reduce((bits, { dimension }) => bits | (1 << dimension), 0)
  const isNot = conditions.some(({ not }) => not === true)
  return (
    costs[lattice.cuboids.findIndex((cuboid) => cuboid.mask === mask)]! + (isNot ? Math.LN2 : 0)
  )
}

/** The gain of leaves that moved as two causes make expect: as the one, as the other, as both, or between. */
function sharedGain({ count, first, second, likelihood: usual }: LeafSums, a: number, b: number) {
  const both = multiplyDeviations(a, b)
  const expected = [a, b, ...(Number.isFinite(both) ? [both] : [])]
  const mean = Math.min(Math.max(first / count, Math.min(...expected)), Math.max(...expected))
  const sumOfSquares = Math.max(0, second - 2 * mean * first + count * mean * mean)
  return likelihood(count, sumOfSquares) - usual
}

/** The deviation of leaves that two causes multiply. */
function multiplyDeviations(a: number, b: number): number {
  const factor = (steps: number) => (2 * STEPS + steps) / (2 * STEPS - steps)
  return toDeviationSteps(factor(a) * factor(b), 1)
}

function noSums(): Adding {
  return { count: 0, first: 0, second: 0, likelihood: 0 }
}

function add(sums: Adding, steps: number, usual: Float32Array): void {
  sums.count++
  sums.first += steps
  sums.second += steps * steps
  sums.likelihood += usual[Math.abs(steps)]!
}

/**
 * `p` without `q` is named `p`, beside `q` or `q` without `p`, where the leaves of both moved as both make expect, and not
 * as `q` alone.
 */
export function* namedWithoutEachOther(
  initialFindings: readonly Claimed[],
  searched: Searched,
): Generator<void, readonly Claimed[]> {
  const { lattice, deviations, usual } = searched
  let findings = initialFindings
  for (const finding of initialFindings) {
    for (const partner of initialFindings) {
      const pair = withoutEachOther(finding, partner)
      if (pair === null || !findings.includes(finding) || !findings.includes(partner)) continue
      yield
      const isIn = pair.map((conditions) => membership(conditions, lattice))
      const shared = noSums()
      for (let leaf = 0; leaf < deviations.length; leaf++) {
        const steps = deviations[leaf]!
        if (steps !== NO_LEAF && isIn[0]!(leaf) && isIn[1]!(leaf)) add(shared, steps, usual)
      }
      const named = [finding, partner].map((member, at) =>
        asOne(pair[at]!, member, costAt(pair[at]!, searched)),
      )
      const means = [finding, partner].map(({ first, count }) => first / count)
      const gain = shared.count === 0 ? 0 : sharedGain(shared, means[0]!, means[1]!)
      const mean = shared.count === 0 ? 0 : shared.first / shared.count
      const both = multiplyDeviations(means[0]!, means[1]!)
      if (pair[1] === partner.conditions && !(Math.abs(mean - both) < Math.abs(mean - means[1]!)))
        continue
      if (named[0]!.gain + named[1]!.gain + gain <= finding.gain + partner.gain) continue
      findings = [
        ...findings.filter((candidate) => candidate !== finding && candidate !== partner),
        ...named,
      ]
    }
  }
  return findings
}

/** Both without the conditions that leave the other out; null unless they do. */
function withoutEachOther(finding: Claimed, partner: Claimed): readonly Conditions[] | null {
  const [plain, its] = [finding, partner].map(({ conditions }) =>
    conditions.filter(({ not }) => !not),
  )
  const [out, itsOut] = [finding, partner].map(({ conditions }) =>
    conditions.filter(({ not }) => not),
  )
  if (out!.length !== 1 || itsOut!.length > 1) return null
  const isLeftOut = (negatedCondition: SegmentCondition, conditions: Conditions) =>
    conditions.some((condition) =>
      isSame(condition, { dimension: negatedCondition.dimension, code: negatedCondition.code }),
    )
  if (!isLeftOut(out![0]!, its!)) return null
  if (itsOut!.length === 0) {
    const isPlain = (condition: SegmentCondition) => contains([condition], plain!)
    const areCommon = its!.every(
      (condition) => condition.dimension === out![0]!.dimension || isPlain(condition),
    )
    return areCommon && plain!.length > 0 ? [plain!, partner.conditions] : null
  }
  if (!isLeftOut(itsOut![0]!, plain!)) return null
  const isCommon = (
    candidate: SegmentCondition,
    conditions: Conditions,
    negatedCondition: SegmentCondition,
  ) =>
    candidate.dimension === negatedCondition.dimension ||
    conditions.some((condition) => isSame(candidate, condition))
  const areAlike =
    plain!.every((condition) => isCommon(condition, its!, itsOut![0]!)) &&
    its!.every((condition) => isCommon(condition, plain!, out![0]!))
  return areAlike ? [plain!, its!] : null
}

import { type Deviations, NO_LEAF, STEPS } from './cell-sums.ts'
import type { FoundCondition } from './finding.ts'
import type { Lattice } from './lattice.ts'
import {
  asOne,
  type Claimed,
  isSame,
  type LeafSums,
  likelihood,
  UNCLAIMED,
} from './merged-parts.ts'
import { stepsOf } from './usual-likelihood.ts'

/** The leaves that causes were found in. */
interface Searched {
  readonly lattice: Lattice
  /** The deviation of each leaf before any cause was taken away. */
  readonly deviations: Deviations
  readonly usual: Float32Array
  /** Nats to name a cell of each cuboid. */
  readonly costs: readonly number[]
}

type Conditions = readonly FoundCondition[]
type Adding = { -readonly [key in keyof LeafSums]: LeafSums[key] }

/**
 * Where another cause overlaps a segment, the search names the rest of the segment in parts, for its leaves moved in two
 * ways. The segment is named once where that is shorter: the leaves of the overlap are taken to have moved as the two
 * causes together make expect.
 */
export function* namedOnce(
  found: readonly Claimed[],
  searched: Searched,
): Generator<void, readonly Claimed[]> {
  let findings = found
  let owners: Int16Array | null = null
  for (;;) {
    let merged: Merged | null = null
    for (const parent of parentsOf(findings)) {
      const parts = findings.filter((one) => contains(parent, one.conditions))
      const others = findings.filter(({ conditions }) => overlaps(parent, conditions))
      if (parts.length < 2 || others.length === 0) continue
      owners ??= ownersOf(found, searched)
      merged = mergedBeside(parent, { parts, others, found, owners }, searched)
      yield
      if (merged !== null) break
    }
    if (merged === null) return findings
    const { whole, parts } = merged
    findings = [...findings.filter((one) => !parts.includes(one)), whole]
    // The parts' leaves stay theirs in `owners`; a segment that was made of parts is not a part again.
    found = found.map((one) => (parts.includes(one) ? whole : one))
  }
}

interface Merged {
  readonly whole: Claimed
  readonly parts: readonly Claimed[]
}

function parentsOf(findings: readonly Claimed[]): readonly Conditions[] {
  const parents = new Map<string, Conditions>()
  for (const { conditions } of findings) {
    for (const left of conditions.keys()) {
      const parent = conditions.filter((_, index) => index !== left)
      if (parent.length > 0) parents.set(JSON.stringify(parent), parent)
    }
  }
  return [...parents.values()]
}

/** Whether all leaves with `inner` have `outer`. */
function contains(outer: Conditions, inner: Conditions): boolean {
  return outer.every((one) => inner.some((other) => isSame(one, other)))
}

/** Whether the segments may share leaves, and neither is a part of the other. */
function overlaps(one: Conditions, other: Conditions): boolean {
  if (contains(one, other) || contains(other, one)) return false
  return one.every((own) => other.every((its) => own.dimension !== its.dimension))
}

/** The number of the first cause that has each leaf, or -1. */
function ownersOf(found: readonly Claimed[], { lattice, deviations }: Searched): Int16Array {
  const owners = new Int16Array(deviations.length).fill(-1)
  for (const [number, { conditions }] of found.entries()) {
    const isIn = membership(conditions, lattice)
    for (let leaf = 0; leaf < owners.length; leaf++) {
      if (owners[leaf] === -1 && isIn(leaf)) owners[leaf] = number
    }
  }
  return owners
}

function membership(conditions: Conditions, { leaves }: Lattice): (leaf: number) => boolean {
  const own = conditions.map(({ dimension, code, not }) => ({
    codes: leaves.dimensions[dimension]!.codes,
    code,
    isNot: not === true,
  }))
  return (leaf) => own.every(({ codes, code, isNot }) => (codes[leaf] === code) !== isNot)
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
  { parts, others, found, owners }: Beside,
  { lattice, deviations, usual, costs }: Searched,
): Merged | null {
  const isInParent = membership(parent, lattice)
  const isInOther = others.map(({ conditions }) => membership(conditions, lattice))
  const isPart = found.map((one) => parts.includes(one))
  const own = noSums()
  const shared = others.map(noSums)
  const outside = others.map(noSums)
  let unclaimed = 0
  for (let leaf = 0; leaf < deviations.length; leaf++) {
    const steps = deviations[leaf]!
    if (steps === NO_LEAF) continue
    const other = isInOther.findIndex((isIn) => isIn(leaf))
    const owner = owners[leaf]!
    if (!isInParent(leaf)) {
      if (other >= 0) add(outside[other]!, steps, usual)
    } else if (owner >= 0 && isPart[owner]) add(other < 0 ? own : shared[other]!, steps, usual)
    else if (owner < 0 && other < 0) unclaimed++
  }
  if (own.count === 0 || unclaimed > UNCLAIMED * (unclaimed + own.count)) return null
  const whole = asOne(parent, own, costAt(parent, { lattice, costs }))
  const mean = own.first / own.count
  let gain = whole.gain
  for (const [index, overlap] of shared.entries()) {
    if (overlap.count === 0) continue
    const { first, count } = outside[index]!
    if (count === 0) return null
    gain += sharedGain(overlap, mean, first / count)
  }
  return gain > parts.reduce((sum, part) => sum + part.gain, 0) ? { whole, parts } : null
}

function costAt(
  conditions: Conditions,
  { lattice, costs }: Pick<Searched, 'lattice' | 'costs'>,
): number {
  const mask = conditions.reduce((bits, { dimension }) => bits | (1 << dimension), 0)
  const isNot = conditions.some(({ not }) => not === true)
  return costs[lattice.cuboids.findIndex((one) => one.mask === mask)]! + (isNot ? Math.LN2 : 0)
}

/** The gain of leaves that moved as two causes make expect: as the one, as the other, as both, or between. */
function sharedGain({ count, first, second, likelihood: usual }: LeafSums, a: number, b: number) {
  const both = bothOf(a, b)
  const expected = [a, b, ...(Number.isFinite(both) ? [both] : [])]
  const mean = Math.min(Math.max(first / count, Math.min(...expected)), Math.max(...expected))
  const around = Math.max(0, second - 2 * mean * first + count * mean * mean)
  return likelihood(count, around) - usual
}

/** The deviation of leaves that two causes multiply. */
function bothOf(a: number, b: number): number {
  const factor = (steps: number) => (2 * STEPS + steps) / (2 * STEPS - steps)
  return stepsOf(factor(a) * factor(b), 1)
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
  found: readonly Claimed[],
  searched: Searched,
): Generator<void, readonly Claimed[]> {
  const { lattice, deviations, usual } = searched
  let findings = found
  for (const one of found) {
    for (const other of found) {
      const pair = withoutEachOther(one, other)
      if (pair === null || !findings.includes(one) || !findings.includes(other)) continue
      yield
      const isIn = pair.map((conditions) => membership(conditions, lattice))
      const shared = noSums()
      for (let leaf = 0; leaf < deviations.length; leaf++) {
        const steps = deviations[leaf]!
        if (steps !== NO_LEAF && isIn[0]!(leaf) && isIn[1]!(leaf)) add(shared, steps, usual)
      }
      const named = [one, other].map((own, at) =>
        asOne(pair[at]!, own, costAt(pair[at]!, searched)),
      )
      const means = [one, other].map(({ first, count }) => first / count)
      const gain = shared.count === 0 ? 0 : sharedGain(shared, means[0]!, means[1]!)
      const mean = shared.count === 0 ? 0 : shared.first / shared.count
      const both = bothOf(means[0]!, means[1]!)
      if (pair[1] === other.conditions && !(Math.abs(mean - both) < Math.abs(mean - means[1]!)))
        continue
      if (named[0]!.gain + named[1]!.gain + gain <= one.gain + other.gain) continue
      findings = [...findings.filter((own) => own !== one && own !== other), ...named]
    }
  }
  return findings
}

/** Both without the conditions that leave the other out; null unless they do. */
function withoutEachOther(one: Claimed, other: Claimed): readonly Conditions[] | null {
  const [plain, its] = [one, other].map(({ conditions }) => conditions.filter(({ not }) => !not))
  const [out, itsOut] = [one, other].map(({ conditions }) => conditions.filter(({ not }) => not))
  if (out!.length !== 1 || itsOut!.length > 1) return null
  const isLeftOut = (left: FoundCondition, conditions: Conditions) =>
    conditions.some((own) => isSame(own, { dimension: left.dimension, code: left.code }))
  if (!isLeftOut(out![0]!, its!)) return null
  if (itsOut!.length === 0) {
    const isPlain = (own: FoundCondition) => contains([own], plain!)
    const areCommon = its!.every((own) => own.dimension === out![0]!.dimension || isPlain(own))
    return areCommon && plain!.length > 0 ? [plain!, other.conditions] : null
  }
  if (!isLeftOut(itsOut![0]!, plain!)) return null
  const isCommon = (own: FoundCondition, conditions: Conditions, left: FoundCondition) =>
    own.dimension === left.dimension || conditions.some((condition) => isSame(own, condition))
  const areAlike =
    plain!.every((own) => isCommon(own, its!, itsOut![0]!)) &&
    its!.every((own) => isCommon(own, plain!, out![0]!))
  return areAlike ? [plain!, its!] : null
}

import type { CausesInput } from '@tributary/attribution'
import { segmentText } from '../instance.ts'
import type { Method } from '../score.ts'
import { type Cuboid, conditionsOf, cuboidsOf, powersOf, valuesOf } from './cells.ts'

/** Extreme deviations that are left out of the cutoff, on both sides. */
const REMOVED = 5
const RISK = 0.5
/** A leaf alone that counts 1 has just that risk, which rounding must not take away. */
const ROUNDING = 1e-9
/** The part of the change beyond the cutoff that may stay unexplained. */
const LEFT = 0.02
/** What a leaf counts at most. */
const MOST = 1

/**
 * RiskLoc, from the description of its paper (M. Kalander, arXiv 2205.10004). The paper also leaves out values whose
 * segments cannot have enough of the change: that saves time and names the same.
 */
export const RISK_LOC: Method = { name: 'RiskLoc', locate }

interface Leaves {
  readonly actual: Float64Array
  readonly forecast: Float64Array
  readonly deviation: Float64Array
  /** The part of each leaf in the change, of which the leaves beyond the cutoff have more than 0 together. */
  readonly power: Float64Array
  readonly isBeyond: Uint8Array
  readonly weight: Float64Array
}

interface State extends Leaves {
  /** 0 for leaves that a cause explains. */
  readonly isLeft: Uint8Array
  /** The power above which an element is looked at. */
  readonly least: number
}

interface Best {
  readonly cuboid: Cuboid
  readonly cell: number
  readonly power: number
}

function locate(input: CausesInput): readonly string[] {
  const leaves = leavesOf(input)
  const isLeft = new Uint8Array(input.current.length).fill(1)
  const least = LEFT * powerBeyond(leaves, isLeft)
  const cuboids = cuboidsOf(input)
  const named: string[] = []
  while (powerBeyond(leaves, isLeft) >= least) {
    const best = search(cuboids, { ...leaves, isLeft, least })
    if (best === null) break
    named.push(segmentText(conditionsOf(input.dimensions, best.cuboid, best.cell)))
    for (let leaf = 0; leaf < isLeft.length; leaf++) {
      if (best.cuboid.cellOf[leaf] === best.cell) isLeft[leaf] = 0
    }
  }
  return named
}

function leavesOf(input: CausesInput): Leaves {
  const { actual, forecast } = valuesOf(input)
  const deviation = actual.map((one, leaf) => deviationOf(one, forecast[leaf]!))
  const cutoff = cutoffOf(deviation)
  const isBeyond = Uint8Array.from(deviation, (own) =>
    Number(cutoff > 0 ? own > cutoff : own < cutoff),
  )
  const weight = deviation.map((own, leaf) => {
    const isEmpty = actual[leaf] === 0 && forecast[leaf] === 0
    const distance = isEmpty ? 0 : Math.abs(cutoff - own)
    return Math.min(isBeyond[leaf] === 1 ? Math.abs(own) : distance, MOST)
  })
  const columns = { actual, forecast, deviation, isBeyond, weight }
  const power = powersOf(input)
  const all = new Uint8Array(power.length).fill(1)
  const isAgainst = powerBeyond({ isBeyond, power }, all) < 0
  return { ...columns, power: isAgainst ? power.map((one) => -one) : power }
}

function deviationOf(actual: number, forecast: number): number {
  const both = actual + forecast
  return both === 0 ? 0 : (2 * (forecast - actual)) / both
}

/** As far from 0 as the deviations on the side that has the smaller ones go, but on the other side. */
function cutoffOf(deviation: Float64Array): number {
  const sorted = deviation.toSorted().filter((one, at, all) => one !== all[at - 1])
  const low = sorted[Math.min(REMOVED, sorted.length - 1)] ?? 0
  const high = sorted[Math.max(0, sorted.length - 1 - REMOVED)] ?? 0
  return Math.abs(low) <= Math.abs(high) ? -low : -high
}

function powerBeyond(
  { isBeyond, power }: Pick<Leaves, 'isBeyond' | 'power'>,
  isLeft: Uint8Array,
): number {
  return power.reduce((sum, one, leaf) => sum + one * isBeyond[leaf]! * isLeft[leaf]!, 0)
}

/** The element of most power of the first layer that has one. */
function search(cuboids: readonly Cuboid[], state: State): Best | null {
  let best = null as Best | null
  let layer = 1
  for (const cuboid of cuboids) {
    if (cuboid.indexes.length > layer) {
      if (best !== null) return best
      layer = cuboid.indexes.length
    }
    best = bestOf(cuboid, state, best?.power ?? state.least) ?? best
  }
  return best
}

/** The element of most explanatory power, above the least, whose risk is high enough. */
function bestOf(cuboid: Cuboid, state: State, least: number): Best | null {
  const { cells, cellOf } = cuboid
  const columns = Array.from({ length: 4 }, () => new Float64Array(cells))
  const [power, count, beyond, within] = columns as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let leaf = 0; leaf < cellOf.length; leaf++) {
    if (state.isLeft[leaf] === 0) continue
    const cell = cellOf[leaf]!
    power[cell]! += state.power[leaf]!
    count[cell]! += state.isBeyond[leaf]!
    const target = state.isBeyond[leaf] === 1 ? beyond : within
    target[cell]! += state.weight[leaf]!
  }
  const candidates = [...power.keys()].filter((cell) => count[cell]! > 0 && power[cell]! > least)
  candidates.sort((a, b) => power[b]! - power[a]!)
  for (const cell of candidates) {
    const high = beyond[cell]! / (beyond[cell]! + within[cell]! + 1)
    // The second part of the risk is never below 0.
    if (high < RISK - ROUNDING) continue
    if (high - lowRisk(cuboid, cell, state) >= RISK - ROUNDING)
      return { cuboid, cell, power: power[cell]! }
  }
  return null
}

/** How much of the deviation stays when the change of the element is spread over its leaves. */
function lowRisk({ cellOf }: Cuboid, cell: number, state: State): number {
  const { actual, forecast, deviation, isLeft } = state
  const leaves: number[] = []
  let [now, before] = [0, 0]
  for (let leaf = 0; leaf < cellOf.length; leaf++) {
    if (cellOf[leaf] !== cell || isLeft[leaf] === 0) continue
    // New and gone leaves have the same deviation, however much they change.
    if (actual[leaf] === 0 || forecast[leaf] === 0) continue
    leaves.push(leaf)
    now += actual[leaf]!
    before += forecast[leaf]!
  }
  let [spread, own] = [0, 0]
  for (const leaf of leaves) {
    spread += Math.abs(deviationOf(actual[leaf]!, (forecast[leaf]! * now) / before))
    own += Math.abs(deviation[leaf]!)
  }
  return own === 0 ? 0 : spread / own
}

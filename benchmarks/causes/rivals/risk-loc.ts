import type { CausesInput } from '@tributary/attribution'
import { segmentText } from '../instance.ts'
import type { Method } from '../score.ts'
import { type Cuboid, conditionsOf, cuboidsOf, plainLeaves } from './cells.ts'

/** Extreme deviations that are left out of the cutoff, on both sides. */
const REMOVED = 5
const RISK = 0.5
/** The part of the change that is left unexplained. */
const LEFT = 0.02
const MOST = 20

/** RiskLoc, from the description of its paper (M. Kalander, arXiv 2205.10004). */
export const RISK_LOC: Method = { name: 'RiskLoc', locate }

interface State {
  readonly actual: Float64Array
  readonly forecast: Float64Array
  readonly deviation: Float64Array
  /** The part of each leaf in the whole change. */
  readonly power: Float64Array
  /** 0 for leaves that a cause explains. */
  readonly isLeft: Uint8Array
}

interface Best {
  readonly cuboid: Cuboid
  readonly cell: number
  readonly power: number
}

function locate(input: CausesInput): readonly string[] {
  const { actual, forecast } = plainLeaves(input)
  const change = sum(actual) - sum(forecast)
  const deviation = actual.map((one, leaf) => {
    const both = one + forecast[leaf]!
    return both === 0 ? 0 : (2 * (forecast[leaf]! - one)) / both
  })
  const power = actual.map((one, leaf) => (one - forecast[leaf]!) / change)
  const isLeft = new Uint8Array(actual.length).fill(1)
  const state: State = { actual, forecast, deviation, power, isLeft }
  const cuboids = cuboidsOf(input)
  const named: string[] = []
  const wanted = LEFT * powerOf(partition(state), state)
  while (named.length < MOST) {
    const side = partition(state)
    if (powerOf(side, state) < wanted) break
    const best = search(cuboids, { side, state, least: wanted })
    if (best === null) break
    named.push(segmentText(conditionsOf(input.dimensions, best.cuboid, best.cell)))
    for (let leaf = 0; leaf < isLeft.length; leaf++) {
      if (best.cuboid.cellOf[leaf] === best.cell) isLeft[leaf] = 0
    }
  }
  return named
}

function sum(column: Float64Array): number {
  return column.reduce((total, one) => total + one, 0)
}

interface Side {
  readonly isBeyond: Uint8Array
  readonly weight: Float64Array
}

/** Leaves beyond the cutoff, which the side with the smaller extremes gives, and how much each leaf counts. */
function partition({ deviation, actual, forecast, isLeft }: State): Side {
  const sorted = deviation.filter((_, leaf) => isLeft[leaf] === 1).sort()
  const low = sorted[Math.min(REMOVED, sorted.length - 1)] ?? 0
  const high = sorted[Math.max(0, sorted.length - 1 - REMOVED)] ?? 0
  const width = Math.min(Math.abs(low), Math.abs(high))
  // The far end of the deviations is on the side of the causes.
  const isBelow = Math.abs(sorted[0] ?? 0) > Math.abs(sorted.at(-1) ?? 0)
  const cutoff = isBelow ? -width : width
  const isBeyond = new Uint8Array(deviation.length)
  const weight = new Float64Array(deviation.length)
  for (let leaf = 0; leaf < deviation.length; leaf++) {
    const own = deviation[leaf]!
    isBeyond[leaf] = Number(cutoff < 0 ? own < cutoff : own > cutoff)
    const isEmpty = actual[leaf] === 0 && forecast[leaf] === 0
    const distance = isBeyond[leaf] === 1 ? Math.abs(own) : Math.abs(cutoff - own)
    weight[leaf] = isEmpty ? 0 : distance
  }
  return { isBeyond, weight }
}

function powerOf({ isBeyond }: Side, { power, isLeft }: State): number {
  let total = 0
  for (let leaf = 0; leaf < power.length; leaf++) {
    if (isBeyond[leaf] === 1 && isLeft[leaf] === 1) total += power[leaf]!
  }
  return total
}

function search(cuboids: readonly Cuboid[], { side, state, least }: Limits): Best | null {
  let best = null as Best | null
  let layer = 1
  for (const cuboid of cuboids) {
    if (cuboid.indexes.length > layer) {
      if (best !== null) return best
      layer = cuboid.indexes.length
    }
    best = bestOf(cuboid, { side, state, least: best?.power ?? least }) ?? best
  }
  return best
}

interface Limits {
  readonly side: Side
  readonly state: State
  readonly least: number
}

/** The element of most explanatory power whose risk is high enough. */
function bestOf(cuboid: Cuboid, { side, state, least }: Limits): Best | null {
  const { cells, cellOf } = cuboid
  const columns = Array.from({ length: 3 }, () => new Float64Array(cells))
  const [power, beyond, within] = columns as [Float64Array, Float64Array, Float64Array]
  for (let leaf = 0; leaf < cellOf.length; leaf++) {
    if (state.isLeft[leaf] === 0) continue
    const cell = cellOf[leaf]!
    power[cell]! += state.power[leaf]!
    const target = side.isBeyond[leaf] === 1 ? beyond : within
    target[cell]! += side.weight[leaf]!
  }
  const candidates = [...power.keys()].filter((cell) => power[cell]! > least)
  candidates.sort((a, b) => power[b]! - power[a]!)
  for (const cell of candidates) {
    const high = beyond[cell]! / (beyond[cell]! + within[cell]! + 1)
    // The second part of the risk is never below 0.
    if (high < RISK) continue
    if (high - lowRisk(cuboid, cell, state) >= RISK) return { cuboid, cell, power: power[cell]! }
  }
  return null
}

/** How much of the deviation stays when the change of the element is spread over its leaves. */
function lowRisk({ cellOf }: Cuboid, cell: number, state: State): number {
  const { actual, forecast, isLeft } = state
  const leaves: number[] = []
  let [now, before] = [0, 0]
  for (let leaf = 0; leaf < cellOf.length; leaf++) {
    if (cellOf[leaf] !== cell || isLeft[leaf] === 0) continue
    leaves.push(leaf)
    now += actual[leaf]!
    before += forecast[leaf]!
  }
  if (before === 0) return 0
  let [spread, own] = [0, 0]
  for (const leaf of leaves) {
    const adjusted = (forecast[leaf]! * now) / before
    const both = actual[leaf]! + adjusted
    if (both > 0) spread += Math.abs((2 * (adjusted - actual[leaf]!)) / both)
    own += Math.abs(state.deviation[leaf]!)
  }
  return own === 0 ? 0 : spread / own
}

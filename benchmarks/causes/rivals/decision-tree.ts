import type { CausesInput } from '@tributary/attribution'
import { segmentText } from '../instance.ts'
import type { Method } from '../score.ts'
import { plainLeaves } from './cells.ts'

const DEPTH = 4
/** The part of the whole variance that a split takes away, at least. */
const WORTH = 0.01

/** A regression tree of the relative deviations by equality of one value; its leaves that deviate most are named. */
export function decisionTree(faults: number): Method {
  return {
    name: 'decision tree, told the number of faults',
    locate: (input) =>
      leavesOf(input)
        .filter(({ conditions }) => conditions.length > 0)
        .toSorted((a, b) => b.amount - a.amount)
        .slice(0, faults)
        .map(({ conditions }) => segmentText(conditions)),
  }
}

interface Condition {
  readonly dimension: string
  readonly value: string
}

interface Named {
  readonly conditions: readonly Condition[]
  readonly amount: number
}

interface Node {
  readonly rows: Uint32Array
  /** Of the splits that the rows are on the side of the value of; the others say little. */
  readonly conditions: readonly Condition[]
  readonly depth: number
}

function leavesOf(input: CausesInput): readonly Named[] {
  const { actual, forecast } = plainLeaves(input)
  const weights = actual.map((one, row) => one + forecast[row]!)
  const targets = actual.map((one, row) =>
    weights[row]! > 0 ? (one - forecast[row]!) / weights[row]! : 0,
  )
  const data: Data = { input, weights, targets }
  const all = Uint32Array.from({ length: actual.length }, (_, row) => row)
  const least = WORTH * momentsOf(data, all).around
  const named: Named[] = []
  const open: Node[] = [{ rows: all, conditions: [], depth: 0 }]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const split = node.depth < DEPTH ? bestSplit(data, node.rows, least) : null
    if (split === null) {
      const amount = node.rows.reduce((sum, row) => sum + weights[row]! * targets[row]!, 0)
      named.push({ conditions: node.conditions, amount: Math.abs(amount) })
      continue
    }
    const { dimension, code } = split
    const { name, values, codes } = input.dimensions[dimension]!
    const depth = node.depth + 1
    const condition = { dimension: name, value: values[code]! }
    open.push(
      { ...node, depth, rows: node.rows.filter((row) => codes[row] !== code) },
      {
        rows: node.rows.filter((row) => codes[row] === code),
        conditions: [...node.conditions, condition],
        depth,
      },
    )
  }
  return named
}

interface Data {
  readonly input: CausesInput
  readonly weights: Float64Array
  readonly targets: Float64Array
}

interface Moments {
  readonly weight: number
  readonly first: number
  readonly around: number
}

function momentsOf({ weights, targets }: Data, rows: Uint32Array): Moments {
  let [weight, first, second] = [0, 0, 0]
  for (const row of rows) {
    const part = weights[row]! * targets[row]!
    weight += weights[row]!
    first += part
    second += part * targets[row]!
  }
  return { weight, first, around: weight > 0 ? second - (first * first) / weight : 0 }
}

/** The equality that takes away most of the variance, of those that take away enough. */
function bestSplit(data: Data, rows: Uint32Array, least: number) {
  const { input, weights, targets } = data
  const { weight, first } = momentsOf(data, rows)
  let best: { readonly dimension: number; readonly code: number } | null = null
  let most = least
  for (const [dimension, { values, codes }] of input.dimensions.entries()) {
    const [sums, parts] = [new Float64Array(values.length), new Float64Array(values.length)]
    for (const row of rows) {
      sums[codes[row]!]! += weights[row]!
      parts[codes[row]!]! += weights[row]! * targets[row]!
    }
    for (let code = 0; code < sums.length; code++) {
      const [inside, rest] = [sums[code]!, weight - sums[code]!]
      if (!(inside > 0) || !(rest > 0)) continue
      const gain =
        parts[code]! ** 2 / inside + (first - parts[code]!) ** 2 / rest - first ** 2 / weight
      if (gain > most) {
        most = gain
        best = { dimension, code }
      }
    }
  }
  return best
}

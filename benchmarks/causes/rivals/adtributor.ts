import type { CausesInput } from '@tributary/attribution'
import { segmentText } from '../instance.ts'
import type { Method } from '../score.ts'
import { powersOf, total } from './cells.ts'

/** The part of the change that an element has, at least. */
const ELEMENT = 0.1
/** The part that the elements of a dimension have together. */
const TOGETHER = 0.1
const DIMENSIONS = 3

/** Adtributor, from the description of its paper (Bhagwan and others, NSDI 2014). It names values of one dimension. */
export const ADTRIBUTOR: Method = { name: 'Adtributor', locate }

interface Candidate {
  readonly names: readonly string[]
  readonly surprise: number
}

function locate(input: CausesInput): readonly string[] {
  const candidates = input.dimensions.flatMap((_, index): Candidate[] => {
    const found = candidateOf(input, index)
    return found === null ? [] : [found]
  })
  candidates.sort((a, b) => b.surprise - a.surprise)
  return candidates.slice(0, DIMENSIONS).flatMap(({ names }) => names)
}

function candidateOf(input: CausesInput, index: number): Candidate | null {
  const { name, values } = input.dimensions[index]!
  const { powers, surprises } = measures(input, index)
  const order = [...values.keys()].sort((a, b) => surprises[b]! - surprises[a]!)
  const names: string[] = []
  let [explained, surprise] = [0, 0]
  for (const code of order) {
    if (!(powers[code]! > ELEMENT)) continue
    names.push(segmentText([{ dimension: name, value: values[code]! }]))
    explained += powers[code]!
    surprise += surprises[code]!
    if (explained > TOGETHER) return { names, surprise }
  }
  return null
}

function measures(input: CausesInput, index: number) {
  const { values, codes } = input.dimensions[index]!
  const sums = (column: Float64Array) => {
    const result = new Float64Array(values.length)
    for (let leaf = 0; leaf < codes.length; leaf++) result[codes[leaf]!]! += column[leaf]!
    return result
  }
  const [current, compare] = [sums(input.current), sums(input.compare)]
  const above = surprisesOf(current, compare)
  if (input.currentDenominator === undefined || input.compareDenominator === undefined) {
    return { powers: powersOf({ current, compare }), surprises: above }
  }
  const currentDenominator = sums(input.currentDenominator)
  const compareDenominator = sums(input.compareDenominator)
  const below = surprisesOf(currentDenominator, compareDenominator)
  return {
    powers: powersOf({ current, compare, currentDenominator, compareDenominator }),
    surprises: above.map((one, code) => one + below[code]!),
  }
}

/** Half of the Jensen–Shannon divergence of each element. */
function surprisesOf(now: Float64Array, before: Float64Array): Float64Array {
  const [current, compare] = [total(now), total(before)]
  return now.map((one, code) => {
    const [q, p] = [one / current, before[code]! / compare]
    const part = (a: number) => (a > 0 ? a * Math.log((2 * a) / (p + q)) : 0)
    return (part(p) + part(q)) / 2
  })
}

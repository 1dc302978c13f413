import { type Instance, segmentText } from './instance.ts'
import { randomFrom } from './random.ts'

/**
 * The instance without a share of its leaves, as a GROUP BY gives it: combinations that do not occur have no row. A fault in
 * one leaf stays.
 */
export function withoutLeaves(instance: Instance, share: number, seed: number): Instance {
  const { input, truth } = instance
  const { dimensions } = input
  const random = randomFrom(seed * 31 + 7)
  const toText = (leaf: number) =>
    segmentText(
      dimensions.map(({ name, values, codes }) => ({
        dimension: name,
        value: values[codes[leaf]!]!,
      })),
    )
  const single = new Set(truth.filter((text) => text.split('&').length === dimensions.length))
  const order = [...input.current.keys()].filter((leaf) => {
    return random.next() >= share || (single.size > 0 && single.has(toText(leaf)))
  })
  const take = (column: Float64Array) => Float64Array.from(order, (leaf) => column[leaf]!)
  return {
    truth,
    input: {
      dimensions: dimensions.map((dimension) => ({
        ...dimension,
        codes: Uint32Array.from(order, (leaf) => dimension.codes[leaf]!),
      })),
      current: take(input.current),
      compare: take(input.compare),
    },
  }
}

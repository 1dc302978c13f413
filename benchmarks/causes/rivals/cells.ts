import type { CauseDimension, CausesInput } from '@tributary/attribution'

/** The cells of a combination of dimensions, numbered by their codes. */
export interface Cuboid {
  readonly indexes: readonly number[]
  readonly cells: number
  /** The cell of each leaf. */
  readonly cellOf: Uint32Array
}

/** All combinations of one dimension or more, those of fewer dimensions first. */
export function cuboidsOf({ dimensions, current }: CausesInput): readonly Cuboid[] {
  const masks = Array.from({ length: (1 << dimensions.length) - 1 }, (_, i) => i + 1)
  const cuboids = masks.map((mask): Cuboid => {
    const indexes = dimensions.flatMap((_, index) => ((mask >> index) & 1 ? [index] : []))
    const cellOf = new Uint32Array(current.length)
    let cells = 1
    for (const index of indexes) {
      const { codes, values } = dimensions[index]!
      for (let leaf = 0; leaf < codes.length; leaf++) {
        cellOf[leaf] = cellOf[leaf]! * values.length + codes[leaf]!
      }
      cells *= values.length
    }
    return { indexes, cells, cellOf }
  })
  return cuboids.sort((a, b) => a.indexes.length - b.indexes.length)
}

/** The conditions of a cell. */
export function conditionsOf(
  dimensions: readonly CauseDimension[],
  { indexes }: Cuboid,
  cell: number,
): { readonly dimension: string; readonly value: string }[] {
  let rest = cell
  return indexes
    .toReversed()
    .map((index) => {
      const { name, values } = dimensions[index]!
      const value = values[rest % values.length]!
      rest = Math.floor(rest / values.length)
      return { dimension: name, value }
    })
    .reverse()
}

/** Of a quotient: the rates that leaves without a denominator do not have are those of the whole. */
export function plainLeaves({
  current,
  compare,
  currentDenominator,
  compareDenominator,
}: CausesInput): { readonly actual: Float64Array; readonly forecast: Float64Array } {
  if (currentDenominator === undefined || compareDenominator === undefined) {
    return { actual: current, forecast: compare }
  }
  const sum = (column: Float64Array) => column.reduce((total, one) => total + one, 0)
  const whole = sum(compare) / sum(compareDenominator)
  const forecast = currentDenominator.map((below, leaf) =>
    compareDenominator[leaf]! > 0
      ? (below * compare[leaf]!) / compareDenominator[leaf]!
      : below * whole,
  )
  return { actual: current, forecast }
}

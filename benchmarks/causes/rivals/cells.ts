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

/** The values of the leaves; of a quotient the rates, 0 without a denominator. */
export function valuesOf({
  current,
  compare,
  currentDenominator,
  compareDenominator,
}: CausesInput): { readonly actual: Float64Array; readonly forecast: Float64Array } {
  const rates = (above: Float64Array, below: Float64Array | undefined) =>
    below === undefined
      ? above
      : above.map((one, leaf) => (below[leaf]! > 0 ? one / below[leaf]! : 0))
  return {
    actual: rates(current, currentDenominator),
    forecast: rates(compare, compareDenominator),
  }
}

/** The part of the whole change that each leaf, or each cell whose sums these are, has (Adtributor's). */
export function powersOf({
  current,
  compare,
  currentDenominator,
  compareDenominator,
}: Omit<CausesInput, 'dimensions'>): Float64Array {
  if (currentDenominator === undefined || compareDenominator === undefined) {
    const change = total(current) - total(compare)
    return current.map((one, at) => (one - compare[at]!) / change)
  }
  const [above, below] = [total(compare), total(compareDenominator)]
  const raw = current.map((one, at) => {
    const change = currentDenominator[at]! - compareDenominator[at]!
    return ((one - compare[at]!) * below - change * above) / (below * (below + change))
  })
  const sum = total(raw)
  return raw.map((one) => one / sum)
}

/** The sum of a column. */
export function total(column: Float64Array): number {
  return column.reduce((sum, one) => sum + one, 0)
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
  const whole = total(compare) / total(compareDenominator)
  const forecast = currentDenominator.map((below, leaf) =>
    compareDenominator[leaf]! > 0
      ? (below * compare[leaf]!) / compareDenominator[leaf]!
      : below * whole,
  )
  return { actual: current, forecast }
}

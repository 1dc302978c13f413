/** The change of a metric by one dimension. */
export interface DimensionChanges {
  readonly dimension: string
  /** The contribution of each row to the change; null where it is not defined. */
  readonly contributions: readonly (number | null)[]
  /**
   * The part that each row has in the metric before the change; only their proportions count. Null for a row without one.
   * @defaultValue the same for every row
   */
  readonly weights?: readonly (number | null)[]
}

/** How much of a change a dimension explains. */
export interface RankedDimension {
  readonly dimension: string
  /** The indexes of the rows that explain most, the first first; at most three. */
  readonly rows: readonly number[]
  /** The sum of their shares of the change. */
  readonly share: number
  /** The share that they would have if every row had changed in proportion to its weight. */
  readonly expected: number
}

/**
 * The changes of a dimension as its table states them: contributions, and as weights the parts of the whole before the
 * change. `column` gives the numbers of a column of the table, null for one that it does not have; `whole` is the value of
 * the whole before the change.
 *
 * @example
 * ```ts
 * import { changesOfTable } from '@tributary/attribution'
 * const table = new Map([['@contribution', [-9, -1]], ['@compareValue', [20, 80]], ['@growth', [-9, -1]]])
 * changesOfTable('city', (name) => table.get(name) ?? null, 100).weights // => [20, 80]
 * ```
 */
export function changesOfTable(
  dimension: string,
  column: (name: string) => readonly (number | null)[] | null,
  total: number,
): DimensionChanges {
  const contributions = column('@contribution') ?? []
  const rates = column('@rateContribution')
  const weights =
    rates === null ? findAdditiveWeights(column, total) : computeRateWeights(rates, column)
  return { dimension, contributions, ...(weights !== null && { weights }) }
}

type Column = Parameters<typeof changesOfTable>[1]

/** Of a quotient: the weight of a row is what its rate contribution has more than the change of its rate. */
function computeRateWeights(
  rates: readonly (number | null)[],
  column: Column,
): readonly (number | null)[] {
  const growths = column('@growth') ?? []
  return rates.map((rate, row) => {
    const growth = growths[row] ?? 0
    return rate === null || growth === 0 ? null : rate / growth
  })
}

/** Of a sum: the values before the change, which add up to the whole; null when they do not. */
function findAdditiveWeights(column: Column, total: number): readonly (number | null)[] | null {
  const values = column('@compareValue') ?? []
  const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0)
  return Math.abs(sum - total) <= Math.abs(total) * 1e-6 ? values : null
}

/** The most rows that stand for a dimension: what can be named in a sentence. */
const MOST_ROWS = 3

/**
 * Ranks dimensions by how much of a change up to three of their rows explain beyond what is expected of them: the sum of
 * their shares of `change` less the sum of their shares of the weights. A dimension along which every row changed in
 * proportion explains nothing and is last, as is one without contributions. Equal ones keep their order. `change` is the
 * change of the whole and not 0.
 *
 * @example
 * ```ts
 * import { rankDimensions } from '@tributary/attribution'
 * const byShop = { dimension: 'shop', contributions: [-5, -5], weights: [50, 50] }
 * const byCity = { dimension: 'city', contributions: [-9, -1, 0], weights: [20, 40, 40] }
 * rankDimensions([byShop, byCity], -10).map(({ dimension, share }) => [dimension, share]) // => [["city", 0.9], ["shop", 0]]
 * ```
 */
export function rankDimensions(
  dimensions: readonly DimensionChanges[],
  change: number,
): readonly RankedDimension[] {
  return dimensions
    .map((dimension) => rankedDimension(dimension, change))
    .toSorted((a, b) => b.share - b.expected - (a.share - a.expected))
}

function rankedDimension(
  { dimension, contributions, weights }: DimensionChanges,
  change: number,
): RankedDimension {
  const getRowWeight = (row: number): number =>
    Math.abs(weights === undefined ? 1 : (weights[row] ?? 0))
  const totalWeight = contributions.reduce<number>((sum, _, row) => sum + getRowWeight(row), 0)
  const rows = contributions
    .map((contribution, row) => {
      const share = contribution === null ? 0 : contribution / change
      return { row, share, expected: totalWeight === 0 ? 0 : getRowWeight(row) / totalWeight }
    })
    .filter(({ share, expected }) => share > expected)
    .toSorted((a, b) => b.share - b.expected - (a.share - a.expected))
    .slice(0, MOST_ROWS)
  return {
    dimension,
    rows: rows.map(({ row }) => row),
    share: rows.reduce((sum, { share }) => sum + share, 0),
    expected: rows.reduce((sum, { expected }) => sum + expected, 0),
  }
}

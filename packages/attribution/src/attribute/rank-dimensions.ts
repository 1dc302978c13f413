import { computeChanceShare, estimateScatter, type GroupScatter } from './chance-share.ts'

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
  /** Of a quotient: the part of each contribution that came from the row's own rate. @defaultValue the whole contribution */
  readonly rates?: readonly (number | null)[]
  /** Of a quotient: whether the row has a rate in both windows. @defaultValue all have */
  readonly inBoth?: readonly boolean[]
  /** Whether the values of the dimension determine the metric: each row has 0 or 1 of a quotient. @defaultValue false */
  readonly determines?: boolean
}

/** How much of a change a dimension explains. */
export interface RankedDimension {
  readonly dimension: string
  /** The indexes of the rows that explain most, the first first; at most three. */
  readonly rows: readonly number[]
  /** The sum of their shares of the change; of a quotient, of what their own rates contribute. */
  readonly share: number
  /** The share that they would have if every row had changed in proportion to its weight. */
  readonly expected: number
  /** The share that the largest of so many rows have beyond `expected` by chance. */
  readonly chance: number
  /** Of a quotient: the share of the change that comes from the weights of rows; null otherwise. */
  readonly mixShare: number | null
  /** Whether the values of the dimension determine the metric. */
  readonly determines: boolean
  /** `share - expected - chance`, and of a quotient a positive `mixShare`: what the dimensions are ranked by. */
  readonly score: number
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
  if (rates === null) {
    const weights = findAdditiveWeights(column, total)
    return { dimension, contributions, ...(weights !== null && { weights }) }
  }
  return {
    dimension,
    contributions,
    rates,
    weights: computeRateWeights(rates, column),
    inBoth: findRowsInBoth(column),
    determines: isDetermined(column),
  }
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

function findRowsInBoth(column: Column): readonly boolean[] {
  const current = column('@currentValue') ?? []
  const compare = column('@compareValue') ?? []
  return current.map((value, row) => value !== null && (compare[row] ?? null) !== null)
}

/** Whether the rows have no other values than 0 and 1, and both. */
function isDetermined(column: Column): boolean {
  const values = ['@currentValue', '@compareValue'].flatMap((name) => column(name) ?? [])
  const distinct = new Set(values.filter((value) => value !== null))
  return distinct.size === 2 && distinct.has(0) && distinct.has(1)
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
 * Ranks dimensions by how much of a change up to three of their rows explain beyond what is expected of them and beyond
 * what chance gives the largest of so many rows; of a quotient also by how much the mix of the rows explains. A dimension
 * along which every row changed in proportion explains nothing. One whose values determine the metric is last: of course
 * it explains everything. Equal ones keep their order. `change` is the change of the whole and not 0.
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
  const scattered = dimensions.map((dimension) => ({
    dimension,
    scatter: computeScatter(dimension, change),
  }))
  const variance = estimateScatter(
    scattered
      .filter(({ dimension }) => dimension.determines !== true)
      .map(({ scatter }) => scatter),
  )
  return scattered
    .map(({ dimension, scatter }) => rankDimension(dimension, scatter, { change, variance }))
    .toSorted((a, b) => Number(a.determines) - Number(b.determines) || b.score - a.score)
}

/** The shares of rows, the shares that are expected of them, and the difference. */
interface RowShares extends GroupScatter {
  readonly shares: readonly number[]
}

function computeScatter(
  { contributions, rates = contributions, weights }: DimensionChanges,
  change: number,
): RowShares {
  const sizes = rates.map((_, row) => Math.abs(weights === undefined ? 1 : (weights[row] ?? 0)))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const shares = rates.map((rate) => (rate ?? 0) / change)
  const parts = sizes.map((size) => (total === 0 ? 0 : size / total))
  return { shares, weights: parts, excesses: shares.map((share, row) => share - parts[row]!) }
}

function rankDimension(
  changes: DimensionChanges,
  { shares, weights, excesses }: RowShares,
  { change, variance }: { readonly change: number; readonly variance: number },
): RankedDimension {
  const { dimension, determines = false } = changes
  const rows = excesses
    .map((excess, row) => ({ excess, row }))
    .filter(({ excess }) => excess > 0)
    .toSorted((a, b) => b.excess - a.excess)
    .slice(0, MOST_ROWS)
    .map(({ row }) => row)
  const share = rows.reduce((sum, row) => sum + shares[row]!, 0)
  const expected = rows.reduce((sum, row) => sum + weights[row]!, 0)
  const chance = computeChanceShare({ weights }, rows, variance)
  const mixShare = computeMixShare(changes, change)
  const score = share - expected - chance + Math.max(0, mixShare ?? 0)
  return { dimension, rows, share, expected, chance, mixShare, determines, score }
}

/** The mix of more groups than these says little where most of it is of groups that are in one window only. */
const FEW_GROUPS = 20

/** The share of the change that comes from weights; null for a sum. */
function computeMixShare(
  { contributions, rates, inBoth }: DimensionChanges,
  change: number,
): number | null {
  if (rates === undefined) return null
  let [mix, size, inOne] = [0, 0, 0]
  for (const [row, contribution] of contributions.entries()) {
    const part = (contribution ?? 0) - (rates[row] ?? 0)
    mix += part
    size += Math.abs(part)
    if (inBoth?.[row] === false) inOne += Math.abs(part)
  }
  return contributions.length > FEW_GROUPS && inOne > size / 2 ? 0 : mix / change
}

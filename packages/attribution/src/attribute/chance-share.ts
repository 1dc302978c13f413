/** How far the shares of the groups of a dimension lie from the expected ones, with the parts of the whole that they have. */
export interface GroupScatter {
  readonly excesses: readonly number[]
  readonly weights: readonly number[]
}

/** From so many groups on, their scatter says how much groups differ by chance. */
const LEAST_GROUPS = 8
/** The median of the squares of standard normal numbers. */
const MEDIAN_SQUARE = 0.4549

/**
 * The variance of the excess of a group, over `w·(1 - w)` for its weight `w`: from the medians of the dimensions with eight
 * groups or more, weighted by their groups. A few groups that stand out do not change a median. 0 where no dimension has
 * as many groups.
 */
export function estimateScatter(dimensions: readonly GroupScatter[]): number {
  const variances = dimensions
    .flatMap(({ excesses, weights }) => {
      const squares = excesses.flatMap((excess, group) => {
        const spread = weights[group]! * (1 - weights[group]!)
        return spread > 0 ? [(excess * excess) / spread] : []
      })
      if (squares.length < LEAST_GROUPS) return []
      return [{ variance: findMedian(squares) / MEDIAN_SQUARE, groups: squares.length }]
    })
    .toSorted((a, b) => a.variance - b.variance)
  const all = variances.reduce((sum, { groups }) => sum + groups, 0)
  let counted = 0
  for (const { variance, groups } of variances) {
    counted += groups
    if (2 * counted >= all) return variance
  }
  return 0
}

/**
 * The share that the chosen groups would have by chance, as the largest of so many: the sum of the expected largest normal
 * numbers (G. Blom, _Statistical Estimates and Transformed Beta-Variables_, Wiley 1958), each times the spread of its group.
 */
export function computeChanceShare(
  { weights }: Pick<GroupScatter, 'weights'>,
  rows: readonly number[],
  variance: number,
): number {
  const count = weights.length
  return rows.reduce((sum, row, rank) => {
    const expected = normalQuantile(1 - (rank + 1 - 0.375) / (count + 0.25))
    const weight = weights[row]!
    return sum + Math.max(0, expected) * Math.sqrt(variance * weight * (1 - weight))
  }, 0)
}

function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/** The quantile of the normal distribution for a probability of a half or more (Abramowitz and Stegun 26.2.23). */
function normalQuantile(probability: number): number {
  if (probability <= 0.5) return 0
  const t = Math.sqrt(-2 * Math.log(1 - probability))
  const above = 2.515517 + t * (0.802853 + t * 0.010328)
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  return t - above / below
}

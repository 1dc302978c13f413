import type { GroupTable } from './group-table.ts'
import { bySize } from './waterfall.ts'

/** How well one dimension explains a change. */
export interface RankedDimension {
  /** The dimension, or several joined by commas. */
  readonly dimension: string
  readonly groups: number
  /** How few groups together hold four fifths of all contributions, signs aside; null without contributions. */
  readonly holders: number | null
  /** 0 for contributions spread evenly over the groups, 1 for one group that holds all. */
  readonly score: number
}

const MOST = 0.8

/**
 * Orders dimensions by how few of their groups hold most of the contributions, beside how many groups there are. A
 * dimension with one group explains nothing and comes last, as does one without contributions.
 */
export function rankDimensions(tables: readonly GroupTable[]): readonly RankedDimension[] {
  return tables.map(rank).toSorted((left, right) => right.score - left.score)
}

function rank(table: GroupTable): RankedDimension {
  const dimension = table.dimensions.join(',')
  const groups = table.rows.length
  const sizes = bySize(table.rows).map(({ contribution }) => Math.abs(contribution ?? Number.NaN))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (!(total > 0)) return { dimension, groups, holders: null, score: 0 }
  let holders = 0
  for (let held = 0; held < total * MOST && holders < groups; holders += 1) held += sizes[holders]!
  return { dimension, groups, holders, score: groups < 2 ? 0 : concentration(sizes, total) }
}

/** The Herfindahl index of the sizes, scaled so that equal sizes give 0. */
function concentration(sizes: readonly number[], total: number): number {
  const index = sizes.reduce((sum, size) => sum + (size / total) ** 2, 0)
  const even = 1 / sizes.length
  return (index - even) / (1 - even)
}

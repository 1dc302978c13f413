import type { GroupRow, GroupTable } from './group-table.ts'

/** A bar of a waterfall, from where it starts to where it ends. */
export interface WaterfallBar {
  /** A total at either end, one group, the groups that are not shown, or what contributions leave over. */
  readonly kind: 'compare' | 'group' | 'rest' | 'residual' | 'current'
  readonly from: number
  readonly to: number
  /** The group; null for the other kinds. */
  readonly row: GroupRow | null
  /** How many groups the bar stands for. */
  readonly groups: number
}

/** The groups that are drawn, and those that are left out. */
export type Groups = Pick<GroupTable, 'rows' | 'remainder'>

/** The two totals of a waterfall and the most groups that have a bar of their own. */
export interface WaterfallOptions {
  readonly compare: number
  readonly current: number
  readonly visibleCount: number
}

/** The part of the change below which a difference is rounding. */
const ROUNDING = 1e-9

/**
 * The bars from one total to the other: the groups with the largest contributions, whatever their sign, then the sum of
 * the others, then what the contributions leave over. Each bar starts where the one before it ends, so the last one
 * ends at the current total. Gives null when a group has no contribution.
 */
export function waterfallBars(
  { rows, remainder }: Groups,
  { compare, current, visibleCount }: WaterfallOptions,
): readonly WaterfallBar[] | null {
  if (rows.some(({ contribution }) => contribution === null) || remainder?.contribution === null) {
    return null
  }
  const bars: WaterfallBar[] = [{ kind: 'compare', from: 0, to: compare, row: null, groups: 0 }]
  const ordered = bySize(rows)
  // One group that is left out takes as much room as its bar.
  const groupCount =
    ordered.length <= visibleCount + 1 && remainder === null ? ordered.length : visibleCount
  let at = compare
  for (const row of ordered.slice(0, groupCount)) {
    bars.push({ kind: 'group', from: at, to: at + row.contribution!, row, groups: 1 })
    at += row.contribution!
  }
  const remainingRows = ordered.slice(groupCount)
  const remainingCount = remainingRows.length + (remainder?.groups ?? 0)
  if (remainingCount > 0) {
    const sum = remainingRows.reduce(
      (total, { contribution }) => total + contribution!,
      remainder?.contribution ?? 0,
    )
    bars.push({ kind: 'rest', from: at, to: at + sum, row: null, groups: remainingCount })
    at += sum
  }
  if (!isRounding(current - at, { compare, current })) {
    bars.push({ kind: 'residual', from: at, to: current, row: null, groups: 0 })
  }
  return [...bars, { kind: 'current', from: 0, to: current, row: null, groups: 0 }]
}

/** When the steps take a smaller part of a drawing from 0, the drawing begins near them. */
const VISIBLE = 0.3

/** Where the drawing of a waterfall begins and ends: at 0, or near the steps when these would be too small to see. */
export function waterfallEnds(
  bars: readonly Pick<WaterfallBar, 'kind' | 'from' | 'to'>[],
): readonly [number, number] {
  const isTotal = ({ kind }: Pick<WaterfallBar, 'kind'>) => kind === 'compare' || kind === 'current'
  const points = bars.flatMap((bar) => (isTotal(bar) ? [bar.to] : [bar.from, bar.to]))
  const low = points.reduce((least, point) => Math.min(least, point), Number.POSITIVE_INFINITY)
  const high = points.reduce((most, point) => Math.max(most, point), Number.NEGATIVE_INFINITY)
  const span = high - low
  const hasTotals = bars.some(isTotal)
  if (hasTotals && span > 0 && low > 0 && span < high * VISIBLE) return [low - span / 4, high]
  if (hasTotals && span > 0 && high < 0 && span < -low * VISIBLE) return [low, high + span / 4]
  return [Math.min(0, low), Math.max(0, high)]
}

/** Whether the contributions of all groups add up to the change, but for rounding. */
export function addsUp(
  { rows, remainder }: Groups,
  totals: Pick<WaterfallOptions, 'compare' | 'current'>,
): boolean {
  const remainderContribution = remainder === null ? 0 : (remainder.contribution ?? Number.NaN)
  const sum = rows.reduce(
    (total, { contribution }) => total + (contribution ?? Number.NaN),
    remainderContribution,
  )
  return isRounding(totals.current - totals.compare - sum, totals)
}

function isRounding(
  difference: number,
  { compare, current }: Pick<WaterfallOptions, 'compare' | 'current'>,
): boolean {
  return Math.abs(difference) <= ROUNDING * Math.max(Math.abs(compare), Math.abs(current))
}

/** Rows by the size of their contributions, largest first; rows without one last. */
export function bySize(rows: readonly GroupRow[]): readonly GroupRow[] {
  const size = ({ contribution }: GroupRow) => (contribution === null ? -1 : Math.abs(contribution))
  return rows.toSorted((left, right) => size(right) - size(left))
}

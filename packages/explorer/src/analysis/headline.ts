import type { GroupRow } from './group-table.ts'
import { bySize, type Groups } from './waterfall.ts'

/** The facts of a headline, before they are put into words. */
export interface Headline {
  readonly direction: 'rose' | 'fell' | 'same'
  /** The groups named, with their shares: the one or two that hold much of the change; none when none does. */
  readonly leaders: readonly { readonly row: GroupRow; readonly share: number }[]
  /** How the groups moved beside one another. */
  readonly pattern: 'all' | 'allBut' | 'against' | 'mixed'
  /** With `allBut`, the groups that moved the other way. */
  readonly exceptions: readonly GroupRow[]
}

/** From this part of the change on, a group is named. */
const MUCH = 0.3
/** Groups that move against the change cancel each other when they undo this part of what the others do. */
const OFFSETTING = 0.5
const FEW = 2

/** Describes a change by the numbers alone. Contributions that are not defined count as 0. */
export function createHeadline(change: number, { rows, remainder }: Groups): Headline {
  const direction = change > 0 ? 'rose' : change < 0 ? 'fell' : 'same'
  const size = (row: GroupRow) => (row.contribution ?? 0) * Math.sign(change)
  const along = rows.filter((row) => size(row) > 0)
  const against = rows.filter((row) => size(row) < 0)
  const up = along.reduce((sum, row) => sum + size(row), 0)
  const down = against.reduce((sum, row) => sum - size(row), 0)
  return {
    direction,
    leaders: pickLeaders(change, rows),
    pattern: classifyPattern({
      along,
      against,
      up,
      down,
      groups: rows.length + (remainder?.groups ?? 0),
    }),
    exceptions: against.length <= FEW ? bySize(against) : [],
  }
}

interface Sides {
  readonly along: readonly GroupRow[]
  readonly against: readonly GroupRow[]
  readonly up: number
  readonly down: number
  readonly groups: number
}

function classifyPattern({ along, against, up, down, groups }: Sides): Headline['pattern'] {
  if (groups < 2 || along.length === 0) return 'mixed'
  if (down >= up * OFFSETTING) return 'against'
  if (along.length === groups) return 'all'
  const isExcept = against.length > 0 && against.length <= FEW && groups >= 4
  return isExcept && along.length + against.length === groups ? 'allBut' : 'mixed'
}

/** The first group when it holds much of the change; else the first two when they do together. */
function pickLeaders(change: number, rows: readonly GroupRow[]): Headline['leaders'] {
  if (change === 0 || rows.length < 2) return []
  const shares = bySize(rows)
    .slice(0, FEW)
    .map((row) => ({ row, share: (row.contribution ?? 0) / change }))
  const [first, second] = shares
  if (first === undefined || first.share <= 0) return []
  if (first.share >= MUCH) return [first]
  return second !== undefined && second.share > 0 && first.share + second.share >= MUCH
    ? [first, second]
    : []
}

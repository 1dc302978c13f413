import type { Leaf } from '../../request/source.ts'
import type { GroupSpace } from '../groups/group-space.ts'
import { type RowRange, rowLimit, type WindowRows } from '../select/block.ts'
import type { RowSpace } from '../select/row-space.ts'
import { type LeafPlans, planLeaves } from './leaf-plan.ts'
import { type GroupValues, orderedWindow } from './ordered-job.ts'
import { type GroupTotals, sumWindow } from './sums-job.ts'

/** One side of a pair of windows, and the leaves that are aggregated in it. */
export interface PassWindow {
  readonly rows: WindowRows
  /** Places of its leaves in the pass. */
  readonly leaves: readonly number[]
  readonly plans: LeafPlans
}

/** One go over the rows: leaves of one level, aggregated in windows, for some groupings. */
export interface Pass {
  readonly space: RowSpace
  readonly groupings: readonly GroupSpace[]
  readonly leaves: readonly Leaf[]
  readonly windows: readonly PassWindow[]
  /** Work that can be done in any order, on any thread. The list depends on the request and its parts alone. */
  readonly jobs: readonly Job[]
}

/** A piece of a pass. */
export type Job =
  | {
      readonly kind: 'sums'
      readonly window: number
      readonly groupings: readonly number[]
      readonly ranges: readonly RowRange[]
    }
  /** `leaf` is its place among the leaves of the window. */
  | { readonly kind: 'ordered'; readonly window: number; readonly leaf: number }

/** What a job found: per grouping of the job. */
export type JobResult =
  | { readonly kind: 'sums'; readonly totals: readonly GroupTotals[] }
  | { readonly kind: 'ordered'; readonly values: readonly GroupValues[] }

/** What a pass is to aggregate. */
export interface PassRequest {
  readonly space: RowSpace
  readonly groupings: readonly GroupSpace[]
  readonly leaves: readonly Leaf[]
  readonly windows: readonly { readonly rows: WindowRows; readonly leaves: readonly number[] }[]
  /** Into how many jobs a stretch of rows may be divided: every job has groups of its own, which are joined in the end. */
  readonly parts: number
}

/** No job of a divided stretch is given fewer rows. */
const JOB_ROWS = 2 ** 20

/** Plans a pass. Throws {@link AttributionError} when a leaf cannot be aggregated. */
export function planPass(request: PassRequest): Pass {
  const planned = new Map<string, LeafPlans>()
  const windows = request.windows.map(({ rows, leaves }): PassWindow => {
    const key = leaves.join()
    const plans =
      planned.get(key) ??
      planLeaves(
        leaves.map((leaf) => request.leaves[leaf]!),
        request.space,
      )
    planned.set(key, plans)
    return { rows, leaves, plans }
  })
  const jobs = windows.flatMap((window, index) => [
    ...sumJobs(window, index, request),
    ...window.plans.leaves.flatMap((plan, leaf): readonly Job[] =>
      plan.kind === 'ordered' ? [{ kind: 'ordered', window: index, leaf }] : [],
    ),
  ])
  return { ...request, windows, jobs }
}

/**
 * For a plain sum two groupings at a time go over all rows of a window. Where numbers are computed, or rows
 * filtered, all go together, so that it is done once for every row, and stretches of rows are divided.
 */
function sumJobs(
  { rows, plans }: PassWindow,
  window: number,
  { groupings, parts }: PassRequest,
): readonly Job[] {
  if (rowLimit(rows) === 0) return []
  const wanted = countedGroupings(groupings)
  const plain = plans.groups.every((group) => group.plain) && plans.slots <= 1
  if (rows.predicate.constant !== true || !plain) {
    return divided(rows.ranges, parts).map((ranges) => ({
      kind: 'sums',
      window,
      groupings: wanted,
      ranges,
    }))
  }
  return pairs(wanted, groupings).map((pair) => ({
    kind: 'sums',
    window,
    groupings: pair,
    ranges: rows.ranges,
  }))
}

/** The total is the sum of the groups of any other grouping, so it is not gone over the rows for. */
function countedGroupings(groupings: readonly GroupSpace[]): readonly number[] {
  const all = groupings.map((_, index) => index)
  const keyed = all.filter((index) => groupings[index]!.dimensions.length > 0)
  return keyed.length > 0 ? keyed : all.slice(0, 1)
}

/** The largest grouping with the smallest, and so on: what misses the cache beside what never does. */
function pairs(
  wanted: readonly number[],
  groupings: readonly GroupSpace[],
): readonly (readonly number[])[] {
  const order = wanted.toSorted((a, b) => groupings[b]!.size - groupings[a]!.size)
  const found: number[][] = []
  for (let low = 0, high = order.length - 1; low <= high; low++, high--) {
    found.push(low === high ? [order[low]!] : [order[low]!, order[high]!])
  }
  return found
}

function divided(ranges: readonly RowRange[], parts: number): readonly (readonly RowRange[])[] {
  if (parts === 1) return [ranges]
  return ranges.flatMap(({ from, to }) => {
    const rows = Math.max(JOB_ROWS, Math.ceil((to - from) / parts))
    return Array.from({ length: Math.ceil((to - from) / rows) }, (_, index) => {
      const begin = from + index * rows
      return [{ from: begin, to: Math.min(to, begin + rows) }]
    })
  })
}

/** Does a job, pausing after every block. */
export function* runJob(pass: Pass, job: Job): Generator<void, JobResult> {
  const { rows, plans, leaves } = pass.windows[job.window]!
  if (job.kind === 'sums') {
    const groupings = job.groupings.map((index) => pass.groupings[index]!)
    const window = { ranges: job.ranges, predicate: rows.predicate }
    return { kind: 'sums', totals: yield* sumWindow(window, groupings, plans) }
  }
  const plan = plans.leaves[job.leaf]!
  if (plan.kind !== 'ordered') throw new TypeError(`Leaf ${leaves[job.leaf]} needs no order`)
  const values = yield* orderedWindow(rows, pass.groupings, { ...plan, space: pass.space })
  return { kind: 'ordered', values }
}

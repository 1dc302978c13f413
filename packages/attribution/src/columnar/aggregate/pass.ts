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

/**
 * One pass over the rows: leaves that are aggregated in the same step, in some windows and for some
 * groupings.
 */
export interface Pass {
  readonly space: RowSpace
  readonly groupings: readonly GroupSpace[]
  readonly leaves: readonly Leaf[]
  readonly windows: readonly PassWindow[]
  /**
   * Jobs that can run in any order and on any thread. The list depends only on the request and on
   * `parts`.
   */
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

/** The result of a job, per grouping of the job. */
export type JobResult =
  | { readonly kind: 'sums'; readonly totals: readonly GroupTotals[] }
  | { readonly kind: 'ordered'; readonly values: readonly GroupValues[] }

/** The input of {@link planPass}. */
export interface PassRequest {
  readonly space: RowSpace
  readonly groupings: readonly GroupSpace[]
  readonly leaves: readonly Leaf[]
  readonly windows: readonly { readonly rows: WindowRows; readonly leaves: readonly number[] }[]
  /**
   * Into how many jobs a range of rows may be divided. Every job has its own groups; they are
   * merged at the end.
   */
  readonly parts: number
}

/** The fewest rows of a job. */
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
 * For a plain sum, two groupings at a time read all rows of a window. Where numbers are computed or
 * rows filtered, all groupings are done together, so that this happens once per row, and ranges of
 * rows are divided.
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

/** The groupings that rows are read for: the total is the sum of the groups of any other grouping. */
function countedGroupings(groupings: readonly GroupSpace[]): readonly number[] {
  const all = groupings.map((_, index) => index)
  const keyed = all.filter((index) => groupings[index]!.dimensions.length > 0)
  return keyed.length > 0 ? keyed : all.slice(0, 1)
}

/** Pairs the largest grouping with the smallest, and so on, so that one of the two stays in the cache. */
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

/**
 * Runs a job. Yields after every block. Throws {@link AttributionError} when a grouping without a place for each possible
 * group has more than `maxGroups`.
 */
export function* runJob(pass: Pass, job: Job, maxGroups?: number): Generator<void, JobResult> {
  const { rows, plans, leaves } = pass.windows[job.window]!
  if (job.kind === 'sums') {
    const groupings = job.groupings.map((index) => pass.groupings[index]!)
    const window = { ranges: job.ranges, predicate: rows.predicate }
    return { kind: 'sums', totals: yield* sumWindow(window, groupings, { plans, maxGroups }) }
  }
  const plan = plans.leaves[job.leaf]!
  if (plan.kind !== 'ordered') throw new TypeError(`Leaf ${leaves[job.leaf]} needs no order`)
  const values = yield* orderedWindow(rows, pass.groupings, { ...plan, space: pass.space })
  return { kind: 'ordered', values }
}

import type { Measure } from '../../request/source.ts'
import type { GroupSpace } from '../groups/group-space.ts'
import { type RowRange, rowLimit, type WindowRows } from '../select/block.ts'
import type { RowSpace } from '../select/row-space.ts'
import type { GroupTotals } from './group-totals.ts'
import { type MeasurePlans, planMeasures } from './measure-plan.ts'
import { type GroupValues, orderedWindow } from './ordered-job.ts'
import { sumWindow } from './sums-job.ts'

/** One side of a pair of windows, and the measures that are aggregated in it. */
export interface PassWindow {
  readonly rows: WindowRows
  /** Places of its measures in the pass. */
  readonly measures: readonly number[]
  readonly plans: MeasurePlans
}

/**
 * One pass over the rows: measures that are aggregated in the same step, in some windows and for some
 * groupings.
 */
export interface Pass {
  readonly space: RowSpace
  readonly groupings: readonly GroupSpace[]
  readonly measures: readonly Measure[]
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
      /** The groupings, each in a list with those that it is combined with. */
      readonly combinations: readonly (readonly number[])[]
      readonly ranges: readonly RowRange[]
    }
  /** `measure` is its place among the measures of the window. */
  | { readonly kind: 'ordered'; readonly window: number; readonly measure: number }

/** The result of a job, per grouping of the job, one combination after the other. */
export type JobResult =
  | { readonly kind: 'sums'; readonly totals: readonly GroupTotals[] }
  | { readonly kind: 'ordered'; readonly values: readonly GroupValues[] }

/** The input of {@link planPass}. */
export interface PassRequest {
  readonly space: RowSpace
  readonly groupings: readonly GroupSpace[]
  readonly measures: readonly Measure[]
  readonly windows: readonly { readonly rows: WindowRows; readonly measures: readonly number[] }[]
  /**
   * Into how many jobs a range of rows may be divided. Every job has its own groups; they are
   * merged at the end.
   */
  readonly parts: number
}

/** The fewest rows of a job. */
const JOB_ROWS = 2 ** 20

/** Plans a pass. Throws {@link AttributionError} when a measure cannot be aggregated. */
export function planPass(request: PassRequest): Pass {
  const planned = new Map<string, MeasurePlans>()
  const rowsWith = (key: string): number =>
    request.windows.reduce((sum, passWindow) => {
      return passWindow.measures.join() === key ? sum + rowLimit(passWindow.rows) : sum
    }, 0)
  const windows = request.windows.map(({ rows, measures }): PassWindow => {
    const key = measures.join()
    const plans =
      planned.get(key) ??
      planMeasures(
        measures.map((measure) => request.measures[measure]!),
        request.space,
        rowsWith(key),
      )
    planned.set(key, plans)
    return { rows, measures, plans }
  })
  const jobs = windows.flatMap((window, index) => [
    ...sumJobs(window, index, request),
    ...window.plans.measures.flatMap((plan, measure): readonly Job[] =>
      plan.kind === 'ordered' ? [{ kind: 'ordered', window: index, measure }] : [],
    ),
  ])
  return { ...request, windows, jobs }
}

/**
 * For a plain sum, two combinations of groupings at a time read all rows of a window. Where numbers are computed or
 * rows filtered, all are done together, so that this happens once per row, and ranges of rows are divided.
 */
function sumJobs(
  { rows, plans }: PassWindow,
  window: number,
  { groupings, parts }: PassRequest,
): readonly Job[] {
  const limit = rowLimit(rows)
  if (limit === 0) return []
  const combinations = combineGroupings(countedGroupings(groupings), groupings, limit)
  const plain = plans.groups.every((group) => group.plain) && plans.slots <= 1
  if (rows.predicate.constant !== true || !plain) {
    return divideRanges(rows.ranges, parts).map((ranges) => ({
      kind: 'sums',
      window,
      combinations,
      ranges,
    }))
  }
  return pairs(combinations).map((pair) => ({
    kind: 'sums',
    window,
    combinations: pair,
    ranges: rows.ranges,
  }))
}

/** The groupings that rows are read for: the total is the sum of the groups of any other grouping. */
function countedGroupings(groupings: readonly GroupSpace[]): readonly number[] {
  const all = groupings.map((_, index) => index)
  const keyed = all.filter((index) => groupings[index]!.dimensions.length > 0)
  return keyed.length > 0 ? keyed : all.slice(0, 1)
}

/** The most groups of a combination: their records stay in the second-level cache. */
const MOST_COMBINED = 2 ** 14

/** Rows of a window for each group of a combination: adding up that group costs as much as a few rows. */
const ROWS_PER_GROUP = 6

/**
 * Combines small groupings two by two, the largest that fits with the largest beside it, so that rows are added once for
 * both. Gives the largest combinations first.
 */
function combineGroupings(
  wanted: readonly number[],
  groupings: readonly GroupSpace[],
  rows: number,
): readonly (readonly number[])[] {
  const most = Math.min(MOST_COMBINED, rows / ROWS_PER_GROUP)
  const getGroupingSize = (index: number): number => groupings[index]!.size
  const remainingGroupings = wanted.toSorted((a, b) => getGroupingSize(b) - getGroupingSize(a))
  const combinations: (readonly number[])[] = []
  for (
    let grouping = remainingGroupings.shift();
    grouping !== undefined;
    grouping = remainingGroupings.shift()
  ) {
    const size = getGroupingSize(grouping)
    const fits = (candidate: number): boolean => size * getGroupingSize(candidate) <= most
    const at = remainingGroupings.findIndex(fits)
    combinations.push(at === -1 ? [grouping] : [grouping, ...remainingGroupings.splice(at, 1)])
  }
  return combinations
}

/** Pairs the largest combination with the smallest, and so on, so that one of the two stays in the cache. */
function pairs(
  combinations: readonly (readonly number[])[],
): readonly (readonly (readonly number[])[])[] {
  const combinationPairs: (readonly (readonly number[])[])[] = []
  for (let low = 0, high = combinations.length - 1; low <= high; low++, high--) {
    combinationPairs.push(
      low === high ? [combinations[low]!] : [combinations[low]!, combinations[high]!],
    )
  }
  return combinationPairs
}

function divideRanges(
  ranges: readonly RowRange[],
  parts: number,
): readonly (readonly RowRange[])[] {
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
  const { rows, plans, measures } = pass.windows[job.window]!
  if (job.kind === 'sums') {
    const combinations = job.combinations.map((all) => all.map((index) => pass.groupings[index]!))
    const window = { ranges: job.ranges, predicate: rows.predicate }
    const options = { plans, rows: rowLimit(rows), maxGroups }
    return { kind: 'sums', totals: yield* sumWindow(window, combinations, options) }
  }
  const plan = plans.measures[job.measure]!
  if (plan.kind !== 'ordered')
    throw new TypeError(`Measure ${measures[job.measure]} needs no order`)
  const values = yield* orderedWindow(rows, pass.groupings, { ...plan, space: pass.space })
  return { kind: 'ordered', values }
}

import type {
  DatasetExtentData,
  PeerComparisonRequest,
  TimeComparisonRequest,
} from '@tributary/contract'
import {
  isAverageOfPrevious,
  parseTime,
  rangeCondition,
  rangeText,
  readComparedRanges,
  readRange,
  type TimeRange,
  type WorkCalendar,
} from '@tributary/expression'
import { type ConstantType, constantText, nameText } from '@tributary/expression/literal'
import type { DrillStep, Peer, Peers, WhyState } from '../address/why-state.ts'

/** The two windows of a question. */
export interface Windows {
  readonly current: TimeRange
  readonly compare: TimeRange
}

/** Where the data of a metric begins and ends, and the moment that words such as `last-month` refer to. */
export interface Reach {
  /** The first and the last time of the data as text; null without data. */
  readonly min: string | null
  readonly max: string | null
  readonly now: bigint
  /** The weeks and fiscal years of the workspace. */
  readonly calendar: WorkCalendar
  /** The ranges that are compared where none is chosen, in words; null where the data has no two periods. */
  readonly comparison: DatasetExtentData['comparison']
}

/**
 * The windows that a page names; without a name the latest comparable period of the data and the one it is compared with.
 * Throws an `ExpressionError` for words that are no range. Gives null where there is no data to choose windows by.
 */
export function resolveWindows(
  { now, was }: Pick<WhyState, 'now' | 'was'>,
  reach: Reach,
): Windows | null {
  const { comparison } = reach
  const current = now ?? comparison?.current ?? onlyMonth(reach)
  if (current === null) return null
  const usual = now === null ? comparison?.compare : undefined
  return readComparedRanges(current, was ?? usual ?? 'previous', {
    now: reach.now,
    calendar: reach.calendar,
    path: 'now',
    comparePath: 'was',
  })
}

/** The last month of data that has no two periods. */
function onlyMonth({ max }: Reach): string | null {
  const last = parseTime(max ?? '')
  return last === null ? null : rangeText(readRange('this-month', { now: last, path: 'now' }))
}

/** The types of dimensions, such as `BIGINT`, by their names. */
export type DimensionTypes = ReadonlyMap<string, string>

/** The conditions of a page: those that were written, then one for each step of the drill path. */
export function listPageConditions(
  { where, at }: Pick<WhyState, 'where' | 'at'>,
  types: DimensionTypes,
): readonly string[] {
  return [...where, ...at.map((step) => stepCondition(step, types))]
}

/** The condition that selects one group of a dimension. */
export function stepCondition({ dimension, value }: DrillStep, types: DimensionTypes): string {
  const name = nameText(dimension)
  return value === null ? `${name} IS NULL` : `${name} = ${literal(value, types.get(dimension))}`
}

/** A value that is not of the type of its dimension, as an address may have it, is a text; the service says what it expects. */
function literal(value: string, type: string | undefined): string {
  try {
    return constantText(value, (type ?? 'VARCHAR') as ConstantType)
  } catch {
    return constantText(value, 'VARCHAR')
  }
}

/** The comparison of a page: two periods, or two groups. */
export type Comparison = {
  /** The labels of the side that is explained, and of the side that it is compared with. */
  readonly labels: { readonly current: string; readonly compare: string }
} & (
  | { readonly kind: 'windows'; readonly attribution: TimeComparisonRequest['attribution'] }
  | { readonly kind: 'peers'; readonly attribution: PeerComparisonRequest['attribution'] }
)

/** The windows and the types of dimensions that a comparison is made with. */
export interface ComparisonOptions {
  /** Of two groups only the current window counts. */
  readonly windows: Windows
  readonly types: DimensionTypes
  /** The label of the group without a value. */
  readonly missing: string
}

/** The comparison of a page; null while something is not chosen. */
export function createComparison(
  state: WhyState,
  { windows, types, missing }: ComparisonOptions,
): Comparison | null {
  const shared = {
    attributionCalculateType: state.mean || isAverageOfPrevious(state.was ?? '') ? 'AVG' : 'ALL',
    filters: [...listPageConditions(state, types)],
  } as const
  if (state.peers !== null) return peerComparison(state.peers, { windows, types, missing }, shared)
  return {
    kind: 'windows',
    labels: { current: rangeText(windows.current), compare: rangeText(windows.compare) },
    attribution: {
      ...shared,
      currentTimeConstraint: rangeCondition(windows.current),
      compareTimeConstraint: rangeCondition(windows.compare),
    },
  }
}

function peerComparison(
  { dimension, current, compare }: Peers,
  { windows, types, missing }: ComparisonOptions,
  shared: Pick<PeerComparisonRequest['attribution'], 'attributionCalculateType' | 'filters'>,
): Comparison | null {
  if (dimension === null || current === null || compare === null) return null
  const object = ({ value }: Peer) => ({ filters: [stepCondition({ dimension, value }, types)] })
  return {
    kind: 'peers',
    labels: { current: current.value ?? missing, compare: compare.value ?? missing },
    attribution: {
      ...shared,
      compareDimension: dimension,
      timeConstraint: rangeCondition(windows.current),
      currentObject: object(current),
      compareObject: object(compare),
    },
  }
}

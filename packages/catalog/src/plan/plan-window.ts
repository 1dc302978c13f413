import type { Measure, WindowPair } from '@tributary/attribution'
import type { SlicedWork } from '@tributary/core/internal'
import { findConditionIntervals, type Interval, type TypedExpr } from '@tributary/expression'
import {
  type BoundedInterval,
  constantNode,
  DAY,
  joinConditions,
} from '@tributary/expression/internal'
import { timeConstraintMissing, unsupportedMetric, windowNotARange } from '../definitions/errors.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import type { ScopeAt } from '../resolve/catalog/compiled-definitions.ts'
import { toPlaceKey } from '../resolve/catalog/dataset-time.ts'
import type { ResolvedMeasure } from '../resolve/metrics/measures.ts'
import {
  applyMoves,
  isMean,
  type MoveUnits,
  type WindowMove,
} from '../resolve/metrics/other-period.ts'
import { combineConditions, splitConjuncts, toIdentity } from '../resolve/rows/conjunction.ts'
import { createDatasetScope, createTimeScope } from '../resolve/rows/row-scopes.ts'
import type { PlanContext, WindowQuestion } from './attribution-question.ts'

/** A window in its parts. */
export interface PlannedWindow {
  /** Which rows are in it: filters and time. */
  readonly condition: TypedExpr
  readonly filters: readonly TypedExpr[]
  /** Those of the filters that are of the dataset, and not of the window. */
  readonly datasetFilters: readonly TypedExpr[]
  readonly time: TypedExpr
  /** Where the time constraint stands. */
  readonly path: string
}

/**
 * A window: its filters and its time constraint, or the question's when it has none.
 * `expectedAt` is where the constraint is missed when there is neither.
 */
export function* planWindow(
  context: PlanContext,
  window: WindowQuestion,
  expectedAt: string,
): SlicedWork<PlannedWindow> {
  const { datasetCondition: baseFilter, question } = context
  const constraint = nullIfBlank(window.timeConstraint) ?? nullIfBlank(question.timeConstraint)
  if (constraint === null) {
    throw timeConstraintMissing(window.timeConstraint?.path ?? expectedAt)
  }
  const time = planTime(context, constraint)
  const windowFilters = yield* planFilters(context, window.filters)
  const datasetFilters = baseFilter === null ? [] : [baseFilter]
  const filters = [...datasetFilters, ...windowFilters]
  return {
    condition: combineConditions([...filters, time]) ?? time,
    filters,
    datasetFilters,
    time,
    path: constraint.path,
  }
}

/** A time constraint as a condition on the rows of the metric. */
export function planTime(context: PlanContext, { text, path }: Located): TypedExpr {
  const { catalog, dataset, question } = context
  return catalog.compiled.condition(
    `time of ${toPlaceKey(dataset)}`,
    { text, tree: () => context.parsed(text) },
    () => createTimeScope(catalog, dataset),
    { path, expect: 'BOOLEAN', now: question.now },
  )
}

/**
 * Conditions on rows, those that exclude values of one column joined. A metric's name in one is an
 * `ExpressionError` that says so.
 */
export function* planFilters(
  { catalog, dataset, question, parsed }: PlanContext,
  filters: readonly Located[],
): SlicedWork<readonly TypedExpr[]> {
  const temporaryMetrics = new Set(question.metricDefinitions.keys())
  const scopeAt: ScopeAt = (moment) =>
    createDatasetScope(catalog, dataset, { temporaryMetrics, ...moment })
  const conditions: TypedExpr[] = []
  for (const { text, path } of filters) {
    const source = { text, tree: () => parsed(text) }
    const options = { path, expect: 'BOOLEAN', now: question.now } as const
    const place = `rows of ${toPlaceKey(dataset)}`
    conditions.push(catalog.compiled.condition(place, source, scopeAt, options))
    yield
  }
  const [first, ...remainingConditions] = conditions
  return first === undefined
    ? []
    : splitConjuncts(joinConditions('AND', [first, ...remainingConditions]))
}

/** A constraint that is not blank; else null. */
export function nullIfBlank(constraint: Located | null): Located | null {
  return constraint === null || constraint.text.trim() === '' ? null : constraint
}

/** The windows of a question, and the time that they are ranges of. */
export interface MovableWindows {
  readonly metric: string
  readonly units: MoveUnits
  readonly current: PlannedWindow
  readonly compare: PlannedWindow
  readonly time: TypedExpr | null
}

/** A measure of a question, whose windows are not planned yet. */
export type PlannedMeasure = ResolvedMeasure & Pick<Measure, 'countedBy'>

/** The measures with the windows that their moves mean. */
export interface MovedMeasures {
  readonly measures: readonly Measure[]
  readonly otherWindows: readonly WindowPair[]
}

/**
 * Plans the windows of measures that look at another period; equal moves share a pair. `CATALOG_WINDOW_NOT_A_RANGE`
 * when a window is no range of time.
 */
export function moveWindows(
  measures: readonly PlannedMeasure[],
  windows: MovableWindows,
): MovedMeasures {
  const pairs = new Map<string, { readonly index: number; readonly pair: WindowPair }>()
  const placed = measures.map(({ moves, isNullWhenEmpty: _, ...planned }): Measure => {
    const measure = chooseTimesOfAll(planned, windows, moves)
    if (moves.length === 0) return measure
    if (moves.some(isMean)) {
      const reason = `The metric "${windows.metric}" is a mean of what is accumulated up to each base period, which has values and series; its change is not divided`
      throw unsupportedMetric(windows.current.path, reason)
    }
    const identity = toIdentity(moves)
    const indexedPair = pairs.get(identity) ?? {
      index: pairs.size,
      pair: movedPair(windows, moves),
    }
    pairs.set(identity, indexedPair)
    return { ...measure, otherWindow: indexedPair.index }
  })
  return {
    measures: placed,
    otherWindows: [...pairs.values()].map((indexedPair) => indexedPair.pair),
  }
}

/** A measure at one time of windows, which is that of all rows, also of those that the filters of the windows leave out. */
function chooseTimesOfAll(
  measure: Measure,
  windows: MovableWindows,
  moves: readonly WindowMove[],
): Measure {
  const { snapshot } = measure
  const isFiltered = [windows.current, windows.compare].some(
    ({ filters, datasetFilters }) => filters.length > datasetFilters.length,
  )
  if (snapshot === undefined || !isFiltered) return measure
  const current = withoutOwnFilters(windows.current)
  const compare = withoutOwnFilters(windows.compare)
  const pair =
    moves.length === 0
      ? { current: current.condition, compare: compare.condition }
      : movedPair({ ...windows, current, compare }, moves)
  return { ...measure, snapshot: { ...snapshot, windows: pair } }
}

function withoutOwnFilters(window: PlannedWindow): PlannedWindow {
  const { datasetFilters: filters, time } = window
  return { ...window, filters, condition: combineConditions([...filters, time]) ?? time }
}

function movedPair(windows: MovableWindows, moves: readonly WindowMove[]): WindowPair {
  const side = (window: PlannedWindow) => {
    if (isAllTime(moves) && hasNoEnd(windows, window))
      return combineConditions(window.filters) ?? EVERY_ROW
    const interval = applyMoves(findWindowRange(windows, window), moves, windows.units)
    return combineConditions([...window.filters, ...withinInterval(windows.time!, interval)])!
  }
  return { current: side(windows.current), compare: side(windows.compare) }
}

/** Whether moves lead to all time up to the end of a window. */
export function isAllTime(moves: readonly WindowMove[]): boolean {
  return moves.every(
    (move) =>
      move.kind === 'defined' && move.period.kind === 'allTime' && move.period.take === 'LAST',
  )
}

function hasNoEnd({ time }: MovableWindows, window: PlannedWindow): boolean {
  return time !== null && intervalsIn(window, time)?.at(-1)?.to === null
}

const EVERY_ROW: TypedExpr = constantNode({ type: 'BOOLEAN', value: true })

/** The times of a window; null where its condition is none on time. */
function intervalsIn(window: PlannedWindow, time: TypedExpr): readonly Interval[] | null {
  if (window.time.kind === 'constant') return [{ from: null, to: null }]
  const isTime = (expression: TypedExpr) =>
    expression.kind === 'reference' &&
    time.kind === 'reference' &&
    expression.name === time.name &&
    expression.table === time.table
  return findConditionIntervals(window.time, isTime)
}

function findWindowRange({ metric, time }: MovableWindows, window: PlannedWindow): BoundedInterval {
  const [only, ...remainingIntervals] = (time && intervalsIn(window, time)) ?? []
  if (
    only === undefined ||
    remainingIntervals.length > 0 ||
    only.from === null ||
    only.to === null
  ) {
    throw windowNotARange(metric, window.path)
  }
  return { from: only.from, to: only.to }
}

/** `time >= from AND time < to`, in the type of the time, each where there is such a moment. */
export function withinInterval(time: TypedExpr, { from, to }: Interval): readonly TypedExpr[] {
  const compared = (op: '>=' | '<', moment: bigint): TypedExpr => {
    return {
      kind: 'comparison',
      type: 'BOOLEAN',
      op,
      left: time,
      right: toMomentConstant(time, moment),
    }
  }
  return [
    ...(from === null ? [] : [compared('>=', from)]),
    ...(to === null ? [] : [compared('<', to)]),
  ]
}

/** A DATE is less than a moment in a day exactly when it is less than the next day. */
function toMomentConstant(time: TypedExpr, moment: bigint): TypedExpr {
  if (time.type !== 'DATE') return constantNode({ type: 'TIMESTAMP', value: moment })
  const days = moment / DAY + (moment % DAY > 0n ? 1n : 0n)
  return constantNode({ type: 'DATE', value: Number(days) })
}

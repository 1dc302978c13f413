import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import type { TypedExpr } from '@tributary/expression'
import type { AggregateRequest, Measure } from '../../request/source.ts'
import { codeColumnInSlices } from '../columns/code-column.ts'
import {
  createDimension,
  type Dimension,
  type GroupSpace,
  groupSpace,
} from '../groups/group-space.ts'
import { createRowSpace, findVisibleRows } from '../select/create-row-space.ts'
import { onlyColumn, type RowSpace } from '../select/row-space.ts'
import type { TableRegistry } from '../select/table-registry.ts'
import { windowRows } from '../select/window-rows.ts'
import { type Job, type Pass, planPass } from './pass.ts'

/**
 * The plan of a request: groups, and passes over the rows. It depends only on the request, so that
 * every thread makes the same plan.
 */
export interface RequestPlan {
  readonly groupings: readonly GroupSpace[]
  /**
   * The pass of the measures that are not nested. Its windows are the current and the compare window
   * of each pair in turn.
   */
  readonly main: Pass
  /** A pass for each nested measure. */
  readonly nested: readonly NestedPass[]
}

/** The inner groups of a nested measure, in its two windows. */
export interface NestedPass {
  /** The measure's place in the request. */
  readonly measure: number
  readonly pass: Pass
  /** How many combinations of the `per` values are possible. */
  readonly inner: number
}

/**
 * Plans a request. Ranges of rows are divided into at most `parts` jobs. Throws {@link
 * AttributionError} for unknown tables and columns and for aggregates of a wrong type.
 */
function* planRequest(
  request: AggregateRequest,
  space: RowSpace,
  parts: number,
): SlicedWork<RequestPlan> {
  const pairs = [request.windows, ...(request.otherWindows ?? [])]
  const filter = request.filter === null ? [] : [request.filter]
  const sides = pairs.flatMap(({ current, compare }) => [current, compare])
  const spaces: GroupSpace[] = []
  for (const keys of request.groupings) {
    const dimensions = yield* createDimensions(
      keys.map((key) => key.value),
      space,
    )
    spaces.push(groupSpace(keys.map((key) => key.name).join(','), dimensions, space.rowCount))
  }
  const main = planPass({
    space,
    groupings: spaces,
    parts,
    measures: request.measures,
    windows: sides.map((side, index) => ({
      rows: windowRows([...filter, side], space),
      measures: request.measures.flatMap((measure, place) =>
        measure.nested === undefined && getWindowPairIndex(measure) === index >> 1 ? [place] : [],
      ),
    })),
  })
  const nested: NestedPass[] = []
  for (const [place, measure] of request.measures.entries()) {
    if (measure.nested === undefined) continue
    nested.push(yield* nestedPass(request, { measure, place, spaces, space, parts }))
  }
  return { groupings: spaces, main, nested }
}

function* createDimensions(
  values: readonly TypedExpr[],
  space: RowSpace,
): SlicedWork<readonly Dimension[]> {
  const dimensions: Dimension[] = []
  for (const value of values) {
    dimensions.push(yield* createDimension(value, space))
    yield
  }
  return dimensions
}

/** A job and its pass. */
export interface PlannedJob {
  readonly pass: Pass
  readonly job: Job
}

/** All jobs of a plan: of the main pass, then of each nested one. */
export function listPlannedJobs({ main, nested }: RequestPlan): readonly PlannedJob[] {
  return [main, ...nested.map(({ pass }) => pass)].flatMap((pass) =>
    pass.jobs.map((job) => ({ pass, job })),
  )
}

/** Which pair of windows a measure is aggregated in: 0 for the request's own. */
export function getWindowPairIndex({ otherWindow }: Measure): number {
  return otherWindow === undefined ? 0 : otherWindow + 1
}

/**
 * The measure's own filter becomes a condition on the rows, so that only combinations of matching rows
 * count.
 */
function* nestedPass(
  request: AggregateRequest,
  at: {
    readonly measure: Measure
    readonly place: number
    readonly spaces: readonly GroupSpace[]
    readonly space: RowSpace
    readonly parts: number
  },
): SlicedWork<NestedPass> {
  const { measure, place, spaces, space, parts } = at
  const per = yield* createDimensions(measure.nested!.per, space)
  const inner = per.reduce((product, { size }) => product * size, 1)
  const pair = [request.windows, ...(request.otherWindows ?? [])][getWindowPairIndex(measure)]!
  const conditions = [request.filter, measure.filter].filter((condition) => condition !== null)
  const { nested: _, otherWindow: __, ...plain } = measure
  const pass = planPass({
    space,
    groupings: spaces.map(({ dimensions }) =>
      groupSpace(measure.name, [...dimensions, ...per], space.rowCount),
    ),
    parts,
    measures: [{ ...plain, filter: null }],
    windows: [pair.current, pair.compare].map((side) => ({
      rows: windowRows([...conditions, side], space),
      measures: [0],
    })),
  })
  return { measure: place, pass, inner }
}

/** A plan and its rows. */
export interface PlannedRows {
  readonly space: RowSpace
  readonly plan: RequestPlan
}

/** Plans a request and derives the codes and computed columns that it needs. */
export function planRows(
  request: AggregateRequest,
  registry: TableRegistry,
  parts: number,
): PlannedRows {
  const space = createRowSpace(request.rows, registry)
  return { space, plan: runToEnd(planRequest(request, space, parts)) }
}

/** As {@link planRows}, in slices; codes that keys to group by need are derived first. */
export function* planInSlices(
  request: AggregateRequest,
  registry: TableRegistry,
  parts: number,
): SlicedWork<PlannedRows> {
  yield* findVisibleRows(request.rows, registry)
  const space = createRowSpace(request.rows, registry)
  const { cache } = registry
  for (const { value } of request.groupings.flat()) {
    const column = onlyColumn(value, space)
    if (column === null || column.kind === 'coded' || cache.knownCodes(column) !== null) continue
    cache.keepCodes(column, yield* codeColumnInSlices(column))
  }
  return { space, plan: yield* planRequest(request, space, parts) }
}

const NOT_DERIVED = new Error('Something has to be made first')

/**
 * Plans a request from codes and computed columns that exist already; null when one is missing,
 * because deriving it takes long on many rows.
 */
export function planFromCache(
  request: AggregateRequest,
  registry: TableRegistry,
  parts: number,
): PlannedRows | null {
  const { cache } = registry
  let planning = true
  const cachedRegistry: TableRegistry = {
    ...registry,
    cache: {
      ...cache,
      coded(column) {
        const isKnown = column.kind === 'coded' || cache.knownCodes(column) !== null
        if (planning && !isKnown) throw NOT_DERIVED
        return cache.coded(column)
      },
      computed(key, compute) {
        if (planning && cache.knownComputed(key) === null) throw NOT_DERIVED
        return cache.computed(key, compute)
      },
    },
  }
  try {
    return planRows(request, cachedRegistry, parts)
  } catch (error) {
    if (error === NOT_DERIVED) return null
    throw error
  } finally {
    planning = false
  }
}

import { assertNever } from '@tributary/core'
import type { TypedExpr } from '@tributary/expression'
import { aggregateTypeError } from '../../request/errors.ts'
import { isTextExtreme, type Measure } from '../../request/source.ts'
import { type Column, getNullCount, isCountedColumn } from '../columns/column.ts'
import { type UnitsVector, unitsVector } from '../select/expression-vector.ts'
import type { Predicate } from '../select/predicate.ts'
import { expressionKey, type RowSpace } from '../select/row-space.ts'
import { toPredicate } from '../select/to-predicate.ts'
import {
  type BlockReader,
  blockReader,
  countedReader,
  createColumnFill,
  fillPresence,
  fillVector,
  plainReader,
} from './block-reader.ts'
import { bigLimbs, floatLimbs, type Split, WHOLE_ONLY } from './limbs.ts'
import { createSlots, type KeptSlots, type NewGroup, type SlotFilter, type Slots } from './slots.ts'

/** How a measure is aggregated, and in which slots. */
export type MeasurePlan =
  /** COUNT of rows. */
  | { readonly kind: 'rows' }
  | { readonly kind: 'count'; readonly slot: number }
  | { readonly kind: 'sum'; readonly slots: readonly number[]; readonly column: Column }
  /** SUM of an expression in whole units that is computed for the rows that are read. */
  | { readonly kind: 'units'; readonly slot: number; readonly scale: number }
  | { readonly kind: 'extreme'; readonly extreme: number; readonly column: Column }
  /** Aggregates that need all values of a group at once: each has a job of its own. */
  | {
      readonly kind: 'ordered'
      readonly measure: Measure
      readonly column: Column
      /** The rows that are aggregated; null for all of them. */
      readonly filter: Predicate | null
    }

/** The plans of some measures, and the slots that they need. */
export interface MeasurePlans extends KeptSlots {
  readonly measures: readonly MeasurePlan[]
}

/**
 * Plans the measures of windows that have at most so many rows together. Throws {@link AttributionError} for an aggregate that
 * does not take its argument's type.
 */
export function planMeasures(
  measures: readonly Measure[],
  space: RowSpace,
  rows: number,
): MeasurePlans {
  const slots = createSlots()
  const filters = new Map<string, SlotFilter>()
  const isPart = rows < SHARE_OF_ROWS * space.rowCount
  const planned = measures.map((measure) => planMeasure(measure, space, { slots, filters, isPart }))
  return { measures: planned, ...slots.kept() }
}

/** Below this share of all rows an expression is computed for the rows that are read, and not kept as a column. */
const SHARE_OF_ROWS = 0.5

/** The state that the measures of a plan share. */
interface PlanState {
  readonly slots: Slots
  /** Whether the windows are a small part of the rows. */
  readonly isPart: boolean
  /** By key, so that a condition over texts is evaluated once per value for all of its measures. */
  readonly filters: Map<string, SlotFilter>
}

function planMeasure(
  measure: Measure,
  space: RowSpace,
  { slots, filters, isPart }: PlanState,
): MeasurePlan {
  const filter = resolveSlotFilter(measure, space, filters)
  const key = `${expressionKey(measure.argument)} ${filter?.key}`
  const units = isPart ? findSumVector(measure, space) : null
  if (units !== null) {
    const [slot] = slots.group(unitsGroup(`sum ${key}`, units, filter))
    return { kind: 'units', slot: slot!, scale: units.scale }
  }
  const column = measure.argument === null ? null : argumentColumn(measure, measure.argument, space)
  switch (measure.aggregate) {
    case 'COUNT': {
      if (filter === null && (column === null || getNullCount(column) === 0))
        return { kind: 'rows' }
      const [slot] = slots.group(countGroup(`count ${key}`, column, filter))
      return { kind: 'count', slot: slot! }
    }
    case 'SUM': {
      const sumSlots = slots.group(sumGroup(`sum ${key}`, column!, filter))
      return { kind: 'sum', slots: sumSlots, column: column! }
    }
    case 'MIN':
    case 'MAX': {
      const which = measure.aggregate
      // Numbers beyond 2^53 are compared by their codes, which have the same order.
      const comparedColumn = column!.kind === 'bigs' ? space.coded(column!) : column!
      const open = (): BlockReader => extremeReader(comparedColumn)
      const extreme = slots.extreme({ key: `${which} ${key}`, filter, which, open })
      return { kind: 'extreme', extreme, column: comparedColumn }
    }
    case 'COUNT_DISTINCT':
      // Makes the codes now, so that threads share them.
      space.coded(column!)
      return { kind: 'ordered', measure, column: column!, filter: filter?.predicate ?? null }
    case 'PERCENTILE':
    case 'PERCENTILE_DISC':
    case 'VARIANCE':
    case 'STDDEV':
      return { kind: 'ordered', measure, column: column!, filter: filter?.predicate ?? null }
    default:
      return assertNever(measure.aggregate)
  }
}

function resolveSlotFilter(
  { filter }: Measure,
  space: RowSpace,
  filters: PlanState['filters'],
): SlotFilter | null {
  if (filter === null) return null
  const key = expressionKey(filter)
  const slotFilter = filters.get(key) ?? { key, predicate: toPredicate(filter, space) }
  filters.set(key, slotFilter)
  return slotFilter
}

/** The argument of a sum that need not be a column. */
function findSumVector({ aggregate, argument }: Measure, space: RowSpace): UnitsVector | null {
  if (aggregate !== 'SUM' || argument === null || argument.kind === 'reference') return null
  return argument.type === 'INT' || argument.type === 'DECIMAL'
    ? unitsVector(argument, space)
    : null
}

function argumentColumn(measure: Measure, argument: TypedExpr, space: RowSpace): Column {
  const { type } = argument
  const isNumber = type === 'INT' || type === 'DECIMAL' || type === 'DOUBLE' || type === 'NULL'
  const takesAny = measure.aggregate === 'COUNT' || measure.aggregate === 'COUNT_DISTINCT'
  if (!takesAny && !isNumber && !isTextExtreme(measure)) {
    throw aggregateTypeError(measure.name, measure.aggregate, type)
  }
  return getExpressionColumn(argument, space)
}

/** A column as it lies in memory, or an expression as a column. */
export function getExpressionColumn(typed: TypedExpr, space: RowSpace): Column {
  if (typed.kind === 'reference') {
    const place = space.place(typed)
    if (place.kind === 'own') return place.column
  }
  return space.computed(typed)
}

function countGroup(key: string, column: Column | null, filter: SlotFilter | null): NewGroup {
  const open = (): BlockReader =>
    blockReader({ fill: fillPresence(column), missing: 0, split: WHOLE_ONLY })
  return { key, filter, size: 1, plain: false, open }
}

function sumGroup(key: string, column: Column, filter: SlotFilter | null): NewGroup {
  const split = pickSplit(column)
  const size = split.count
  if (
    size === 1 &&
    getNullCount(column) === 0 &&
    (column.kind === 'floats' || isCountedColumn(column))
  ) {
    const open = (): BlockReader =>
      column.kind === 'floats' ? plainReader(column.values) : countedReader(column)
    return { key, filter, size, plain: filter === null, open }
  }
  // A NULL adds -0, which leaves every sum unchanged, also that of no rows.
  const open = (): BlockReader =>
    blockReader({ fill: createColumnFill(column), missing: -0, split })
  return { key, filter, size, plain: false, open }
}

function unitsGroup(key: string, vector: UnitsVector, filter: SlotFilter | null): NewGroup {
  const open = (): BlockReader =>
    blockReader({ fill: fillVector(vector), missing: -0, split: WHOLE_ONLY })
  return { key, filter, size: 1, plain: false, open }
}

function pickSplit(column: Column): Split {
  if (column.kind === 'coded') return WHOLE_ONLY
  return column.kind === 'bigs' ? bigLimbs(column) : floatLimbs(column)
}

function extremeReader(column: Column): BlockReader {
  return blockReader({ fill: createColumnFill(column), missing: Number.NaN, split: WHOLE_ONLY })
}

import { evaluate, findConditionIntervals, type TypedExpr } from '@tributary/expression'
import {
  type ComparisonOperator,
  MIRRORED,
  type TypedConstant,
} from '@tributary/expression/internal'
import {
  type CodedColumn,
  type CountedColumn,
  type FloatColumn,
  getColumnRowCount,
  getNullCount,
  isCountedColumn,
} from '../columns/column.ts'
import { markNumbers } from '../kernels/mark-rows.ts'
import { refineNumbers } from '../kernels/refine-rows.ts'
import { type NumberRange, selectNumbers } from '../kernels/select-rows.ts'
import { combineWithAnd, combineWithOr } from './combine-predicates.ts'
import { type ComparedColumn, constantRange } from './constant-range.ts'
import {
  EVERY_ROW,
  NO_ROW,
  type Predicate,
  predicateByMarks,
  predicateByTest,
} from './predicate.ts'
import type { RowSpace } from './row-space.ts'

/** Longer lists of IN are looked up in a set instead of being compared one by one. */
const MAX_COMPARED = 8

/**
 * Makes a predicate of a condition on one column of numbers that is a set of ranges: a comparison
 * with a constant, IN, IS NULL, or any condition on a time that is a set of intervals. Null for
 * other conditions.
 */
export function predicateByRange(
  typed: TypedExpr,
  wanted: boolean,
  space: RowSpace,
): Predicate | null {
  if (typed.kind === 'comparison') {
    const mirrored = typed.left.kind === 'constant'
    const [side, constant] = mirrored ? [typed.right, typed.left] : [typed.left, typed.right]
    const column = findNumberColumn(side, space)
    if (column === null || constant.kind !== 'constant') {
      return predicateByTime(typed, wanted, space)
    }
    const op = mirrored ? MIRRORED[typed.op] : typed.op
    return compareWith(column, wanted ? op : OPPOSITE[op], { constant, space })
  }
  if (typed.kind !== 'call') return null
  if (typed.function === 'IsNull') {
    const column = findNumberColumn(typed.args[0]!, space)
    if (column === null) return null
    return inRange(column, wanted ? IS_NULL : NOT_NULL, space)
  }
  if (typed.function !== 'IN') return null
  const [value, ...members] = typed.args
  const column = findNumberColumn(value!, space)
  if (column === null) return predicateByTime(typed, wanted, space)
  return predicateOfList({ column, space }, members, wanted)
}

const OPPOSITE: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

const IS_NULL: NumberRange = { kind: 'null', low: 0, high: 0 }
const NOT_NULL: NumberRange = { kind: 'outside', low: Infinity, high: -Infinity }

/** A column whose numbers are compared where they lie. */
type NumberColumn = FloatColumn | CountedColumn

function findNumberColumn(typed: TypedExpr, space: RowSpace): NumberColumn | null {
  if (typed.kind !== 'reference') return null
  const place = space.place(typed)
  if (place.kind !== 'own') return null
  return place.column.kind === 'floats' || isCountedColumn(place.column) ? place.column : null
}

function findFloatColumn(typed: TypedExpr, space: RowSpace): FloatColumn | null {
  const column = findNumberColumn(typed, space)
  return column?.kind === 'floats' ? column : null
}

function inRange(column: NumberColumn, range: NumberRange, space: RowSpace): Predicate {
  const nulls = getNullCount(column)
  if (range === IS_NULL && nulls === 0) return NO_ROW
  if (range === NOT_NULL && nulls === 0) return EVERY_ROW
  if (column.kind === 'coded') return predicateByMarks(column.codes, marksOfRange(column, range))
  const narrow = narrowCodes(column, space)
  if (narrow !== null) return predicateByMarks(narrow.codes, marksOfRange(narrow, range))
  const { values } = column
  return {
    constant: null,
    cost: 1.5,
    select: (stretch, out) => selectNumbers(values, range, stretch, out),
    refine: (rows, selected) => refineNumbers(values, range, rows, selected),
    mark: (rows, selected, out) => markNumbers({ values, range }, rows, selected, out),
  }
}

/** Converts a column to the facts that comparing it with constants needs. */
function toComparedColumn(column: NumberColumn): ComparedColumn {
  const { type, scale } = column
  if (column.kind === 'floats') return { type, scale, absoluteSum: column.range.absoluteSum }
  const { first, size } = column.domain
  const largest = Math.max(Math.abs(first), Math.abs(first + size - 1))
  return { type, scale, absoluteSum: largest * column.codes.length }
}

function compareWith(
  column: NumberColumn,
  op: ComparisonOperator,
  { constant: { constant }, space }: { readonly constant: TypedConstant; readonly space: RowSpace },
): Predicate | null {
  if (constant.value === null) return NO_ROW
  const range = constantRange(toComparedColumn(column), op, constant)
  return range === null ? null : inRange(column, range, space)
}

/** TRUE when the value is a member; FALSE when it is not and no member is NULL. */
function predicateOfList(
  { column, space }: { readonly column: NumberColumn; readonly space: RowSpace },
  members: readonly TypedExpr[],
  wanted: boolean,
): Predicate | null {
  const constants = members.filter((member) => member.kind === 'constant')
  if (constants.length < members.length) return null
  const hasNull = constants.some(({ constant }) => constant.value === null)
  if (!wanted && hasNull) return NO_ROW
  const ranges: NumberRange[] = []
  for (const { constant } of constants) {
    if (constant.value === null) continue
    const range = constantRange(toComparedColumn(column), '=', constant)
    if (range === null) return null
    if (range.low <= range.high) ranges.push(range)
  }
  if (ranges.length > MAX_COMPARED) return predicateOfSet(column, ranges, wanted)
  if (wanted) return combineWithOr(ranges.map((range) => inRange(column, range, space)))
  const exclusions = ranges.map((range) => inRange(column, { ...range, kind: 'outside' }, space))
  return combineWithAnd(
    [inRange(column, NOT_NULL, space), ...exclusions],
    getColumnRowCount(column),
  )
}

function predicateOfSet(
  column: NumberColumn,
  ranges: readonly NumberRange[],
  wanted: boolean,
): Predicate {
  if (column.kind === 'coded')
    return predicateByMarks(column.codes, marksOfSet(column, ranges, wanted))
  const { values } = column
  const members = new Set(ranges.map(({ low }) => low))
  return predicateByTest(15, (row) => {
    const value = values[row]!
    return !Number.isNaN(value) && members.has(value) === wanted
  })
}

/** Conditions such as truncated times: sets of intervals of one column of microseconds. */
function predicateByTime(typed: TypedExpr, wanted: boolean, space: RowSpace): Predicate | null {
  let column: FloatColumn | null = null
  const condition: TypedExpr = wanted ? typed : { kind: 'not', type: 'BOOLEAN', operand: typed }
  const intervals = findConditionIntervals(condition, (reference) => {
    if (reference.type !== 'TIMESTAMP') return false
    column = findFloatColumn(reference, space)
    return column !== null
  })
  const times = column as FloatColumn | null
  if (intervals === null || times === null) return null
  const stretches = intervals.map(({ from, to }) =>
    inRange(
      times,
      {
        kind: 'inside',
        low: from === null ? -Infinity : Number(from),
        high: to === null ? Infinity : Number(to) - 1,
      },
      space,
    ),
  )
  // Intervals say nothing about NULL.
  const nulls = evaluate(condition, () => null) === true ? [inRange(times, IS_NULL, space)] : []
  return combineWithOr([...stretches, ...nulls])
}

/** Codes of this many values and NULL take two bytes per row. */
const MAX_SPAN = 2 ** 16 - 2

/**
 * Codes of one or two bytes for a column of whole numbers with a small range, cached; null for
 * other columns. Scattered rows load a cache line each, which holds eight doubles or 64 codes:
 * comparing years this way is four times as fast.
 */
function narrowCodes(column: FloatColumn, space: RowSpace): CodedColumn | null {
  const { min, max, whole: isWhole } = column.range
  if (column.partial === true || !isWhole || !(max - min < MAX_SPAN)) return null
  return space.coded(column)
}

/** One mark per code of a counted column: 1 when its number is in the range. */
function marksOfRange({ domain }: CodedColumn, { kind, low, high }: NumberRange): Uint8Array {
  const { size } = domain
  const first = domain.kind === 'count' ? domain.first : 0
  const marks = new Uint8Array(size + 1)
  if (kind === 'null') return marks.fill(1, size)
  const from = Math.min(size, Math.max(0, Math.ceil(low) - first))
  const to = Math.max(from, Math.min(size, Math.floor(high) - first + 1))
  if (kind === 'inside') return marks.fill(1, from, to)
  return marks.fill(1, 0, from).fill(1, to, size)
}

/** One mark per code of a counted column: 1 when its number is a member, or when it is none. */
function marksOfSet(
  { domain }: CountedColumn,
  members: readonly NumberRange[],
  wanted: boolean,
): Uint8Array {
  const { first, size } = domain
  const marks = new Uint8Array(size + 1).fill(Number(!wanted), 0, size)
  for (const { low } of members) {
    if (low >= first && low < first + size) marks[low - first] = Number(wanted)
  }
  return marks
}

import {
  evaluate,
  findConditionIntervals,
  type TypedExpr,
  type TypedReference,
  typedReferences,
} from '@tributary/expression'
import { DAY } from '@tributary/expression/internal'
import { conjunction, splitConjunction } from '../../request/conjunction.ts'
import type { Column } from '../columns/column.ts'
import type { RowRange, WindowRows } from './block.ts'
import { EVERY_ROW } from './predicate.ts'
import type { RowSpace, SortedRows } from './row-space.ts'
import { toPredicate } from './to-predicate.ts'

/**
 * Finds the rows for which every condition is TRUE. When rows are sorted by a time, conditions that
 * name intervals of it become ranges of rows, found by binary search; the rest becomes a predicate.
 */
export function windowRows(conditions: readonly TypedExpr[], space: RowSpace): WindowRows {
  const parts = conditions.flatMap(splitConjunction)
  const remainingConditions: TypedExpr[] = []
  let ranges: readonly RowRange[] = [{ from: 0, to: space.rowCount }]
  for (const part of parts) {
    const partRanges = findRowRanges(part, space)
    if (partRanges === null) remainingConditions.push(part)
    else ranges = intersect(ranges, partRanges)
  }
  const joined = conjunction(remainingConditions)
  return { ranges, predicate: joined === null ? EVERY_ROW : toPredicate(joined, space) }
}

function findRowRanges(condition: TypedExpr, space: RowSpace): readonly RowRange[] | null {
  const { sorted, rowCount } = space
  if (sorted === null) return null
  const isTime = (reference: TypedReference): boolean => {
    const place = space.place(reference)
    return place.kind === 'own' && place.column === sorted.column
  }
  return stretches(condition, { isTime, rowCount, present: sorted.present }, (moment) =>
    firstAtOrAfter(moment, sorted),
  )
}

interface TimeRows {
  readonly rowCount: number
  readonly present: number
  isTime(reference: TypedReference): boolean
}

/** The ranges of rows of a condition on the time; null for any other condition. */
function stretches(
  condition: TypedExpr,
  { isTime, rowCount, present }: TimeRows,
  rowOf: (moment: bigint) => number,
): RowRange[] | null {
  if (typedReferences(condition).length === 0) return null
  const intervals = findConditionIntervals(condition, isTime)
  if (intervals === null) return null
  const ranges = intervals.map(({ from, to }) => ({
    from: from === null ? 0 : rowOf(from),
    to: to === null ? present : rowOf(to),
  }))
  // Intervals say nothing about NULL; rows without a time are last.
  if (evaluate(condition, () => null) === true) ranges.push({ from: present, to: rowCount })
  return ranges.filter(({ from, to }) => from < to)
}

/** The first step whose last time is not before a moment. */
export function findTimeStep(moment: bigint, last: readonly bigint[]): number {
  const step = last.findIndex((time) => time >= moment)
  return step === -1 ? last.length : step
}

/** The first row whose time is not before a moment. Rows without a time are last and in no interval. */
function firstAtOrAfter(moment: bigint, { column, present, steps }: SortedRows): number {
  let low = 0
  let high = present
  if (steps !== undefined) {
    low = Math.min(present, findTimeStep(moment, steps.last) * steps.rows)
    high = Math.min(present, low + steps.rows)
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeAt(column, middle) < moment) low = middle + 1
    else high = middle
  }
  return low
}

/** The time of a row that has one, in microseconds. */
export function timeAt(column: Column, row: number): bigint {
  if (column.kind === 'bigs') return column.values[row]!
  if (column.kind === 'floats') return scaleToMicroseconds(BigInt(column.values[row]!), column.type)
  const first = column.domain.kind === 'count' ? column.domain.first : 0
  return scaleToMicroseconds(BigInt(first + column.codes[row]!), column.type)
}

function scaleToMicroseconds(time: bigint, type: Column['type']): bigint {
  return type === 'DATE' ? time * DAY : time
}

/** The intersection of two lists of ranges. */
export function intersect(a: readonly RowRange[], b: readonly RowRange[]): readonly RowRange[] {
  return a
    .flatMap((first) =>
      b.map((second) => ({
        from: Math.max(first.from, second.from),
        to: Math.min(first.to, second.to),
      })),
    )
    .filter(({ from, to }) => from < to)
}

import type { TypedExpr } from '@tributary/expression'
import type { AggregateAnswer } from '../../request/source.ts'
import { nullTest } from '../columns/column.ts'
import type { RowSpace } from '../select/row-space.ts'
import { timeAt } from '../select/window-rows.ts'
import { getExpressionColumn } from './measure-plan.ts'

/** First and last time of the rows, in microseconds since 1970; null when no row has one. */
export function timeFrontier(time: TypedExpr, space: RowSpace): AggregateAnswer['frontier'] {
  const column = getExpressionColumn(time, space)
  if (column === space.sorted?.column) {
    const { present } = space.sorted
    if (present === 0) return null
    return { first: timeAt(column, 0), last: timeAt(column, present - 1) }
  }
  const isNull = nullTest(column)
  const values = column.kind === 'coded' ? column.codes : column.values
  let first = -1
  let last = -1
  for (let row = 0; row < values.length; row++) {
    if (isNull(row)) continue
    if (first === -1 || values[row]! < values[first]!) first = row
    if (last === -1 || values[row]! > values[last]!) last = row
  }
  return first === -1 ? null : { first: timeAt(column, first), last: timeAt(column, last) }
}

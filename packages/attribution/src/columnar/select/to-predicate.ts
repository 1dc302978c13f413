import { type TypedExpr, typedReferences } from '@tributary/expression'
import { isCountedColumn } from '../columns/column.ts'
import { combineWithAnd, combineWithOr } from './combine-predicates.ts'
import { compareVectors } from './compare-vectors.ts'
import {
  EVERY_ROW,
  NO_ROW,
  type Predicate,
  predicateByMarks,
  predicateByTest,
} from './predicate.ts'
import { predicateByRange } from './predicate-by-range.ts'
import { onlyColumn, type RowSpace, rowReader, valuesByCode } from './row-space.ts'

/**
 * Makes a predicate of a BOOLEAN expression in three-valued logic: a row is selected when the
 * expression is TRUE. NOT is moved down to the measures (De Morgan), so that a measure only has to know
 * for which rows it is TRUE, or FALSE. A part over one coded column is evaluated once per value;
 * comparisons of numbers run in typed loops; anything else is evaluated row by row.
 */
export function toPredicate(typed: TypedExpr, space: RowSpace): Predicate {
  return predicateFor(typed, true, space)
}

function predicateFor(typed: TypedExpr, wanted: boolean, space: RowSpace): Predicate {
  if (typed.kind === 'constant') {
    return typed.constant.value === wanted ? EVERY_ROW : NO_ROW
  }
  const byCode = predicateByCode(typed, wanted, space)
  if (byCode !== null) return byCode
  if (typed.kind === 'not') return predicateFor(typed.operand, !wanted, space)
  if (typed.kind === 'logical') {
    const parts = typed.operands.map((operand) => predicateFor(operand, wanted, space))
    return (typed.op === 'AND') === wanted
      ? combineWithAnd(parts, space.rowCount)
      : combineWithOr(parts)
  }
  return (
    predicateByRange(typed, wanted, space) ??
    compareVectors(typed, wanted, space) ??
    predicateByRow(typed, wanted, space)
  )
}

/** Makes a predicate of an expression over one coded column: one mark per value. */
function predicateByCode(typed: TypedExpr, wanted: boolean, space: RowSpace): Predicate | null {
  const column = onlyColumn(typed, space)
  if (column === null) return null
  // Codes of numbers are evaluated only for a related table, which number kernels cannot read.
  if ((column.kind !== 'coded' || isCountedColumn(column)) && !hasRelatedReference(typed, space))
    return null
  const key = space.coded(column)
  if (key.domain.size > Math.max(4096, space.rowCount)) return null
  const marks = Uint8Array.from(valuesByCode(typed, key, space), (value) =>
    value === wanted ? 1 : 0,
  )
  return predicateByMarks(key.codes, marks)
}

function hasRelatedReference(typed: TypedExpr, space: RowSpace): boolean {
  return typedReferences(typed).some((reference) => space.place(reference).kind === 'related')
}

function predicateByRow(typed: TypedExpr, wanted: boolean, space: RowSpace): Predicate {
  const valueIn = rowReader(typed, space)
  return predicateByTest(50, (row) => valueIn(row) === wanted)
}

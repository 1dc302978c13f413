import {
  evaluate,
  intervalsOf,
  type TypedExpr,
  type TypedReference,
  typedReferences,
} from '@tributary/expression'
import type { MemoryTable } from '../columns/column.ts'
import type { RowRange } from '../select/block.ts'
import { conjuncts, intersect, stepOf } from '../select/window-rows.ts'

/** What the steps of a table tell of a window before one of its rows is looked at. */
export interface WindowSteps {
  /** Stretches of rows, in whole steps, that hold all its rows; null: they may be anywhere. */
  readonly ranges: readonly RowRange[] | null
  /** The steps in which those stretches begin and end: in no other is the time looked at. */
  readonly bounds: readonly RowRange[]
  /** The conditions that are looked at row by row. */
  readonly rest: readonly TypedExpr[]
}

/** Finds the steps that may hold rows for which every condition is TRUE. */
export function windowSteps(
  conditions: readonly TypedExpr[],
  { sorted, rowCount, columns }: MemoryTable,
  alias: string,
): WindowSteps {
  const parts = conditions.flatMap(conjuncts)
  const steps = sorted?.steps
  if (sorted === null || steps === undefined) return { ranges: null, bounds: [], rest: parts }
  const type = columns.get(sorted.column)!.type
  const isTime = (reference: TypedReference): boolean =>
    reference.table === alias && reference.name === sorted.column && reference.type === type
  let found: readonly RowRange[] | null = null
  const bounds: RowRange[] = []
  const rest: TypedExpr[] = []
  const boundAt = (moment: bigint): number => {
    const step = stepOf(moment, steps.last)
    const from = step * steps.rows
    if (step < steps.last.length) bounds.push({ from, to: from + steps.rows })
    return step
  }
  for (const part of parts) {
    const intervals = typedReferences(part).length === 0 ? null : intervalsOf(part, isTime)
    if (intervals === null) {
      rest.push(part)
      continue
    }
    const ranges = intervals.map(({ from, to }) => ({
      from: from === null ? 0 : boundAt(from) * steps.rows,
      to: to === null ? rowCount : Math.min(rowCount, (boundAt(to) + 1) * steps.rows),
    }))
    if (evaluate(part, () => null) === true) ranges.push({ from: sorted.present, to: rowCount })
    found = found === null ? ranges : intersect(found, ranges)
  }
  return { ranges: found, bounds, rest }
}

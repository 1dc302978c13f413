import {
  evaluate,
  findConditionIntervals,
  type TypedExpr,
  type TypedReference,
  typedReferences,
} from '@tributary/expression'
import { splitConjunction } from '../../request/conjunction.ts'
import type { AggregateRequest, Measure } from '../../request/source.ts'
import type { MemoryTable } from '../columns/column.ts'
import type { RowRange } from '../select/block.ts'
import { findTimeStep, intersect } from '../select/window-rows.ts'

/** A part of a column that a request needs: its dictionary, or some of its rows. */
export interface SnapshotPart {
  readonly column: string
  readonly part: 'texts' | RowRange
}

/** The parts of a table that a request needs: the columns that it names, and of these the rows that its windows touch. */
export function requestParts(
  request: AggregateRequest,
  table: MemoryTable,
): readonly SnapshotPart[] {
  if (request.rows.base.visible !== undefined) return listVisibleParts(request, table)
  const { ranges, bounds, rest: remainingConditions } = allWindows(request, table)
  const all = everyRow(table)
  const parts: SnapshotPart[] = []
  const { sorted } = table
  if (sorted !== null) for (const part of bounds) parts.push({ column: sorted.column, part })
  for (const [column, need] of columnNeeds(request, table, remainingConditions)) {
    parts.push(...columnParts(column, table, need === 'all' ? all : (ranges ?? all)))
  }
  return [...parts, ...frontierParts(request, table)]
}

/** Visible rows may be anywhere, and are a table of their own: all rows of the columns that the request names. */
function listVisibleParts(request: AggregateRequest, table: MemoryTable): readonly SnapshotPart[] {
  const { sorted, columns } = table
  const named = new Set(sorted === null ? [] : [sorted.column])
  const left: unknown[] = [request]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    const { kind, table: alias, name } = next as Partial<TypedReference>
    const isOwn = kind === 'reference' && alias === request.rows.base.alias
    if (isOwn && name !== undefined && columns.has(name)) named.add(name)
    for (const part of Object.values(next)) left.push(part)
  }
  return [...named].flatMap((column) => columnParts(column, table, everyRow(table)))
}

/** Everything of a table. */
export function allParts(table: MemoryTable): readonly SnapshotPart[] {
  return [...table.columns.keys()].flatMap((column) => columnParts(column, table, everyRow(table)))
}

/** The dictionaries of a table. */
export function textParts(table: MemoryTable): readonly SnapshotPart[] {
  return [...table.columns.keys()].flatMap((column) => columnParts(column, table, []))
}

function everyRow({ rowCount }: MemoryTable): readonly RowRange[] {
  return [{ from: 0, to: rowCount }]
}

function columnParts(
  column: string,
  { columns }: MemoryTable,
  ranges: readonly RowRange[],
): readonly SnapshotPart[] {
  const tableColumn = columns.get(column)!
  const rows = ranges.map((part) => ({ column, part }))
  const hasTexts = tableColumn.kind === 'coded' && tableColumn.domain.kind === 'texts'
  return hasTexts ? [{ column, part: 'texts' }, ...rows] : rows
}

interface AllWindows {
  /** Stretches of rows that hold all windows; null when one of them may be anywhere. */
  readonly ranges: readonly RowRange[] | null
  readonly bounds: readonly RowRange[]
  readonly rest: readonly TypedExpr[]
}

function allWindows(
  { filter, windows, otherWindows = [], rows }: AggregateRequest,
  table: MemoryTable,
): AllWindows {
  const shared = filter === null ? [] : [filter]
  const sides = [windows, ...otherWindows].flatMap(({ current, compare }) => [current, compare])
  const stepsBySide = sides.map((side) => windowSteps([...shared, side], table, rows.base.alias))
  const areRangesKnown = stepsBySide.every(({ ranges }) => ranges !== null)
  return {
    ranges: areRangesKnown ? stepsBySide.flatMap(({ ranges }) => ranges!) : null,
    bounds: stepsBySide.flatMap(({ bounds }) => bounds),
    rest: stepsBySide.flatMap(({ rest: remainingConditions }) => remainingConditions),
  }
}

/** The first and the last time of the sorted column stand in the first row and the last that has one; of anything else anywhere. */
function frontierParts({ time }: AggregateRequest, table: MemoryTable): readonly SnapshotPart[] {
  if (time === null) return []
  const { sorted, columns } = table
  const isSorted = time.kind === 'reference' && time.name === sorted?.column
  if (isSorted && time.type === columns.get(time.name)!.type) {
    const ends = [0, Math.max(0, sorted.present - 1)].map((row) => ({ from: row, to: row + 1 }))
    return columnParts(time.name, table, ends)
  }
  return typedReferences(time)
    .filter(({ name }) => columns.has(name))
    .flatMap(({ name }) => columnParts(name, table, everyRow(table)))
}

/** How much of a column a request reads: the rows of its windows, or all. */
export type ColumnNeed = 'windows' | 'all'

/** The columns of its base table that a request reads; only some conditions of its windows are evaluated row by row. */
export function columnNeeds(
  request: AggregateRequest,
  { columns }: MemoryTable,
  conditions: readonly TypedExpr[],
): ReadonlyMap<string, ColumnNeed> {
  const needs = new Map<string, ColumnNeed>()
  const { alias } = request.rows.base
  const need = (typed: TypedExpr | null, how: ColumnNeed): void => {
    for (const { table, name, type } of typed === null ? [] : typedReferences(typed)) {
      const column = table === alias ? columns.get(name) : undefined
      if (column === undefined) continue
      // As another type it is converted as a whole.
      const all = how === 'all' || column.type !== type
      if (all || !needs.has(name)) needs.set(name, all ? 'all' : how)
    }
  }
  const isCoded = ({ table, name, type }: TypedReference): boolean => {
    const column = table === alias ? columns.get(name) : undefined
    return column?.kind === 'coded' && column.type === type
  }
  const { measures, groupings, rows } = request
  for (const condition of conditions) need(condition, 'windows')
  for (const measure of measures) {
    need(measure.filter, 'windows')
    need(measure.argument, readsInPlace(measure) ? 'windows' : 'all')
    for (const per of measure.nested?.per ?? []) need(per, groupsInPlace(per, isCoded))
  }
  for (const { value } of groupings.flat()) need(value, groupsInPlace(value, isCoded))
  for (const { on, asOf } of rows.lookups) {
    need(asOf?.left ?? null, 'all')
    need(asOf?.after ?? null, 'all')
    for (const { left: leftKey } of on)
      need(leftKey, on.length > 1 || asOf !== undefined ? 'all' : groupsInPlace(leftKey, isCoded))
  }
  return needs
}

/** Numbers that are added up, counted or compared are read row by row; others are coded or computed as a whole. */
function readsInPlace({ aggregate, argument }: Measure): boolean {
  const isRowwiseAggregate =
    aggregate === 'SUM' || aggregate === 'COUNT' || aggregate === 'MIN' || aggregate === 'MAX'
  return isRowwiseAggregate && argument?.kind === 'reference'
}

/** An expression of one coded column is computed once a value. */
function groupsInPlace(
  typed: TypedExpr,
  isCoded: (reference: TypedReference) => boolean,
): ColumnNeed {
  const references = typedReferences(typed)
  const names = new Set(references.map(({ name }) => name))
  return names.size <= 1 && references.every(isCoded) ? 'windows' : 'all'
}

/** The facts about a window that the steps of a table tell before any of its rows is read. */
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
  const parts = conditions.flatMap(splitConjunction)
  const steps = sorted?.steps
  if (sorted === null || steps === undefined) return { ranges: null, bounds: [], rest: parts }
  const type = columns.get(sorted.column)!.type
  const isTime = (reference: TypedReference): boolean =>
    reference.table === alias && reference.name === sorted.column && reference.type === type
  let stepRanges: readonly RowRange[] | null = null
  const bounds: RowRange[] = []
  const remainingConditions: TypedExpr[] = []
  const boundAt = (moment: bigint): number => {
    const step = findTimeStep(moment, steps.last)
    const from = step * steps.rows
    if (step < steps.last.length) bounds.push({ from, to: from + steps.rows })
    return step
  }
  for (const part of parts) {
    const intervals =
      typedReferences(part).length === 0 ? null : findConditionIntervals(part, isTime)
    if (intervals === null) {
      remainingConditions.push(part)
      continue
    }
    const ranges = intervals.map(({ from, to }) => ({
      from: from === null ? 0 : boundAt(from) * steps.rows,
      to: to === null ? rowCount : Math.min(rowCount, (boundAt(to) + 1) * steps.rows),
    }))
    if (evaluate(part, () => null) === true) ranges.push({ from: sorted.present, to: rowCount })
    stepRanges = stepRanges === null ? ranges : intersect(stepRanges, ranges)
  }
  return { ranges: stepRanges, bounds, rest: remainingConditions }
}

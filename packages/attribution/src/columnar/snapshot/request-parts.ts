import { type TypedExpr, typedReferences } from '@tributary/expression'
import type { AggregateRequest } from '../../request/source.ts'
import type { MemoryTable } from '../columns/column.ts'
import type { RowRange } from '../select/block.ts'
import { columnNeeds } from './column-needs.ts'
import { windowSteps } from './window-steps.ts'

/** What is needed of a column: its dictionary, or some of its rows. */
export interface SnapshotPart {
  readonly column: string
  readonly part: 'texts' | RowRange
}

/** The parts of a table that a request needs: the columns that it names, and of these the rows that its windows touch. */
export function requestParts(
  request: AggregateRequest,
  table: MemoryTable,
): readonly SnapshotPart[] {
  const { ranges, bounds, rest } = allWindows(request, table)
  const all = everyRow(table)
  const parts: SnapshotPart[] = []
  const { sorted } = table
  if (sorted !== null) for (const part of bounds) parts.push({ column: sorted.column, part })
  for (const [column, need] of columnNeeds(request, table, rest)) {
    parts.push(...columnParts(column, table, need === 'all' ? all : (ranges ?? all)))
  }
  return [...parts, ...frontierParts(request, table)]
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
  const one = columns.get(column)!
  const rows = ranges.map((part) => ({ column, part }))
  const hasTexts = one.kind === 'coded' && one.domain.kind === 'texts'
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
  const found = sides.map((side) => windowSteps([...shared, side], table, rows.base.alias))
  const known = found.every(({ ranges }) => ranges !== null)
  return {
    ranges: known ? found.flatMap(({ ranges }) => ranges!) : null,
    bounds: found.flatMap(({ bounds }) => bounds),
    rest: found.flatMap(({ rest }) => rest),
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

import type { GroupRow, GroupTable } from './group-table.ts'

/** A row or a column of a heat map: a value of a dimension, or all that are not shown. */
export interface HeatLine {
  /** The value; null for rows without one, and for {@link isRest}. */
  readonly value: string | null
  readonly isRest: boolean
}

/** A cell of a heat map. */
export interface HeatCell {
  readonly contribution: number
  /** The group; null for a cell of several and for one without rows. */
  readonly row: GroupRow | null
  /** How many groups it stands for. */
  readonly groups: number
}

/** A table by two dimensions as a grid. */
export interface HeatGrid {
  readonly rows: readonly HeatLine[]
  readonly columns: readonly HeatLine[]
  /** By row, then by column. */
  readonly cells: readonly (readonly HeatCell[])[]
  /** The largest contribution of a cell, its sign aside. */
  readonly largest: number
}

/** The most rows and columns beside those for the rest. */
export interface HeatSize {
  readonly rows: number
  readonly columns: number
}

/**
 * Arranges a table by two dimensions: the values with the largest contributions, signs aside, then one line for all
 * others. The cells have the sum of the contributions of the table. Gives null when a group has no contribution.
 */
export function heatGrid({ rows }: Pick<GroupTable, 'rows'>, size: HeatSize): HeatGrid | null {
  if (rows.some(({ contribution }) => contribution === null)) return null
  const down = createHeatLines(rows, 0, size.rows)
  const across = createHeatLines(rows, 1, size.columns)
  const cells: Cell[][] = down.lines.map(() =>
    across.lines.map(() => ({ contribution: 0, row: null, groups: 0 })),
  )
  for (const row of rows) {
    const cell = cells[down.lineOf(row)]![across.lineOf(row)]!
    cell.contribution += row.contribution!
    cell.groups += 1
    cell.row = cell.groups === 1 ? row : null
  }
  const sizes = cells.flat().map(({ contribution }) => Math.abs(contribution))
  return {
    rows: down.lines,
    columns: across.lines,
    cells,
    largest: sizes.reduce((most, size) => Math.max(most, size), 0),
  }
}

interface Cell {
  contribution: number
  row: GroupRow | null
  groups: number
}

interface Lines {
  readonly lines: readonly HeatLine[]
  lineOf(row: GroupRow): number
}

function createHeatLines(rows: readonly GroupRow[], dimension: 0 | 1, most: number): Lines {
  const toLineKey = (row: GroupRow) => (row.missing[dimension] ? '' : `=${row.labels[dimension]}`)
  const sizes = new Map<string, number>()
  for (const row of rows) {
    const key = toLineKey(row)
    sizes.set(key, (sizes.get(key) ?? 0) + Math.abs(row.contribution!))
  }
  const ordered = [...sizes].toSorted(([, left], [, right]) => right - left).map(([key]) => key)
  // One line that is left out takes as much room as itself.
  const visibleKeys = ordered.length <= most + 1 ? ordered : ordered.slice(0, most)
  const lines = visibleKeys.map(
    (key): HeatLine => ({ value: key === '' ? null : key.slice(1), isRest: false }),
  )
  const places = new Map(visibleKeys.map((key, at) => [key, at]))
  return {
    lines: visibleKeys.length < ordered.length ? [...lines, { value: null, isRest: true }] : lines,
    lineOf: (row) => places.get(toLineKey(row)) ?? visibleKeys.length,
  }
}

import type { Paint, Role } from '../terminal.ts'
import { cutToWidth, displayWidth } from './display-width.ts'

/** A column of a printed table. */
export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Wider cells are cut, with an ellipsis. @defaultValue as wide as it takes */
  readonly widest?: number
}

/** A cell: its text, and what it is. */
export interface Cell {
  readonly text: string
  readonly role: Role
}

const GAP = '  '

/**
 * The lines of a table: the titles, then the rows, aligned by what a terminal shows, without trailing
 * blanks. Every row has a cell per column. Where no column has a title there is no line of titles.
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  paint: Paint,
): readonly string[] {
  const titles = columns.map((column): Cell => ({ text: column.title, role: 'faint' }))
  const isTitled = titles.some((title) => title.text !== '')
  const lines = [...(isTitled ? [titles] : []), ...rows].map((row) =>
    row.map((cell, index) => ({
      ...cell,
      text: cutToWidth(cell.text, columns[index]!.widest ?? Number.POSITIVE_INFINITY),
    })),
  )
  const widths = columns.map((_, index) =>
    lines.reduce((widest, line) => Math.max(widest, displayWidth(line[index]!.text)), 0),
  )
  return lines.map((line) =>
    line
      .map((cell, index) => renderCell(cell, columns[index]!.align, widths[index]!, paint))
      .join(GAP)
      .trimEnd(),
  )
}

function renderCell(cell: Cell, align: Column['align'], width: number, paint: Paint): string {
  const padding = ' '.repeat(width - displayWidth(cell.text))
  const text = paint(cell.role, cell.text)
  return align === 'left' ? text + padding : padding + text
}

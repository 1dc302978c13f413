import type { Paint, Role } from '../terminal/paint.ts'
import { cutToWidth, displayWidth } from './text.ts'

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

/** Where bars go. */
export interface BarOptions {
  /** How many columns there are for line and bar; null is as many as it takes. */
  readonly width: number | null
  readonly paint: Paint
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const
const LONGEST_BAR = 10
/** Where a full bar would be shorter than this, no bars are drawn. */
const SHORTEST_BAR = 4

/**
 * `lines` with a bar after each that has a share: its length is the share's size beside the largest, its
 * colour the sign. Lines with a bar must be of one width. Where there is no room, the lines as they are.
 */
export function appendBars(
  lines: readonly string[],
  shares: readonly (number | null)[],
  { width, paint }: BarOptions,
): readonly string[] {
  const used = Math.max(...lines.map(displayWidth)) + GAP.length
  const room = Math.min(LONGEST_BAR, width === null ? LONGEST_BAR : width - used)
  if (room < SHORTEST_BAR) return lines
  const largest = Math.max(...shares.map((share) => Math.abs(share ?? 0)))
  return lines.map((line, index) => {
    const share = shares[index] ?? 0
    if (share === 0) return line
    const bar = renderBar(Math.abs(share) / largest, room)
    return `${line}${GAP}${paint(share > 0 ? 'with' : 'against', bar)}`
  })
}

function renderCell(cell: Cell, align: Column['align'], width: number, paint: Paint): string {
  const padding = ' '.repeat(width - displayWidth(cell.text))
  const text = paint(cell.role, cell.text)
  return align === 'left' ? text + padding : padding + text
}

/** A bar of `part` (above 0, at most 1) of `width` columns, to an eighth of a column. */
function renderBar(part: number, width: number): string {
  const eighths = Math.max(1, Math.round(part * width * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!
}

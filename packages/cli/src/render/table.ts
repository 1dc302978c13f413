import type { Paint, Role } from '../terminal/paint.ts'
import { cutToWidth, displayWidth } from './text.ts'

/** A column of a printed table. */
export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Wider cells are cut, with an ellipsis. @defaultValue no limit */
  readonly widest?: number
}

/** A cell: its text and its colour. */
export interface Cell {
  readonly text: string
  readonly role: Role
}

const GAP = '  '

/**
 * The lines of a table: the titles, then the rows, aligned by display width, without trailing blanks. Every row has a
 * cell for each column. When no column has a title, there is no line of titles.
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

/** Options of {@link appendBars}. */
export interface BarOptions {
  /** The width of line and bar together, in columns; null for no limit. */
  readonly width: number | null
  readonly paint: Paint
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const
const LONGEST_BAR = 10
/** No bars are drawn when the longest would be shorter. */
const SHORTEST_BAR = 4
const MIDDLE = '│'

/**
 * Appends a bar to each line that has a share: its length is the size of the share relative to the largest, its colour
 * the sign. When there are negative shares, bars go to both sides of a line in the middle. Lines with a bar must have the
 * same width. Returns `lines` unchanged when there is no room.
 */
export function appendBars(
  lines: readonly string[],
  shares: readonly (number | null)[],
  { width, paint }: BarOptions,
): readonly string[] {
  const used = Math.max(...lines.map(displayWidth)) + GAP.length
  const least = Math.min(0, ...shares.map((share) => share ?? 0))
  const most = Math.max(0, ...shares.map((share) => share ?? 0))
  const sides = (least < 0 ? 1 : 0) + (most > 0 ? 1 : 0)
  const room = width === null ? Number.POSITIVE_INFINITY : width - used - (least < 0 ? 1 : 0)
  const longest = Math.min(LONGEST_BAR, Math.floor(room / sides))
  if (sides === 0 || longest < SHORTEST_BAR) return lines
  const largest = Math.max(-least, most)
  const leftWidth = least < 0 ? Math.ceil((-least / largest) * longest) : 0
  return lines.map((line, index) => {
    const share = shares[index] ?? null
    if (share === null || (share === 0 && least === 0)) return line
    const against = share < 0 ? leftBar(-share / largest, longest) : ''
    const before = ' '.repeat(leftWidth - against.length) + paint('against', against)
    const after = share > 0 ? paint('with', renderBar(share / largest, longest)) : ''
    const middle = least < 0 ? paint('faint', MIDDLE) : ''
    return `${line}${GAP}${before}${middle}${after}`
  })
}

/** A bar that ends at its right side; terminals have no finer blocks of that kind than halves. */
function leftBar(part: number, width: number): string {
  const halves = Math.max(1, Math.round(part * width * 2))
  return (halves % 2 === 1 ? '▐' : '') + '█'.repeat(Math.floor(halves / 2))
}

function renderCell(cell: Cell, align: Column['align'], width: number, paint: Paint): string {
  const padding = ' '.repeat(width - displayWidth(cell.text))
  const text = paint(cell.role, cell.text)
  return align === 'left' ? text + padding : padding + text
}

/** A bar that fills `part` (above 0, at most 1) of `width` columns, to an eighth of a column. */
function renderBar(part: number, width: number): string {
  const eighths = Math.max(1, Math.round(part * width * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!
}

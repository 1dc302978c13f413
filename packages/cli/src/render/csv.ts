import { formatExact } from '@tributary/core/numbers'

/** A value of a table of comma-separated values; null is an empty cell. */
export type CsvCell = string | number | null

/** The lines of a table of comma-separated values, by RFC 4180: a cell with a comma, a quote or a line break is quoted. */
export function renderCsv(rows: readonly (readonly CsvCell[])[]): readonly string[] {
  return rows.map((row) => row.map(cellText).join(','))
}

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return formatExact(cell)
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** A cell of a table: text, an exact number, or nothing. */
export type CsvCell = string | number | null

/**
 * A table as CSV (RFC 4180, lines end with CR LF). A text that a spreadsheet would run as a formula gets an apostrophe
 * before it; numbers are written as they are.
 */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  const text = String(cell)
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

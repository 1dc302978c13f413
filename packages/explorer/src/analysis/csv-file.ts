import { type CsvCell, formatCsvLine } from '@tributary/core/csv'

/** A table as a CSV file for a spreadsheet: lines end with CR LF, and formulas are guarded. */
export function toCsvFile(
  header: readonly string[],
  rows: readonly (readonly CsvCell[])[],
): string {
  return [header, ...rows].map((row) => `${formatCsvLine(row)}\r\n`).join('')
}

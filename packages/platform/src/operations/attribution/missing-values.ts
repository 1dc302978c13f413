import type { AttributionTable } from '@tributary/attribution'

/** The name of the group without a value in the columns of an answer. */
const MISSING_VALUE = '(null)'

/** Writes a name for the missing values of the keys into the columns of a table. */
export function nameMissingValues(
  columns: Record<string, (string | number | null)[]>,
  { missingRows }: Pick<AttributionTable, 'missingRows'>,
): void {
  for (const [key, rows] of Object.entries(missingRows)) {
    for (const row of rows) columns[key]![row] = MISSING_VALUE
  }
}

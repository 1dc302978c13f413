import type { TableState } from '../acceleration/material-tables.ts'

/** What the record of a table without partitions is kept under. */
const WHOLE = 'ALL'

/** The partitions of a table that rows were written to, the newest first. */
export function writtenPartitions(state: TableState | null): readonly string[] {
  const written = state?.partitions.filter(({ rows, value }) => rows > 0 && value !== WHOLE) ?? []
  return written.map(({ value }) => value).toSorted((a, b) => (a < b ? 1 : -1))
}

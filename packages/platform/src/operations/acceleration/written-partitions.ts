import type { TableState } from '../../tables/material-tables.ts'

/** The partition under which a table without partitions is recorded. */
const WHOLE = 'ALL'

/** The partitions of a table that have rows, the newest first. */
export function listWrittenPartitions(state: TableState | null): readonly string[] {
  const written = state?.partitions.filter(({ rows, value }) => rows > 0 && value !== WHOLE) ?? []
  return written.map(({ value }) => value).toSorted((a, b) => (a < b ? 1 : -1))
}

import type { RouteTable, TableContents } from './route-table.ts'

/** A table that may answer. */
export interface RouteCandidate {
  readonly table: RouteTable
  /** What is in it, or why there is nothing. */
  readonly contents: TableContents | 'NOT_WRITTEN' | 'NOT_REACHABLE'
}

import { type RawBuilder, sql } from 'kysely'

/** Statuses as they stand in a statement: SQLite finds the index of one status only when the statement names it. */
export const WAITING: RawBuilder<'WAITING'> = sql.lit('WAITING' as const)
export const RUNNING: RawBuilder<'RUNNING'> = sql.lit('RUNNING' as const)

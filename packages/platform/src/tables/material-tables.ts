import type { AggregateSource } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import type { SqlDialect, SqlDriver, SqlResult, SqlStatement } from '@tributary/sql'

/** The materialised tables of one tenant. */
export interface MaterialTables {
  /**
   * An attempt of an instance begins: from now on every earlier one is fenced out. Rejects with `PLATFORM_FENCED` when a
   * later one has begun.
   */
  begin(instance: InstanceAttempt): Promise<void>
  /**
   * Writes a table, or a range of its partitions, in place of what was there: rows, records and fence in one transaction.
   * When it rejects, everything is as before; with `PLATFORM_FENCED` when a later attempt has begun.
   */
  replace(job: ReplaceJob, options?: ReplaceOptions): Promise<{ readonly rows: number }>
  /** The recorded state of a table; null when it was never written. */
  state(table: readonly string[]): Promise<TableState | null>
  /** A text that changes whenever the record of any table may have changed. */
  changes(): Promise<string>
  /** Whether a table is in the engine of its rows. */
  isInEngine(table: readonly string[]): boolean
  /** Takes a table with its records away; no table is no error. */
  drop(table: readonly string[]): Promise<void>
  /** Columns of a table that was written, whole and in this order, by one statement: all of one state of the table. */
  read(table: readonly string[], columns: readonly string[]): Promise<SqlResult>
  /** Reads the tables; a request names one as its base, without lookups. */
  readonly source: AggregateSource
  /** Closes what is open and ends what runs; the next use opens it again. */
  release(): Promise<void>
  /** Ends what runs; later calls reject. */
  close(): Promise<void>
}

/** Materialised tables beside the store, as long as the tenant is open; they outlive its query engines. */
export interface StoredTables extends MaterialTables {
  /** The full record of a table, also of one that is elsewhere; null when it was never written. */
  recorded(table: readonly string[]): Promise<RecordedTable | null>
  /**
   * Changes the record of a table that is elsewhere, in one transaction, and drops a table of its name that is here.
   * Rejects, and changes nothing, when `change` throws, and with `PLATFORM_FENCED` when a later attempt of the instance has
   * begun.
   */
  record(
    table: readonly string[],
    change: (before: RecordedTable | null) => RecordedTable,
    instance?: InstanceAttempt,
  ): Promise<RecordedTable>
}

/** The full record of a table. */
export interface RecordedTable {
  /** The columns of a table beside the store; where a table is that is elsewhere. */
  readonly layout: string
  /** That was read last. */
  readonly sourceVersion: string
  readonly frontier: ReplaceJob['frontier']
  readonly partitions: readonly WrittenPartition[]
}

/** A partition and who has written it. */
export interface WrittenPartition extends PartitionRecord {
  readonly writer: InstanceAttempt
}

/** One try of an instance. */
export interface InstanceAttempt {
  readonly id: number
  readonly attempt: number
}

/** The rows to write, and their records. */
export interface ReplaceJob {
  readonly materialisation: Materialisation
  /** Partition dates `YYYY-MM-DD`, both included; null: the whole table. */
  readonly range: { readonly from: string; readonly to: string } | null
  readonly instance: InstanceAttempt
  /** Where the rows are read; null for files, which each kind of table reads by itself. */
  readonly origin: RowsOrigin | null
  /** Of all tables that are read. */
  readonly sourceVersion: string
  /** How far the data of the base table reaches, in microseconds; null when it has no row with a time, or none at all. */
  readonly frontier: { readonly first: bigint; readonly last: bigint } | null
  /** When. */
  readonly at: Date
}

/** An engine that gives the rows of a table, and what they are called there. */
export interface RowsOrigin {
  readonly driver: SqlDriver
  readonly dialect: SqlDialect
  readonly rows: Materialisation['rows']
  /** A statement on these rows as the engine runs it. */
  extended(statement: SqlStatement): SqlStatement
}

/** How a table is written. */
export interface ReplaceOptions {
  /** Stops the statement in the engine. */
  readonly signal?: AbortSignal
  /** Called with the statement that reads the rows, its values filled in, before it runs: in one line, and formatted. */
  readonly onSql?: (original: string, formatted: string) => void
  /** Called when the rows are read and before anything is seen by others; a rejection leaves everything as before. */
  readonly beforeCommit?: () => Promise<void>
}

/** The recorded state of a table. */
export interface TableState {
  /** By value; those without a row too, as far as the data reached, and the last one written. */
  readonly partitions: readonly PartitionRecord[]
  /** Of the source version that was read last. */
  readonly frontier: {
    readonly sourceVersion: string
    readonly first: bigint
    readonly last: bigint
  } | null
}

/** One partition as it was written. */
export interface PartitionRecord {
  /** `YYYY-MM-DD`, its first day; `ALL` of a table without partitions. */
  readonly value: string
  readonly sourceVersion: string
  readonly refreshedAt: Date
  readonly rows: number
}

import type { SqlDialect } from '../dialects/dialect.ts'
import { tableName } from '../text/names.ts'
import { plain, type SqlStatement, toStatement } from '../text/sql-statement.ts'
import { bind, raw, type SqlText, sqlList, sqlText } from '../text/sql-text.ts'

/** The statements that read and write the records of materialised tables; they run in DuckDB and PostgreSQL. */
export interface RecordStatements {
  /** Creates the schema and the tables of the records unless they exist. */
  readonly make: readonly SqlStatement[]
  /** Begins an attempt; gives a row unless a later attempt has begun. */
  begin(instance: RecordedAttempt): SqlStatement
  /** Locks an attempt until the transaction ends; gives a row when it is the last one. */
  hold(instance: RecordedAttempt): SqlStatement
  /** Gives `layout, source_version, first_time, last_time` of a table. */
  table(name: string): SqlStatement
  putTable(record: TableRecord): SqlStatement
  dropTable(name: string): SqlStatement
  /** Gives `value, source_version, refreshed_at, row_count, instance, attempt` of each partition, ordered by value. */
  partitions(name: string): SqlStatement
  /** Records one partition or more, with seven parameters each; an engine takes at most 65,535 in one statement. */
  putPartitions(writing: RecordedWriting, some: readonly CountedPartition[]): SqlStatement
  /** Deletes the records of the partitions from the first to the last, both included. */
  dropPartitions(name: string, first: string, last: string): SqlStatement
  dropAllPartitions(name: string): SqlStatement
}

/** One attempt at an instance. */
export interface RecordedAttempt {
  readonly id: number
  readonly attempt: number
}

/** The record of a table as a whole. */
export interface TableRecord {
  readonly name: string
  /** The columns of the table when it was created. */
  readonly layout: string
  /** The versions of all tables that were read. */
  readonly sourceVersion: string
  /** The first and the last time of the data, in microseconds since 1970-01-01; null when unknown. */
  readonly frontier: { readonly first: bigint; readonly last: bigint } | null
}

/** Which attempt wrote partitions, from which version of the data, and when. */
export interface RecordedWriting {
  /** The name of the table. */
  readonly name: string
  readonly instance: RecordedAttempt
  readonly sourceVersion: string
  readonly at: Date
}

/** A partition with its number of rows. */
export interface CountedPartition {
  readonly value: string
  readonly rows: number
}

/** The statements on the records in a schema, given by the parts of its name. */
export function recordStatements(schema: readonly string[], dialect: SqlDialect): RecordStatements {
  const schemaName = tableName(schema, dialect)
  const fence = raw(`${schemaName}.fence`)
  const tables = raw(`${schemaName}.table_record`)
  const partitions = raw(`${schemaName}.partition_record`)
  const say = (sql: SqlText): SqlStatement => toStatement(sql, dialect)
  return {
    make: definitions(schemaName),
    // An attempt may begin twice: its first beginning may have been cut off from its answer.
    begin: ({ id, attempt }) =>
      say(
        sqlText`INSERT INTO ${fence} AS known (instance, attempt) VALUES (${int(id)}, ${int(attempt)}) ON CONFLICT (instance) DO UPDATE SET attempt = excluded.attempt WHERE known.attempt <= excluded.attempt RETURNING attempt`,
      ),
    hold: ({ id, attempt }) =>
      say(
        sqlText`UPDATE ${fence} SET attempt = ${int(attempt)} WHERE instance = ${int(id)} AND attempt = ${int(attempt)} RETURNING instance`,
      ),
    table: (name) =>
      say(
        sqlText`SELECT layout, source_version, first_time, last_time FROM ${tables} WHERE table_name = ${text(name)}`,
      ),
    putTable: ({ name, layout, sourceVersion, frontier }) =>
      say(
        sqlText`INSERT INTO ${tables} (table_name, layout, source_version, first_time, last_time) VALUES (${text(name)}, ${text(layout)}, ${text(sourceVersion)}, ${orNull(frontier?.first)}, ${orNull(frontier?.last)})`,
      ),
    dropTable: (name) => say(sqlText`DELETE FROM ${tables} WHERE table_name = ${text(name)}`),
    partitions: (name) =>
      say(
        sqlText`SELECT value, source_version, refreshed_at, row_count, instance, attempt FROM ${partitions} WHERE table_name = ${text(name)} ORDER BY value`,
      ),
    putPartitions: ({ name, instance, sourceVersion, at }, some) => {
      const rows = some.map(
        ({ value, rows: count }) =>
          sqlText`(${text(name)}, ${text(value)}, ${int(instance.id)}, ${int(instance.attempt)}, ${text(sourceVersion)}, ${int(at.getTime())}, ${int(count)})`,
      )
      return say(
        sqlText`INSERT INTO ${partitions} (table_name, value, instance, attempt, source_version, refreshed_at, row_count) VALUES ${sqlList(rows)}`,
      )
    },
    dropPartitions: (name, first, last) =>
      say(
        sqlText`DELETE FROM ${partitions} WHERE table_name = ${text(name)} AND value >= ${text(first)} AND value <= ${text(last)}`,
      ),
    dropAllPartitions: (name) =>
      say(sqlText`DELETE FROM ${partitions} WHERE table_name = ${text(name)}`),
  }
}

/** There are no further keys: DuckDB refuses to delete and insert the same key in one transaction. Writers of a table take turns. */
function definitions(schema: string): readonly SqlStatement[] {
  const tables = {
    fence: 'instance bigint PRIMARY KEY, attempt bigint NOT NULL',
    table_record:
      'table_name text NOT NULL, layout text NOT NULL, source_version text NOT NULL, first_time bigint, last_time bigint',
    partition_record:
      'table_name text NOT NULL, value text NOT NULL, instance bigint NOT NULL, attempt bigint NOT NULL, source_version text NOT NULL, refreshed_at bigint NOT NULL, row_count bigint NOT NULL',
  }
  return [
    plain(`CREATE SCHEMA IF NOT EXISTS ${schema}`),
    ...Object.entries(tables).map(([name, columns]) =>
      plain(`CREATE TABLE IF NOT EXISTS ${schema}.${name} (${columns})`),
    ),
  ]
}

function text(value: string): SqlText {
  return bind({ type: 'STRING', value })
}

function int(value: number | bigint): SqlText {
  return bind({ type: 'INT', value: BigInt(value) })
}

function orNull(value: bigint | undefined): SqlText {
  return value === undefined ? raw('NULL') : int(value)
}

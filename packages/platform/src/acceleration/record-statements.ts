import { bind, type SqlText, sqlList, sqlText } from '@tributary/expression'
import type { InstanceAttempt, ReplaceJob } from './material-tables.ts'

/** The statements about what is recorded of materialised tables; DuckDB and PostgreSQL understand them alike. */
export interface RecordStatements {
  /** Makes the tables of the records, where they are not. */
  readonly make: readonly string[]
  /** Gives a row when no later attempt has begun. */
  begin(instance: InstanceAttempt): SqlText
  /** Gives a row when the attempt is the last one, and holds it. */
  hold(instance: InstanceAttempt): SqlText
  /** `layout, source_version, first_time, last_time`. */
  table(name: string): SqlText
  putTable(name: string, job: ReplaceJob, layout: string): SqlText
  dropTable(name: string): SqlText
  /** `value, source_version, refreshed_at, row_count` in order. */
  partitions(name: string): SqlText
  putPartitions(name: string, job: ReplaceJob, some: readonly CountedPartition[]): SqlText
  /** Those between two, both included. */
  dropPartitions(name: string, first: string, last: string): SqlText
  dropAllPartitions(name: string): SqlText
}

/** A partition with its number of rows. */
export interface CountedPartition {
  readonly value: string
  readonly rows: number
}

/** The statements on tables of `schema`, a name that is quoted already. */
export function recordStatements(schema: string): RecordStatements {
  const fence = raw(`${schema}.fence`)
  const tables = raw(`${schema}.table_record`)
  const partitions = raw(`${schema}.partition_record`)
  return {
    make: definitions(schema),
    // An attempt may begin twice: its first beginning may have been cut off from its answer.
    begin: ({ id, attempt }) =>
      sqlText`INSERT INTO ${fence} AS known (instance, attempt) VALUES (${int(id)}, ${int(attempt)}) ON CONFLICT (instance) DO UPDATE SET attempt = excluded.attempt WHERE known.attempt <= excluded.attempt RETURNING attempt`,
    hold: ({ id, attempt }) =>
      sqlText`UPDATE ${fence} SET attempt = ${int(attempt)} WHERE instance = ${int(id)} AND attempt = ${int(attempt)} RETURNING instance`,
    table: (name) =>
      sqlText`SELECT layout, source_version, first_time, last_time FROM ${tables} WHERE table_name = ${text(name)}`,
    putTable: (name, { sourceVersion, frontier }, layout) =>
      sqlText`INSERT INTO ${tables} (table_name, layout, source_version, first_time, last_time) VALUES (${text(name)}, ${text(layout)}, ${text(sourceVersion)}, ${orNull(frontier?.first)}, ${orNull(frontier?.last)})`,
    dropTable: (name) => sqlText`DELETE FROM ${tables} WHERE table_name = ${text(name)}`,
    partitions: (name) =>
      sqlText`SELECT value, source_version, refreshed_at, row_count FROM ${partitions} WHERE table_name = ${text(name)} ORDER BY value`,
    putPartitions: (name, { instance, sourceVersion, at }, some) => {
      const rows = some.map(
        ({ value, rows: count }) =>
          sqlText`(${text(name)}, ${text(value)}, ${int(instance.id)}, ${int(instance.attempt)}, ${text(sourceVersion)}, ${int(at.getTime())}, ${int(count)})`,
      )
      return sqlText`INSERT INTO ${partitions} (table_name, value, instance, attempt, source_version, refreshed_at, row_count) VALUES ${sqlList(rows)}`
    },
    dropPartitions: (name, first, last) =>
      sqlText`DELETE FROM ${partitions} WHERE table_name = ${text(name)} AND value >= ${text(first)} AND value <= ${text(last)}`,
    dropAllPartitions: (name) =>
      sqlText`DELETE FROM ${partitions} WHERE table_name = ${text(name)}`,
  }
}

/** No further keys: DuckDB minds a key that is taken away and put back in one transaction. Writers of a table take turns. */
function definitions(schema: string): readonly string[] {
  const tables = {
    fence: 'instance bigint PRIMARY KEY, attempt bigint NOT NULL',
    table_record:
      'table_name text NOT NULL, layout text NOT NULL, source_version text NOT NULL, first_time bigint, last_time bigint',
    partition_record:
      'table_name text NOT NULL, value text NOT NULL, instance bigint NOT NULL, attempt bigint NOT NULL, source_version text NOT NULL, refreshed_at bigint NOT NULL, row_count bigint NOT NULL',
  }
  return [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    ...Object.entries(tables).map(
      ([name, columns]) => `CREATE TABLE IF NOT EXISTS ${schema}.${name} (${columns})`,
    ),
  ]
}

function raw(name: string): SqlText {
  return { chunks: [name] }
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

import { tableName } from '../../text/names.ts'
import { plain, type SqlStatement } from '../../text/sql-statement.ts'
import { postgresqlDialect } from './postgresql.ts'

/** Takes the lock of a name and holds it until the transaction ends; waits while another transaction holds it. */
export function lockUntilCommit(name: string): SqlStatement {
  return {
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text',
    parameters: [{ type: 'STRING', value: name }],
  }
}

/** Lets the server roll this transaction back when its client is silent for so many seconds. */
export function endWhenSilent(seconds: number): SqlStatement {
  return plain(`SET LOCAL idle_in_transaction_session_timeout = '${seconds}s'`)
}

/** Gives one BOOLEAN: whether a schema has the tables of records. */
export function hasRecords(schema: readonly string[]): SqlStatement {
  return {
    text: 'SELECT to_regclass($1) IS NOT NULL',
    parameters: [{ type: 'STRING', value: recordedTables(schema) }],
  }
}

/**
 * Gives one text that changes whenever the record of a table changes: the transactions that last wrote each record.
 * Transactions that have not ended are not included.
 */
export function recordChanges(schema: readonly string[]): SqlStatement {
  return plain(
    `SELECT COALESCE(string_agg(table_name || ' ' || xmin::text, ',' ORDER BY table_name), '') FROM ${recordedTables(schema)}`,
  )
}

/**
 * Gives one text, NULL when nothing can be told: which relation it is, since when the server runs, and the transactions
 * whose writes can be seen. A transaction that writes anything anywhere in the server changes the last.
 */
export function tableVersion(table: readonly string[]): SqlStatement {
  const name = tableName(table, postgresqlDialect)
  return { text: TABLE_VERSION, parameters: [{ type: 'STRING', value: name }] }
}

const TABLE_VERSION = `SELECT concat_ws('/', oid, extract(epoch FROM pg_postmaster_start_time()), pg_current_snapshot())
FROM pg_class
WHERE oid = to_regclass($1) AND relkind IN ('r', 'p', 'm') AND NOT relrowsecurity AND NOT pg_is_in_recovery()
  AND NOT EXISTS (SELECT FROM pg_partition_tree(oid) AS part JOIN pg_class AS one ON one.oid = part.relid WHERE one.relkind = 'f')
  AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = pg_class.oid AND relkind = 'r')`

function recordedTables(schema: readonly string[]): string {
  return tableName([...schema, 'table_record'], postgresqlDialect)
}

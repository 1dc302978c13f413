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

function recordedTables(schema: readonly string[]): string {
  return tableName([...schema, 'table_record'], postgresqlDialect)
}

import { tableName } from '../../text/names.ts'
import { plain, type SqlStatement } from '../../text/sql-statement.ts'
import { postgresqlDialect } from './postgresql.ts'

/** Waits until no other transaction holds the lock of this name, and holds it until the transaction ends. */
export function lockUntilCommit(name: string): SqlStatement {
  return {
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text',
    parameters: [{ type: 'STRING', value: name }],
  }
}

/** Ends this transaction, undone, when its client says nothing for so many seconds. */
export function endWhenSilent(seconds: number): SqlStatement {
  return plain(`SET LOCAL idle_in_transaction_session_timeout = '${seconds}s'`)
}

/** Whether anything was ever recorded in a schema, as one BOOLEAN. */
export function hasRecords(schema: readonly string[]): SqlStatement {
  return {
    text: 'SELECT to_regclass($1) IS NOT NULL',
    parameters: [{ type: 'STRING', value: recordedTables(schema) }],
  }
}

/**
 * One text, another whenever the record of a table is another: the transactions that wrote each last. One that has not
 * ended yet is not among them.
 */
export function recordChanges(schema: readonly string[]): SqlStatement {
  return plain(
    `SELECT COALESCE(string_agg(table_name || ' ' || xmin::text, ',' ORDER BY table_name), '') FROM ${recordedTables(schema)}`,
  )
}

function recordedTables(schema: readonly string[]): string {
  return tableName([...schema, 'table_record'], postgresqlDialect)
}

import { literal, tableName } from '../../text/names.ts'
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
 * whose writes can be seen. A transaction that writes anything anywhere in the server changes the last, unless its id is in
 * the column `xid` of the table `uncounted`. Of tables in the schema of that table nothing is told. Of the transactions that
 * can be seen the text has the bound below which all have ended, with those that have not; transactions at the end that
 * have not ended, were rolled back or are uncounted are left out, so that they change nothing.
 */
export function tableVersion(
  table: readonly string[],
  uncounted: readonly string[] | null = null,
): SqlStatement {
  const name = tableName(table, postgresqlDialect)
  const listed = uncounted && tableName(uncounted, postgresqlDialect)
  const schema = uncounted && tableName(uncounted.slice(0, -1), postgresqlDialect)
  const uncountedQuery =
    listed === null ? 'SELECT NULL::bigint AS xid WHERE false' : `SELECT xid FROM ${listed}`
  const not = schema === null ? 'NULL' : `to_regnamespace(${literal(schema)})`
  return {
    text: TABLE_VERSION.replaceAll('UNCOUNTED', () => uncountedQuery).replaceAll(
      'OWN_SCHEMA',
      () => not,
    ),
    parameters: [{ type: 'STRING', value: name }],
  }
}

const TABLE_VERSION = `WITH RECURSIVE snapshot AS (SELECT pg_current_snapshot() AS now),
running AS (SELECT xid::text::bigint AS xid FROM snapshot, pg_snapshot_xip(now) AS xid),
uncounted AS (UNCOUNTED),
bounds(past) AS (
  SELECT pg_snapshot_xmax(now)::text::bigint FROM snapshot
  UNION ALL
  SELECT past - 1 FROM bounds
  WHERE past > 4 AND (past - 1 IN (SELECT xid FROM running) OR past - 1 IN (SELECT xid FROM uncounted)
    OR pg_xact_status((past - 1)::text::xid8) = 'aborted')
),
seen AS (SELECT min(past) AS past FROM bounds)
SELECT concat_ws('/', pg_class.oid, extract(epoch FROM pg_postmaster_start_time()), seen.past,
  (SELECT string_agg(xid::text, ',' ORDER BY xid) FROM running WHERE xid < seen.past AND xid NOT IN (SELECT xid FROM uncounted)))
FROM pg_class, seen
WHERE pg_class.oid = to_regclass($1) AND relkind IN ('r', 'p', 'm') AND NOT relrowsecurity AND NOT pg_is_in_recovery()
  AND NOT EXISTS (
    SELECT FROM pg_partition_tree(pg_class.oid) AS part JOIN pg_class AS one ON one.oid = part.relid
    WHERE one.relkind = 'f' OR one.relnamespace = OWN_SCHEMA)
  AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = pg_class.oid AND relkind = 'r')
  AND relnamespace IS DISTINCT FROM OWN_SCHEMA`

/**
 * The statements of a transaction that creates a table with the rows of a query. The server does not analyze the table by
 * itself later, since that would be a write of its own.
 */
export function createTableAs(
  table: readonly string[],
  query: SqlStatement,
): readonly SqlStatement[] {
  const name = tableName(table, postgresqlDialect)
  const settings = 'autovacuum_enabled = off, toast.autovacuum_enabled = off'
  return [
    { ...query, text: `CREATE TABLE ${name} WITH (${settings}) AS\n${query.text}` },
    plain(`ANALYZE ${name}`),
  ]
}

/** Creates the table of {@link tableVersion} for transactions that are not counted, and drops all but the last of its rows. */
export function prepareUncountedTable(uncounted: readonly string[]): readonly SqlStatement[] {
  const name = tableName(uncounted, postgresqlDialect)
  return [
    plain(
      `CREATE TABLE IF NOT EXISTS ${name} (xid bigint PRIMARY KEY) WITH (autovacuum_enabled = off)`,
    ),
    plain(
      `DELETE FROM ${name} WHERE xid <= (SELECT xid FROM ${name} ORDER BY xid DESC OFFSET 10000 LIMIT 1)`,
    ),
    recordUncountedTransaction(uncounted),
  ]
}

/** Lists the transaction that runs it. */
export function recordUncountedTransaction(uncounted: readonly string[]): SqlStatement {
  const name = tableName(uncounted, postgresqlDialect)
  return plain(`INSERT INTO ${name} VALUES (pg_current_xact_id()::text::bigint)`)
}

function recordedTables(schema: readonly string[]): string {
  return tableName([...schema, 'table_record'], postgresqlDialect)
}

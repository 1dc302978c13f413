import type { SqlColumn, SqlResult } from '../results/sql-result.ts'
import type { SqlDriver } from './sql-driver.ts'

/** An engine whose tables can be listed. */
export type ListedEngine = 'POSTGRESQL' | 'TRINO' | 'CLICKHOUSE'

/** A table or view of a database, as the database describes it. */
export interface ListedTable {
  readonly schema: string
  readonly table: string
  /** Null without one. */
  readonly comment: string | null
  readonly columns: readonly ListedColumn[]
  /** The columns of its primary key, in order; empty where none is declared. */
  readonly primaryKey: readonly string[]
  /** Foreign keys of one column. */
  readonly foreignKeys: readonly ListedForeignKey[]
}

/** A column of a listed table. */
export interface ListedColumn {
  readonly name: string
  readonly comment: string | null
}

/** A column that refers to one of another table. */
export interface ListedForeignKey {
  readonly column: string
  readonly toSchema: string
  readonly toTable: string
  readonly toColumn: string
}

/**
 * The tables and views that the user of a connection may read, without those of the system, ordered by schema and name. Keys
 * are those of PostgreSQL alone: a Trino has none, and the primary key of a ClickHouse is not unique. Rejects with whatever
 * the driver rejects with.
 */
export async function listTables(
  driver: SqlDriver,
  engine: ListedEngine,
): Promise<readonly ListedTable[]> {
  const read = async (text: string) => toRows(await driver.run({ text, parameters: [] }))
  const columns = await read(COLUMNS[engine])
  const keys = engine === 'POSTGRESQL' ? await read(POSTGRESQL_KEYS) : []
  const tables = Map.groupBy(columns, ([schema, table]) => JSON.stringify([schema, table]))
  return Array.from(tables.values(), (rows): ListedTable => {
    const [schema = '', table = '', , comment = null] = rows[0]!
    const tableKeys = keys.filter((key) => key[1] === schema && key[2] === table)
    return {
      schema: schema!,
      table: table!,
      comment: emptyToNull(comment),
      columns: rows.map(([, , name, , columnComment = null]) => {
        return { name: name!, comment: emptyToNull(columnComment) }
      }),
      primaryKey: tableKeys.flatMap(([kind, , , column]) => (kind === 'p' ? [column!] : [])),
      foreignKeys: tableKeys.flatMap(([kind, , , column, toSchema, toTable, toColumn]) =>
        kind === 'f'
          ? [{ column: column!, toSchema: toSchema!, toTable: toTable!, toColumn: toColumn! }]
          : [],
      ),
    }
  })
}

/** Schema, table, column, comment of the table, comment of the column; a row a column. */
const COLUMNS: Readonly<Record<ListedEngine, string>> = {
  POSTGRESQL: `SELECT n.nspname::text, c.relname::text, a.attname::text,
      obj_description(c.oid, 'pg_class'), col_description(c.oid, a.attnum)
    FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
      AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
      AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
    ORDER BY 1, 2, a.attnum`,
  TRINO: `SELECT c.table_schema, c.table_name, c.column_name, CAST(NULL AS varchar), CAST(NULL AS varchar)
    FROM information_schema.columns c
    WHERE c.table_schema <> 'information_schema'
    ORDER BY 1, 2, c.ordinal_position`,
  CLICKHOUSE: `SELECT c.database, c.table, c.name, t.comment, c.comment
    FROM system.columns c JOIN system.tables t ON t.database = c.database AND t.name = c.table
    WHERE c.database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA') AND NOT t.is_temporary
      AND NOT startsWith(c.table, '.inner')
    ORDER BY 1, 2, c.position`,
}

/** Kind, schema, table, column, and of a foreign key the schema, table and column that it refers to; keys of one column alone are foreign. */
const POSTGRESQL_KEYS = `SELECT k.contype::text, n.nspname::text, c.relname::text, a.attname::text,
    fn.nspname::text, fc.relname::text, fa.attname::text
  FROM pg_catalog.pg_constraint k
    JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    CROSS JOIN LATERAL unnest(k.conkey) WITH ORDINALITY AS u (attnum, place)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.attnum
    LEFT JOIN pg_catalog.pg_class fc ON fc.oid = k.confrelid
    LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid = fc.relnamespace
    LEFT JOIN pg_catalog.pg_attribute fa ON fa.attrelid = fc.oid AND fa.attnum = k.confkey[u.place]
  WHERE k.contype = 'p' OR (k.contype = 'f' AND cardinality(k.conkey) = 1)
  ORDER BY n.nspname, c.relname, k.conname, u.place`

function toRows({ rowCount, columns }: SqlResult): readonly (readonly (string | null)[])[] {
  const texts = columns.map(readTexts)
  return Array.from({ length: rowCount }, (_, row) => texts.map((values) => values[row] ?? null))
}

function readTexts(column: SqlColumn): readonly (string | null)[] {
  if (column.kind === 'text') return column.values
  throw new TypeError(`Expected texts of the catalog of a database, found a ${column.kind}`)
}

function emptyToNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}

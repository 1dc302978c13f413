import { literal, tableName } from '../../text/names.ts'
import { plain, type SqlStatement } from '../../text/sql-statement.ts'
import { trinoDialect } from './trino.ts'

/**
 * Gives one text that every commit to an Iceberg table changes: the current snapshot, and a hash of the names of the metadata
 * files that are known, of which each commit adds one. The server refuses it for any other table.
 */
export function tableVersion(table: readonly string[]): SqlStatement {
  const of = (part: string): string =>
    tableName([...table.slice(0, -1), `${table.at(-1)}$${part}`], trinoDialect)
  return plain(`SELECT concat(
    COALESCE((SELECT CAST(max(snapshot_id) AS varchar) FROM ${of('refs')} WHERE name = ${literal('main')}), ''),
    '/',
    (SELECT to_hex(md5(to_utf8(listagg(file, ',') WITHIN GROUP (ORDER BY file)))) FROM ${of('metadata_log_entries')}))`)
}

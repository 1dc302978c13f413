import { tableName } from '../../text/names.ts'
import type { SqlStatement } from '../../text/sql-statement.ts'
import { clickhouseDialect } from './clickhouse.ts'

/** Creates a table of the MergeTree family with the rows of a query, sorted by a column. */
export function createTableAs(
  table: readonly string[],
  sortedBy: string | null,
  query: SqlStatement,
): SqlStatement {
  const name = tableName(table, clickhouseDialect)
  const order = sortedBy === null ? 'tuple()' : clickhouseDialect.identifier(sortedBy)
  const head = `CREATE TABLE ${name} ENGINE = MergeTree ORDER BY ${order} SETTINGS allow_nullable_key = 1`
  return { ...query, text: `${head} AS\n${query.text}` }
}

/**
 * Gives one text, or no row when nothing can be told: which table it is, since when its definition stands, and the parts that
 * it consists of. A part never changes; every write and every merge makes others.
 */
export function tableVersion(table: readonly string[]): SqlStatement {
  const [name = '', database] = [...table].reverse()
  const values = database === undefined ? [name] : [name, database]
  return {
    text: TABLE_VERSION.replaceAll(
      'DATABASE',
      database === undefined ? 'currentDatabase()' : '{p2:String}',
    ),
    parameters: values.map((value) => ({ type: 'STRING', value })),
  }
}

const TABLE_VERSION = `SELECT concat(toString(uuid), '/', toString(metadata_modification_time), '/', (
  SELECT concat(toString(count()), ':', toString(groupBitXor(cityHash64(name, hash_of_all_files))))
  FROM system.parts WHERE active AND database = DATABASE AND table = {p1:String}
))
FROM system.tables
WHERE database = DATABASE AND name = {p1:String} AND engine LIKE '%MergeTree'`

import type { SqlStatement } from '../../text/sql-statement.ts'

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

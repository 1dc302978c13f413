import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import type { ValueType } from '@tributary/expression'

const INTEGERS = [
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
]

const VALUE_TYPES: ReadonlyMap<DuckDBTypeId, ValueType> = new Map([
  [DuckDBTypeId.BOOLEAN, 'BOOLEAN'],
  ...INTEGERS.map((id): [DuckDBTypeId, ValueType] => [id, 'INT']),
  [DuckDBTypeId.DECIMAL, 'DECIMAL'],
  [DuckDBTypeId.FLOAT, 'DOUBLE'],
  [DuckDBTypeId.DOUBLE, 'DOUBLE'],
  [DuckDBTypeId.VARCHAR, 'STRING'],
  [DuckDBTypeId.ENUM, 'STRING'],
  [DuckDBTypeId.DATE, 'DATE'],
  [DuckDBTypeId.TIMESTAMP, 'TIMESTAMP'],
  [DuckDBTypeId.TIMESTAMP_S, 'TIMESTAMP'],
  [DuckDBTypeId.TIMESTAMP_MS, 'TIMESTAMP'],
  [DuckDBTypeId.TIMESTAMP_NS, 'TIMESTAMP'],
  [DuckDBTypeId.TIMESTAMP_TZ, 'TIMESTAMP'],
])

/** What a type of DuckDB is in the expression language; null for one that the language does not have. */
export function valueTypeOf(type: DuckDBType): ValueType | null {
  return VALUE_TYPES.get(type.typeId) ?? null
}

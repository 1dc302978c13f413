import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBDateValue,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
  HUGEINT,
  SQLNULL,
  TIMESTAMP,
  VARCHAR,
} from '@duckdb/node-api'
import { assertNever } from '@tributary/core'
import type { Constant } from '@tributary/expression'

/** What a placeholder is given: a value and the type to bind it with. */
export interface DuckDbParameter {
  readonly value: DuckDBValue
  readonly type: DuckDBType
}

const MAX_BIGINT = 2n ** 63n - 1n

/** A constant as DuckDB takes it. A DECIMAL goes as text with every digit; its placeholder's cast does the rest. */
export function toDuckDbParameter({ type, value }: Constant): DuckDbParameter {
  switch (type) {
    case 'BOOLEAN':
      return { value, type: BOOLEAN }
    case 'INT':
      return { value, type: value > MAX_BIGINT || value < -MAX_BIGINT - 1n ? HUGEINT : BIGINT }
    case 'DECIMAL':
    case 'STRING':
      return { value, type: VARCHAR }
    case 'DOUBLE':
      return { value, type: DOUBLE }
    case 'DATE':
      return { value: new DuckDBDateValue(value), type: DATE }
    case 'TIMESTAMP':
      return { value: new DuckDBTimestampValue(value), type: TIMESTAMP }
    case 'NULL':
      return { value, type: SQLNULL }
    default:
      return assertNever(type)
  }
}

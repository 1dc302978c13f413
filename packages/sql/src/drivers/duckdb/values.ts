import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalType,
  type DuckDBDecimalValue,
  type DuckDBMaterializedResult,
  type DuckDBResult,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  type DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  HUGEINT,
  SQLNULL,
  TIMESTAMP,
  VARCHAR,
} from '@duckdb/node-api'
import { assertNever } from '@tributary/core'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { Constant, ValueType } from '@tributary/expression'
import { tooManyRowsError } from '../../errors.ts'
import type { SqlColumn, SqlResult, TableColumn } from '../../results/sql-result.ts'
import type { RunOptions } from '../sql-driver.ts'

/**
 * Reads the columns of a result, vector by vector. Types without a column kind of their own become text. Yields after
 * each vector.
 */
export async function readColumns(
  result: DuckDBMaterializedResult,
  { signal, maxRows = Number.POSITIVE_INFINITY }: RunOptions = {},
): Promise<SqlResult> {
  if (result.rowCount > maxRows) throw tooManyRowsError(maxRows)
  const chunks = await result.fetchAllChunks()
  return runInSlices(resultOf(result, chunks), signal)
}

function* resultOf(
  result: DuckDBResult,
  chunks: readonly DuckDBDataChunk[],
): SlicedWork<SqlResult> {
  let rowCount = 0
  for (const chunk of chunks) rowCount += chunk.rowCount
  const columns: SqlColumn[] = []
  for (const [i, type] of result.columnTypes().entries()) {
    columns.push(yield* readColumn(type, chunks, i, rowCount))
  }
  return { rowCount, columns }
}

function* readColumn(
  type: DuckDBType,
  chunks: readonly DuckDBDataChunk[],
  index: number,
  rowCount: number,
): SlicedWork<SqlColumn> {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return { kind: 'boolean', values: yield* mapValues(chunks, index, (value) => value === true) }
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.UHUGEINT:
      return { kind: 'exact', scale: 0, units: yield* readIntegers(chunks, index) }
    case DuckDBTypeId.DECIMAL: {
      const scale = type instanceof DuckDBDecimalType ? type.scale : 0
      return {
        kind: 'exact',
        scale,
        units: yield* mapValues(chunks, index, (value) => (value as DuckDBDecimalValue).value),
      }
    }
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return { kind: 'double', values: yield* readDoubles(chunks, index, rowCount) }
    case DuckDBTypeId.DATE:
      return {
        kind: 'date',
        values: yield* mapValues(chunks, index, (value) => (value as DuckDBDateValue).days),
      }
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return { kind: 'timestamp', values: yield* mapValues(chunks, index, microseconds) }
    default:
      return { kind: 'text', values: yield* mapValues(chunks, index, String) }
  }
}

function* mapValues<T>(
  chunks: readonly DuckDBDataChunk[],
  index: number,
  convert: (value: NonNullable<DuckDBValue>) => T,
): SlicedWork<(T | null)[]> {
  const values: (T | null)[] = []
  for (const chunk of chunks) {
    const vector = chunk.getColumnVector(index)
    // Read once, since it is a call into the engine.
    const { rowCount: rows } = chunk
    for (let row = 0; row < rows; row++) {
      const value = vector.getItem(row)
      values.push(value === null ? null : convert(value))
    }
    yield
  }
  return values
}

function* readIntegers(
  chunks: readonly DuckDBDataChunk[],
  index: number,
): SlicedWork<(bigint | null)[]> {
  const units: (bigint | null)[] = []
  for (const chunk of chunks) {
    const vector = chunk.getColumnVector(index)
    const { rowCount: rows } = chunk
    for (let row = 0; row < rows; row++) {
      const value = vector.getItem(row)
      units.push(value === null ? null : BigInt(value as number | bigint))
    }
    yield
  }
  return units
}

function* readDoubles(
  chunks: readonly DuckDBDataChunk[],
  index: number,
  rowCount: number,
): SlicedWork<Float64Array> {
  const values = new Float64Array(rowCount)
  let at = 0
  for (const chunk of chunks) {
    const vector = chunk.getColumnVector(index)
    const { rowCount: rows } = chunk
    for (let row = 0; row < rows; row++) {
      const value = vector.getItem(row)
      values[at++] = typeof value === 'number' ? numberOf(value) : Number.NaN
    }
    yield
  }
  return values
}

/** A NaN of the engine is not NULL but an undefined number, such as a compensated sum that overflowed. */
function numberOf(value: number): number {
  return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value
}

function microseconds(value: NonNullable<DuckDBValue>): bigint {
  if (value instanceof DuckDBTimestampSecondsValue) return value.seconds * 1_000_000n
  if (value instanceof DuckDBTimestampMillisecondsValue) return value.millis * 1000n
  if (value instanceof DuckDBTimestampNanosecondsValue) return value.nanos / 1000n
  return (value as DuckDBTimestampValue | DuckDBTimestampTZValue).micros
}

/** The value of a placeholder, and the type with which it is bound. */
export interface DuckDbParameter {
  readonly value: DuckDBValue
  readonly type: DuckDBType
}

const MAX_BIGINT = 2n ** 63n - 1n

/** A constant as a parameter of DuckDB. A DECIMAL is a text with every digit, which its placeholder casts. */
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

/** The type of the expression language for a type of DuckDB; null when the language has none. */
export function valueTypeOf(type: DuckDBType): ValueType | null {
  return VALUE_TYPES.get(type.typeId) ?? null
}

/** A column of a result or a table. */
export function tableColumn(name: string, type: DuckDBType): TableColumn {
  return { name, type: String(type), valueType: valueTypeOf(type) }
}

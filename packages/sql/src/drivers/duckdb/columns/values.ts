import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalType,
  type DuckDBMaterializedResult,
  type DuckDBResult,
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
import { inSpans, runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { Constant, ValueType } from '@tributary/expression'
import { tooManyRowsError } from '../../../errors.ts'
import type { SqlColumn, SqlResult, TableColumn } from '../../../results/sql-result.ts'
import type { RunOptions } from '../../sql-driver.ts'
import { TEXT_WIDTH, TextDictionary } from './text-dictionary.ts'
import {
  copyVector,
  createBigintReader,
  findWholeForm,
  getFormWidth,
  hasValue,
  type WholeForm,
  writeDoubles,
  writeFlags,
} from './vectors.ts'

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
  return runInSlices(readDuckdbResult(result, chunks), signal)
}

function* readDuckdbResult(
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
  const form = findWholeForm(type)
  if (form !== null) return yield* readWhole(type, form, chunks, index)
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return { kind: 'boolean', values: yield* readFlags(chunks, index) }
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE: {
      const form = type.typeId === DuckDBTypeId.FLOAT ? 'float' : 'double'
      return { kind: 'double', values: yield* readDoubles(form, chunks, index, rowCount) }
    }
    case DuckDBTypeId.VARCHAR:
      return { kind: 'text', values: yield* readTexts(chunks, index, rowCount) }
    default:
      return { kind: 'text', values: yield* readOthers(chunks, index) }
  }
}

/** Numbers, dates and times, all of which are whole numbers to the engine. */
function* readWhole(
  type: DuckDBType,
  form: WholeForm,
  chunks: readonly DuckDBDataChunk[],
  index: number,
): SlicedWork<SqlColumn> {
  const values = <T>(of: (integer: bigint) => T) => mapWhole({ chunks, index, form }, of)
  switch (type.typeId) {
    case DuckDBTypeId.DATE:
      return { kind: 'date', values: yield* values(Number) }
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return { kind: 'timestamp', values: yield* values((micros) => micros) }
    case DuckDBTypeId.TIMESTAMP_S:
      return { kind: 'timestamp', values: yield* values((seconds) => seconds * 1_000_000n) }
    case DuckDBTypeId.TIMESTAMP_MS:
      return { kind: 'timestamp', values: yield* values((millis) => millis * 1000n) }
    case DuckDBTypeId.TIMESTAMP_NS:
      return { kind: 'timestamp', values: yield* values((nanos) => nanos / 1000n) }
    default: {
      const scale = type instanceof DuckDBDecimalType ? type.scale : 0
      return { kind: 'exact', scale, units: yield* values((unit) => unit) }
    }
  }
}

function* mapWhole<T>(
  {
    chunks,
    index,
    form,
  }: {
    readonly chunks: readonly DuckDBDataChunk[]
    readonly index: number
    readonly form: WholeForm
  },
  convert: (integer: bigint) => T,
): SlicedWork<(T | null)[]> {
  const width = getFormWidth(form)
  const values: (T | null)[] = []
  for (const chunk of chunks) {
    const vector = copyVector(chunk, index, width)
    const wholeOf = createBigintReader(vector, form)
    for (let row = 0; row < vector.rows; row++) {
      values.push(hasValue(vector, row) ? convert(wholeOf(row)) : null)
    }
    yield
  }
  return values
}

function* readFlags(
  chunks: readonly DuckDBDataChunk[],
  index: number,
): SlicedWork<(boolean | null)[]> {
  const values: (boolean | null)[] = []
  for (const chunk of chunks) {
    writeFlags(copyVector(chunk, index, 1), values)
    yield
  }
  return values
}

function* readDoubles(
  form: 'float' | 'double',
  chunks: readonly DuckDBDataChunk[],
  index: number,
  rowCount: number,
): SlicedWork<Float64Array> {
  const values = new Float64Array(rowCount)
  let at = 0
  for (const chunk of chunks) {
    const vector = copyVector(chunk, index, form === 'float' ? 4 : 8)
    writeDoubles(vector, form, values.subarray(at, at + vector.rows))
    at += vector.rows
    yield
  }
  return values
}

function* readTexts(
  chunks: readonly DuckDBDataChunk[],
  index: number,
  rowCount: number,
): SlicedWork<(string | null)[]> {
  const dictionary = new TextDictionary()
  const codes = new Uint32Array(rowCount)
  let at = 0
  for (const chunk of chunks) {
    const vector = copyVector(chunk, index, TEXT_WIDTH)
    dictionary.encode(vector, codes.subarray(at, at + vector.rows))
    at += vector.rows
    yield
  }
  const texts = yield* dictionary.texts()
  const values = new Array<string | null>(rowCount)
  yield* inSpans(rowCount, (from, to) => {
    for (let row = from; row < to; row++) values[row] = texts[codes[row]!]!
  })
  return values
}

/** Values of a type without a column kind of its own, as texts. */
function* readOthers(
  chunks: readonly DuckDBDataChunk[],
  index: number,
): SlicedWork<(string | null)[]> {
  const values: (string | null)[] = []
  for (const chunk of chunks) {
    const vector = chunk.getColumnVector(index)
    // Read once, since it is a call into the engine.
    const { rowCount: rows } = chunk
    for (let row = 0; row < rows; row++) {
      const value = vector.getItem(row)
      values.push(value === null ? null : String(value))
    }
    yield
  }
  return values
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
function findDuckdbValueType(type: DuckDBType): ValueType | null {
  return VALUE_TYPES.get(type.typeId) ?? null
}

/** A column of a result or a table. */
export function tableColumn(name: string, type: DuckDBType): TableColumn {
  return { name, type: String(type), valueType: findDuckdbValueType(type) }
}

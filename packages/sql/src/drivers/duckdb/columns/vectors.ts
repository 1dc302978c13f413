import {
  type DuckDBDataChunk,
  DuckDBDecimalType,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api'
import bindings from '@duckdb/node-bindings'

/** A column of a chunk, copied out of the engine in one call. */
export interface Vector {
  readonly rows: number
  /** Its values as the engine lays them out, from the start of the buffer. */
  readonly buffer: ArrayBuffer
  /** A bit for each row, set where it has a value; null when all rows have one. */
  readonly valid: Uint32Array | null
}

/** Copies a column of a chunk whose values take `width` bytes each. */
export function copyVector(chunk: DuckDBDataChunk, index: number, width: number): Vector {
  const { rowCount: rows } = chunk
  const vector = bindings.data_chunk_get_vector(chunk.chunk, index)
  const data = bindings.vector_get_data(vector, rows * width)
  // None when all rows have a value, which the types of the binding do not say.
  const bits: Uint8Array | null = bindings.vector_get_validity(vector, Math.ceil(rows / 64) * 8)
  return {
    rows,
    buffer: data.buffer as ArrayBuffer,
    valid: bits && new Uint32Array(bits.buffer, bits.byteOffset, bits.byteLength / 4),
  }
}

/** Whether a row has a value. */
export function hasValue({ valid }: Vector, row: number): boolean {
  return valid === null || ((valid[row >>> 5]! >>> (row & 31)) & 1) === 1
}

/** How whole numbers are laid out: signed and unsigned, by their bits. */
export type WholeForm = NarrowForm | 'int64' | 'uint64' | 'int128' | 'uint128'

type NarrowForm = 'int8' | 'int16' | 'int32' | 'uint8' | 'uint16' | 'uint32'

/** The whole numbers that a type is made of: those of a DECIMAL are units, of a time what it counts. Null for others. */
export function findWholeForm(type: DuckDBType): WholeForm | null {
  if (!(type instanceof DuckDBDecimalType)) return FORMS.get(type.typeId) ?? null
  if (type.width <= 4) return 'int16'
  if (type.width <= 9) return 'int32'
  return type.width <= 18 ? 'int64' : 'int128'
}

const FORMS: ReadonlyMap<DuckDBTypeId, WholeForm> = new Map([
  [DuckDBTypeId.TINYINT, 'int8'],
  [DuckDBTypeId.SMALLINT, 'int16'],
  [DuckDBTypeId.INTEGER, 'int32'],
  [DuckDBTypeId.BIGINT, 'int64'],
  [DuckDBTypeId.HUGEINT, 'int128'],
  [DuckDBTypeId.UTINYINT, 'uint8'],
  [DuckDBTypeId.USMALLINT, 'uint16'],
  [DuckDBTypeId.UINTEGER, 'uint32'],
  [DuckDBTypeId.UBIGINT, 'uint64'],
  [DuckDBTypeId.UHUGEINT, 'uint128'],
  [DuckDBTypeId.DATE, 'int32'],
  [DuckDBTypeId.TIMESTAMP, 'int64'],
  [DuckDBTypeId.TIMESTAMP_S, 'int64'],
  [DuckDBTypeId.TIMESTAMP_MS, 'int64'],
  [DuckDBTypeId.TIMESTAMP_NS, 'int64'],
  [DuckDBTypeId.TIMESTAMP_TZ, 'int64'],
])

const NARROW = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
} as const

/** The bytes that a whole number takes. */
export function getFormWidth(form: WholeForm): number {
  return Number(/\d+/.exec(form)) / 8
}

/** Gives the whole number of each row that has a value. */
export function createBigintReader({ buffer }: Vector, form: WholeForm): (row: number) => bigint {
  switch (form) {
    case 'int64':
    case 'uint64': {
      const values = form === 'int64' ? new BigInt64Array(buffer) : new BigUint64Array(buffer)
      return (row) => values[row]!
    }
    case 'int128':
    case 'uint128': {
      const low = new BigUint64Array(buffer)
      const high = form === 'int128' ? new BigInt64Array(buffer) : low
      return (row) => (high[2 * row + 1]! << 64n) | low[2 * row]!
    }
    default: {
      const values = new NARROW[form](buffer)
      return (row) => BigInt(values[row]!)
    }
  }
}

/** Writes whole numbers to `out`, NaN for NULL. False when one is beyond ±2^53: `out` is not complete then. */
export function writeUnits(vector: Vector, form: WholeForm, out: Float64Array): boolean {
  if (form === 'int64') return writeInt64(vector, out)
  if (form in NARROW) {
    out.set(new NARROW[form as NarrowForm](vector.buffer))
    writeNulls(vector, out)
    return true
  }
  const unitOf = createBigintReader(vector, form)
  for (let row = 0; row < vector.rows; row++) {
    const unit = hasValue(vector, row) ? Number(unitOf(row)) : Number.NaN
    if (Math.abs(unit) > Number.MAX_SAFE_INTEGER) return false
    out[row] = unit
  }
  return true
}

/** Two halves of 32 bits instead of bigints, which would be allocated one by one. */
function writeInt64(vector: Vector, out: Float64Array): boolean {
  const { buffer, rows, valid } = vector
  const low = new Uint32Array(buffer)
  const high = new Int32Array(buffer)
  for (let row = 0; row < rows; row++) {
    const unit = high[2 * row + 1]! * 2 ** 32 + low[2 * row]!
    // The sum is rounded beyond ±2^53, but not to within it.
    if (!(Math.abs(unit) <= Number.MAX_SAFE_INTEGER) && hasValue(vector, row)) return false
    out[row] = unit
  }
  if (valid !== null) writeNulls(vector, out)
  return true
}

/** Writes numbers to `out`: NaN for NULL, and Infinity for NaN, which is not NULL but an undefined number. */
export function writeDoubles(vector: Vector, form: 'float' | 'double', out: Float64Array): void {
  const { buffer } = vector
  out.set(form === 'float' ? new Float32Array(buffer) : new Float64Array(buffer))
  for (let row = 0; row < out.length; row++) {
    if (Number.isNaN(out[row])) out[row] = Number.POSITIVE_INFINITY
  }
  writeNulls(vector, out)
}

function writeNulls({ valid, rows }: Vector, out: Float64Array): void {
  if (valid === null) return
  for (let row = 0; row < rows; row++) {
    if (((valid[row >>> 5]! >>> (row & 31)) & 1) === 0) out[row] = Number.NaN
  }
}

/** Appends truth values to `out`, null for NULL. */
export function writeFlags(vector: Vector, out: (boolean | null)[]): void {
  const bytes = new Uint8Array(vector.buffer)
  for (let row = 0; row < vector.rows; row++) {
    out.push(hasValue(vector, row) ? bytes[row] !== 0 : null)
  }
}

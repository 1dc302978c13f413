import { type DuckDBDataChunk, DuckDBDecimalType, type DuckDBType } from '@duckdb/node-api'
import type { ColumnData } from '@tributary/attribution'
import { runInSlices } from '@tributary/core/internal'
import type { ValueType } from '@tributary/expression'
import { CALENDAR, DAY, floorDivide } from '@tributary/expression/internal'
import { TEXT_WIDTH, TextDictionary } from './text-dictionary.ts'
import {
  copyVector,
  createBigintReader,
  findWholeForm,
  getFormWidth,
  hasValue,
  writeDoubles,
  writeFlags,
  writeUnits,
} from './vectors.ts'

/** Gathers one column of a result. */
export interface ColumnReader {
  /** Reads the rows of a chunk. */
  read(chunk: DuckDBDataChunk, index: number): void
  /** The column of all rows that were read. */
  column(signal?: AbortSignal): Promise<ColumnData>
}

/** A reader of a column of the engine's `type`, which holds values of a type of the expression language. */
export function createColumnReader(valueType: ValueType, type: DuckDBType): ColumnReader {
  switch (valueType) {
    case 'BOOLEAN':
      return flagReader()
    case 'DOUBLE':
      return doubleReader()
    case 'DATE':
    case 'TIMESTAMP':
    case 'INT':
    case 'DECIMAL':
      return unitReader(valueType, type)
    default:
      return textReader()
  }
}

function flagReader(): ColumnReader {
  const flags: (boolean | null)[] = []
  return {
    read(chunk, index) {
      writeFlags(copyVector(chunk, index, 1), flags)
    },
    async column() {
      return flags
    },
  }
}

function doubleReader(): ColumnReader {
  const values = new Growing((length) => new Float64Array(length))
  return {
    read(chunk, index) {
      const vector = copyVector(chunk, index, 8)
      writeDoubles(vector, 'double', values.add(vector.rows))
    },
    async column() {
      return { kind: 'numbers', type: 'DOUBLE', values: values.joined() }
    },
  }
}

type UnitType = 'INT' | 'DECIMAL' | 'DATE' | 'TIMESTAMP'

/** Doubles until a number comes that is beyond ±2^53, then bigints. */
function unitReader(valueType: UnitType, type: DuckDBType): ColumnReader {
  const form = findWholeForm(type)
  if (form === null) throw new TypeError(`Expected whole numbers, found ${type}`)
  const width = getFormWidth(form)
  const safe = new Growing((length) => new Float64Array(length))
  let exact: (bigint | null)[] | null = null
  return {
    read(chunk, index) {
      const vector = copyVector(chunk, index, width)
      if (exact === null) {
        const values = safe.add(vector.rows)
        if (writeUnits(vector, form, values)) {
          if (valueType === 'DATE') holdDays(values)
          return
        }
        exact = bigintsBefore(safe.joined(), vector.rows)
      }
      const unitOf = createBigintReader(vector, form)
      for (let row = 0; row < vector.rows; row++) {
        const unit = hasValue(vector, row) ? unitOf(row) : null
        exact.push(unit !== null && valueType === 'TIMESTAMP' ? heldMoment(unit) : unit)
      }
    },
    async column() {
      const scale = type instanceof DuckDBDecimalType ? { scale: type.scale } : {}
      return { kind: 'numbers', type: valueType, ...scale, values: exact ?? safe.joined() }
    },
  }
}

/** All but the last `rows` of the values. */
function bigintsBefore(values: Float64Array, rows: number): (bigint | null)[] {
  return Array.from(values.subarray(0, values.length - rows), (value) =>
    Number.isNaN(value) ? null : BigInt(value),
  )
}

const [FIRST_DAY, LAST_DAY] = [CALENDAR.first, CALENDAR.last].map((moment) =>
  Number(floorDivide(moment, DAY)),
) as [number, number]

/** Days before and after the calendar of the language are its first and last day. */
function holdDays(days: Float64Array): void {
  for (let row = 0; row < days.length; row++) {
    if (days[row]! < FIRST_DAY) days[row] = FIRST_DAY
    else if (days[row]! > LAST_DAY) days[row] = LAST_DAY
  }
}

/** Only moments beyond ±2^53 can be beyond the calendar. */
function heldMoment(moment: bigint): bigint {
  if (moment < CALENDAR.first) return CALENDAR.first
  return moment < CALENDAR.last ? moment : CALENDAR.last
}

function textReader(): ColumnReader {
  const dictionary = new TextDictionary()
  const codes = new Growing((length) => new Uint32Array(length))
  return {
    read(chunk, index) {
      const vector = copyVector(chunk, index, TEXT_WIDTH)
      dictionary.encode(vector, codes.add(vector.rows))
    },
    async column(signal) {
      const texts = await runInSlices(dictionary.texts(), signal)
      const all = codes.joined()
      if (texts.length === 1) return new Array<null>(all.length).fill(null)
      return { kind: 'texts', codes: all, dictionary: texts }
    },
  }
}

/** Rows of a block: a column grows block by block, since nobody knows how many rows will come. */
const BLOCK = 2 ** 16

/** A list of numbers that grows at its end. */
class Growing<List extends Float64Array | Uint32Array> {
  readonly #make: (length: number) => List
  readonly #full: List[] = []
  #last: List
  #end = 0

  constructor(make: (length: number) => List) {
    this.#make = make
    this.#last = make(BLOCK)
  }

  /** Adds `length` numbers, at most as many as a block has, for the caller to write. */
  add(length: number): List {
    if (this.#end + length > BLOCK) {
      this.#full.push(this.#last.subarray(0, this.#end) as List)
      this.#last = this.#make(BLOCK)
      this.#end = 0
    }
    this.#end += length
    return this.#last.subarray(this.#end - length, this.#end) as List
  }

  /** All numbers in one list. */
  joined(): List {
    const blocks = [...this.#full, this.#last.subarray(0, this.#end)]
    const all = this.#make(blocks.reduce((sum, block) => sum + block.length, 0))
    let at = 0
    for (const block of blocks) {
      all.set(block, at)
      at += block.length
    }
    return all
  }
}

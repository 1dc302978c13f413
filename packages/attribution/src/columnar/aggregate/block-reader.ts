import { assertNever } from '@tributary/core'
import { BATCH, type NumberVector } from '../../numbers/number-vector.ts'
import type { CodedColumn, Column, CountedColumn } from '../columns/column.ts'
import { countedRows, countedStretch } from '../kernels/code-array.ts'
import type { Numbers } from '../kernels/sums.ts'
import { BLOCK_ROWS, type Block } from '../select/block.ts'
import type { Split } from './limbs.ts'

/** Reads the numbers of rows, block by block: one list, or one for every part of the numbers. */
export interface BlockReader {
  read(block: Block): readonly Numbers[]
}

/** The parts of a {@link blockReader}. */
interface ReaderParts {
  /** Writes the numbers of a block's rows; NaN where there is none. */
  readonly fill: Fill
  /**
   * The value of a missing number: -0 in a sum (which it leaves unchanged), 0 in a count, NaN in a
   * minimum or maximum.
   */
  readonly missing: number
  readonly split: Split
}

/** Writes the numbers of the rows of a block to `out`, from place 0 on. */
export type Fill = (block: Block, out: Float64Array) => void

/** Creates a reader that computes into its own scratch arrays. */
export function blockReader({ fill, missing, split }: ReaderParts): BlockReader {
  const values = new Float64Array(BLOCK_ROWS)
  const parts =
    split.count === 1
      ? [values]
      : Array.from({ length: split.count }, () => new Float64Array(BLOCK_ROWS))
  const numbers = parts.map((part): Numbers => ({ values: part, at: 0 }))
  return {
    read(block) {
      fill(block, values)
      parts.forEach((part, index) => {
        if (part !== values) split.take(index, block, values, part)
        if (!Number.isNaN(missing)) replaceMissing(part, block.count, missing)
      })
      return numbers
    },
  }
}

/** Creates a reader of values without NULL: it gives consecutive rows without a copy. */
export function plainReader(values: Float64Array): BlockReader {
  const scratch = new Float64Array(BLOCK_ROWS)
  const gathered: readonly Numbers[] = [{ values: scratch, at: 0 }]
  return {
    read({ from, rows, count }) {
      if (rows === null) return [{ values, at: from }]
      for (let index = 0; index < count; index++) scratch[index] = values[rows[index]!]!
      return gathered
    },
  }
}

/** Creates a reader of counted codes without NULL. */
export function countedReader(column: CountedColumn): BlockReader {
  const values = new Float64Array(BLOCK_ROWS)
  const numbers: readonly Numbers[] = [{ values, at: 0 }]
  const fill = fillCodes(column)
  return {
    read(block) {
      fill(block, values)
      return numbers
    },
  }
}

function replaceMissing(values: Float64Array, count: number, missing: number): void {
  for (let index = 0; index < count; index++) {
    if (Number.isNaN(values[index]!)) values[index] = missing
  }
}

/**
 * Reads a column as numbers: units, days, microseconds or doubles. Texts and booleans are read as
 * their codes, which have the same order.
 */
export function createColumnFill(column: Column): Fill {
  switch (column.kind) {
    case 'coded':
      return fillCodes(column)
    case 'floats':
      return fillFloats(column.values)
    case 'bigs': {
      const { values, valid } = column
      return eachRow((row) => (valid?.[row] === 0 ? Number.NaN : Number(values[row]!)))
    }
    default:
      return assertNever(column)
  }
}

function fillCodes({ codes, domain, nulls }: CodedColumn): Fill {
  const first = domain.kind === 'count' ? domain.first : 0
  return ({ from, rows, count }, out) => {
    if (rows === null) countedStretch({ codes, first }, from, out.subarray(0, count))
    else countedRows({ codes, first }, rows.subarray(0, count), out)
    if (nulls === 0) return
    const missing = domain.size + first
    for (let index = 0; index < count; index++) {
      if (out[index] === missing) out[index] = Number.NaN
    }
  }
}

/** Computes an expression for the rows of a block, a batch at a time. */
export function fillVector({ fill }: Pick<NumberVector, 'fill'>): Fill {
  const following = new Uint32Array(BATCH)
  return ({ from, rows, count }, out) => {
    for (let at = 0; at < count; at += BATCH) {
      const batch = Math.min(BATCH, count - at)
      const part = out.subarray(at, at + batch)
      if (rows !== null) fill(rows, { at, count: batch }, part)
      else {
        for (let index = 0; index < batch; index++) following[index] = from + at + index
        fill(following, { at: 0, count: batch }, part)
      }
    }
  }
}

function fillFloats(values: Float64Array): Fill {
  return ({ from, rows, count }, out) => {
    if (rows === null) out.set(values.subarray(from, from + count))
    else for (let index = 0; index < count; index++) out[index] = values[rows[index]!]!
  }
}

function eachRow(numberIn: (row: number) => number): Fill {
  return ({ from, rows, count }, out) => {
    for (let index = 0; index < count; index++) {
      out[index] = numberIn(rows === null ? from + index : rows[index]!)
    }
  }
}

/** Reads 1 for every row that has a value and NaN for the others. */
export function fillPresence(column: Column | null): Fill {
  if (column === null) return ({ count }, out) => out.fill(1, 0, count)
  const fill = createColumnFill(column)
  return (block, out) => {
    fill(block, out)
    for (let index = 0; index < block.count; index++) {
      if (!Number.isNaN(out[index]!)) out[index] = 1
    }
  }
}

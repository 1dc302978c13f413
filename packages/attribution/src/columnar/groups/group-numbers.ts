import type { CodeArray } from '../kernels/code-array.ts'
import { createKeyNumbers } from '../kernels/key-numbers.ts'
import type { Block } from '../select/block.ts'
import type { Dimension, GroupSpace } from './group-space.ts'

/** The group of every row of a block: row `i` of the block is in group `codes[at + i]`. */
export interface GroupCodes {
  readonly codes: CodeArray
  readonly at: number
}

/** Numbers the groups of rows, block by block. */
export interface GroupNumbers {
  /** How many groups have been numbered. */
  size(): number
  codesOf(block: Block): GroupCodes
  /** The key of each number; null when numbers are keys. */
  keys(): Float64Array | null
}

/** Numbers the groups of a grouping; blocks have no more rows than `blockRows`. */
export function groupNumbers(space: GroupSpace, blockRows: number): GroupNumbers {
  const plain = plainDimension(space)
  if (plain !== null) {
    const gathered = new Uint32Array(blockRows)
    return {
      size: () => plain.size,
      keys: () => null,
      codesOf: (block) => plainCodes(plain, block, gathered),
    }
  }
  return space.dense ? denseNumbers(space, blockRows) : sparseNumbers(space, blockRows)
}

/** The dimension of a grouping whose keys are simply its codes; null for other groupings. */
export function plainDimension({ dimensions, dense }: GroupSpace): Dimension | null {
  const [only] = dimensions
  return dense && dimensions.length === 1 && only!.numberOf === null ? only! : null
}

function plainCodes(
  { codes }: Dimension,
  { from, rows, count }: Block,
  out: Uint32Array,
): GroupCodes {
  if (rows === null) return { codes, at: from }
  for (let index = 0; index < count; index++) out[index] = codes[rows[index]!]!
  return { codes: out, at: 0 }
}

function denseNumbers({ dimensions, size }: GroupSpace, blockRows: number): GroupNumbers {
  const out = new Uint32Array(blockRows)
  return {
    size: () => size,
    keys: () => null,
    codesOf(block) {
      out.fill(0, 0, block.count)
      for (const dimension of dimensions) appendDigit(dimension, block, out)
      return { codes: out, at: 0 }
    },
  }
}

function sparseNumbers({ dimensions }: GroupSpace, blockRows: number): GroupNumbers {
  const keys = new Float64Array(blockRows)
  const out = new Uint32Array(blockRows)
  const numbers = createKeyNumbers()
  return {
    size: () => numbers.size(),
    keys: () => numbers.keys(),
    codesOf(block) {
      keys.fill(0, 0, block.count)
      for (const dimension of dimensions) appendDigit(dimension, block, keys)
      for (let index = 0; index < block.count; index++) out[index] = numbers.numberOf(keys[index]!)
      return { codes: out, at: 0 }
    },
  }
}

/** Appends one digit of the mixed radix to the key of every row of the block. */
function appendDigit(
  { codes, numberOf, size }: Dimension,
  { from, rows, count }: Block,
  keys: Uint32Array | Float64Array,
): void {
  for (let index = 0; index < count; index++) {
    const code = codes[rows === null ? from + index : rows[index]!]!
    keys[index] = keys[index]! * size + (numberOf === null ? code : numberOf[code]!)
  }
}

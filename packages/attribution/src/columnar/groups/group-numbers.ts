import { createKeyNumbers } from '../kernels/key-numbers.ts'
import { readCodes } from '../kernels/read-codes.ts'
import type { Block } from '../select/block.ts'
import type { Dimension, GroupSpace } from './group-space.ts'

/** Numbers the groups of rows, block by block. */
export interface GroupNumbers {
  /** How many groups have been numbered. */
  size(): number
  /** The group of every row of a block; overwritten by the next call. */
  codesOf(block: Block): Uint32Array
  /** The key of each number; null when numbers are keys. */
  keys(): Float64Array | null
}

/**
 * Numbers the groups of a grouping over so many rows at most; blocks have no more than `blockRows`. Keys are their own
 * numbers where there is a row for each; otherwise those that occur are numbered, for most records would stay empty and
 * yet be written and read.
 */
export function groupNumbers(
  space: GroupSpace,
  blockRows: number,
  rows: number = Number.POSITIVE_INFINITY,
): GroupNumbers {
  const read = createDigits(blockRows)
  if (!space.dense) return sparseNumbers(space, blockRows, read)
  const numbers = denseNumbers(space, blockRows, read)
  return rows < space.size ? occurringNumbers(numbers) : numbers
}

function denseNumbers(
  { dimensions, size }: GroupSpace,
  blockRows: number,
  read: Digits,
): GroupNumbers {
  const out = new Uint32Array(blockRows)
  const [first, ...remainingDimensions] = dimensions
  return {
    size: () => size,
    keys: () => null,
    codesOf(block) {
      if (first === undefined) return out
      read(first, block, out)
      for (const dimension of remainingDimensions) {
        appendDigit(out, read(dimension, block), dimension.size, block.count)
      }
      return out
    },
  }
}

/** Numbers the keys of others in order of occurrence. */
function occurringNumbers(innerNumbers: GroupNumbers): GroupNumbers {
  // A number and one; 0 for a key that has not occurred.
  const numberOf = new Uint32Array(innerNumbers.size())
  let keys = new Float64Array(1024)
  let size = 0
  return {
    size: () => size,
    keys: () => keys.slice(0, size),
    codesOf(block) {
      const codes = innerNumbers.codesOf(block)
      if (size + block.count > keys.length) {
        const larger = new Float64Array((size + block.count) * 2)
        larger.set(keys)
        keys = larger
      }
      size = numberCodes(codes.subarray(0, block.count), { numberOf, keys, size })
      return codes
    },
  }
}

/** Puts the number of each key in its place; gives how many are numbered. */
function numberCodes(
  codes: Uint32Array,
  numbering: { readonly numberOf: Uint32Array; readonly keys: Float64Array; readonly size: number },
): number {
  const { numberOf, keys } = numbering
  let { size } = numbering
  for (let index = 0; index < codes.length; index++) {
    const key = codes[index]!
    let number = numberOf[key]!
    if (number === 0) {
      keys[size] = key
      size++
      number = size
      numberOf[key] = number
    }
    codes[index] = number - 1
  }
  return size
}

function sparseNumbers({ dimensions }: GroupSpace, blockRows: number, read: Digits): GroupNumbers {
  const keys = new Float64Array(blockRows)
  const out = new Uint32Array(blockRows)
  const numbers = createKeyNumbers()
  return {
    size: () => numbers.size(),
    keys: () => numbers.keys(),
    codesOf(block) {
      keys.fill(0, 0, block.count)
      for (const dimension of dimensions) {
        appendToKey(keys, read(dimension, block), dimension.size, block.count)
      }
      for (let index = 0; index < block.count; index++) out[index] = numbers.numberOf(keys[index]!)
      return out
    },
  }
}

/** Reads the numbers of a dimension in the rows of a block, into `out` or else into a list that the next call overwrites. */
type Digits = (dimension: Dimension, block: Block, out?: Uint32Array) => Uint32Array

function createDigits(blockRows: number): Digits {
  const scratch = new Uint32Array(blockRows)
  return ({ codes, numberOf }, block, digits = scratch) => {
    readCodes(codes, block, digits)
    if (numberOf !== null) {
      for (let index = 0; index < block.count; index++) digits[index] = numberOf[digits[index]!]!
    }
    return digits
  }
}

/** Appends one digit of the mixed radix to the number of every row; these stay below 2^32. */
function appendDigit(numbers: Uint32Array, digits: Uint32Array, size: number, count: number): void {
  for (let index = 0; index < count; index++) {
    numbers[index] = Math.imul(numbers[index]!, size) + digits[index]!
  }
}

/** The same for keys up to 2^53. */
function appendToKey(keys: Float64Array, digits: Uint32Array, size: number, count: number): void {
  for (let index = 0; index < count; index++) keys[index] = keys[index]! * size + digits[index]!
}

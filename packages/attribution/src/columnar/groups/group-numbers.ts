import type { CodeArray } from '../kernels/code-array.ts'
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

/** Numbers keys (whole doubles) in order of first occurrence. */
export interface KeyNumbers {
  /** The number of a key; numbers it when it is new. */
  numberOf(key: number): number
  /** The number of a key; -1 when it has none. */
  placeOf(key: number): number
  /** How many keys there are. */
  size(): number
  /** The keys by number. */
  keys(): Float64Array
}

/**
 * Creates a hash table with open addressing on typed arrays, many times faster than a Map for
 * millions of keys.
 */
export function createKeyNumbers(): KeyNumbers {
  let capacity = 2 ** 12
  let slots = new Int32Array(capacity).fill(-1)
  let keys = new Float64Array(capacity / 2)
  let size = 0

  const slotOf = (key: number): number => {
    const mask = capacity - 1
    let slot = hashOf(key) & mask
    while (slots[slot] !== -1 && keys[slots[slot]!] !== key) slot = (slot + 1) & mask
    return slot
  }
  const grow = (): void => {
    capacity *= 2
    slots = new Int32Array(capacity).fill(-1)
    const larger = new Float64Array(capacity / 2)
    larger.set(keys)
    keys = larger
    for (let number = 0; number < size; number++) slots[slotOf(keys[number]!)] = number
  }
  return {
    numberOf(key) {
      let slot = slotOf(key)
      if (slots[slot] !== -1) return slots[slot]!
      if (size === keys.length) {
        grow()
        slot = slotOf(key)
      }
      keys[size] = key
      slots[slot] = size
      return size++
    },
    placeOf: (key) => slots[slotOf(key)]!,
    size: () => size,
    keys: () => keys.slice(0, size),
  }
}

/** Mixes both halves of a whole number of up to 53 bits. */
function hashOf(key: number): number {
  const high = Math.floor(key / 2 ** 32)
  let hash = Math.imul(key ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return hash ^ (hash >>> 13)
}

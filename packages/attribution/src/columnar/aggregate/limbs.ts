import { exactSum } from '../../numbers/exact-sum.ts'
import { fractionToNumber } from '../../numbers/fraction.ts'
import type { BigColumn, FloatColumn } from '../columns/column.ts'
import type { Block } from '../select/block.ts'

/**
 * How numbers are split into parts whose sums are exact in doubles, in any order and on any number of
 * threads: part `i` of a value is a multiple of a power of two, small enough that the parts of all
 * rows add up without rounding. Numbers whose sums stay within ±2^53 have one part, themselves.
 */
export interface Split {
  readonly count: number
  /**
   * Writes the next part of a block's numbers to `part` and leaves the remainder in `values`. Called
   * with `index` from 0 on, when there is more than one part. NaN stays NaN in both.
   */
  take(index: number, block: Block, values: Float64Array, part: Float64Array): void
}

/** The split of a column of doubles, and the sum of a group from the sums of its parts, rounded once. */
export interface FloatSplit extends Split {
  join(sums: readonly number[]): number
}

/** Does not split numbers. */
export const WHOLE_ONLY: Split = { count: 1, take: () => {} }

const WHOLE_DOUBLES: FloatSplit = { ...WHOLE_ONLY, join: ([sum]) => sum! }

/** Larger values, or their sums, would overflow while they are split on grids. */
const MAX_ON_GRID = 2 ** 900

const splitsByColumn = new WeakMap<FloatColumn, FloatSplit>()

/** The split of a column of doubles. Reads all values once. */
export function floatLimbs(column: FloatColumn): FloatSplit {
  const split = splitsByColumn.get(column) ?? findLimbs(column)
  splitsByColumn.set(column, split)
  return split
}

function findLimbs({ values, range, type }: FloatColumn): FloatSplit {
  if (range.whole && range.absoluteSum <= Number.MAX_SAFE_INTEGER) return WHOLE_DOUBLES
  const largest = Math.max(Math.abs(range.min), Math.abs(range.max))
  // The grid rounds rightly while a value is below 2^51 of its steps.
  const bits = Math.min(50, 53 - Math.ceil(Math.log2(values.length + 1)))
  const top = findBinaryExponent(largest) + 1
  const bottom = type === 'DOUBLE' ? (range.lowestBit ?? lowestBit(values)) : 0
  const isLarge = largest > MAX_ON_GRID
  // Only numbers of several parts are split, and large ones have to be.
  const count = Math.max(isLarge ? 2 : 1, Math.ceil((top - bottom) / bits))
  const exponents = Array.from({ length: count }, (_, index) => {
    return Math.max(top - bits * (index + 1), -1074)
  })
  if (isLarge) return unitLimbs(exponents)
  if (count === 1) return WHOLE_DOUBLES
  const grids = exponents.map(gridAt)
  return {
    count,
    take: (index, block, values, part) => takePart(grids[index]!, values, part, block.count),
    join: exactSum,
  }
}

/** The split of very large numbers: each part counts units of a power of two, so that no sum of parts overflows. */
function unitLimbs(exponents: readonly number[]): FloatSplit {
  const lowest = exponents.at(-1)!
  return {
    count: exponents.length,
    take(index, { count }, values, part) {
      const exponent = exponents[index]!
      for (let row = 0; row < count; row++) {
        const value = values[row]!
        // `+ 0`: a sum that stays -0 is that of no value.
        const units = Math.trunc(timesPower(value, -exponent)) + 0
        part[row] = units
        values[row] = value - timesPower(units, exponent)
      }
    },
    join(sums) {
      const units = sums.reduce((total, sum, index) => {
        return total + (BigInt(sum) << BigInt(exponents[index]! - lowest))
      }, 0n)
      const [up, down] = [Math.max(lowest, 0), Math.max(-lowest, 0)].map(BigInt)
      return fractionToNumber({ numerator: units << up!, denominator: 1n << down! })
    },
  }
}

/** A number times a power of two that may itself be beyond the doubles. */
function timesPower(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2)
  return value * 2 ** half * 2 ** (exponent - half)
}

/** A number that rounds a double to a multiple of `2^exponent` when it is added and subtracted again. */
function gridAt(exponent: number): number {
  return 1.5 * 2 ** (52 + exponent)
}

function takePart(grid: number, values: Float64Array, part: Float64Array, rows: number): void {
  for (let row = 0; row < rows; row++) {
    const value = values[row]!
    const rounded = value + grid - grid
    part[row] = rounded
    values[row] = value - rounded
  }
}

/** The power of two at or below a positive double. */
function findBinaryExponent(value: number): number {
  let exponent = Math.floor(Math.log2(value))
  while (2 ** exponent > value) exponent--
  while (2 ** (exponent + 1) <= value) exponent++
  return exponent
}

/** The lowest power of two that any of the doubles has a part of; 1024 when all are 0. */
export function lowestBit(values: Float64Array): number {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2)
  let lowest = 1024
  for (let row = 0; row < values.length; row++) {
    const low = words[row * 2]!
    const high = words[row * 2 + 1]!
    const exponent = (high >>> 20) & 0x7ff
    if (exponent === 0x7ff || (low === 0 && (high & 0x7fffffff) === 0)) continue
    const mantissa = exponent === 0 ? high & 0xfffff : (high & 0xfffff) | 0x100000
    const zeros = low === 0 ? 32 + trailingZeros(mantissa) : trailingZeros(low)
    const bit = Math.max(exponent, 1) - 1075 + zeros
    if (bit < lowest) lowest = bit
  }
  return lowest
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word)
}

const LIMB_BITS = 22

/** 64-bit integers have three parts of 22 bits, the topmost with the sign. */
const BIG_LIMBS = 3

/** The split of a column of 64-bit integers. */
export function bigLimbs({ values: bigs }: BigColumn): Split {
  return {
    count: BIG_LIMBS,
    take(index, { from, rows, count }, values, part) {
      for (let place = 0; place < count; place++) {
        const row = rows === null ? from + place : rows[place]!
        part[place] = Number.isNaN(values[place]!) ? Number.NaN : bigLimb(bigs[row]!, index)
      }
    },
  }
}

function bigLimb(value: bigint, index: number): number {
  const shifted = value >> BigInt(LIMB_BITS * index)
  return Number(index === BIG_LIMBS - 1 ? shifted : shifted & LIMB_MASK)
}

const LIMB_MASK = (1n << BigInt(LIMB_BITS)) - 1n

/** The sum of 64-bit integers from the sums of their parts. */
export function joinBigLimbs(sums: readonly number[]): bigint {
  return sums.reduce((total, sum, index) => total + (BigInt(sum) << BigInt(LIMB_BITS * index)), 0n)
}

import type { SlicedWork } from '@tributary/core/internal'
import { fractionToNumber } from './fraction.ts'

/** The double nearest to the exact sum; 0 for no values, infinite when it is out of range or a value is infinite. */
export function exactSum(values: readonly number[]): number {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  if (largest === Number.POSITIVE_INFINITY) return values.reduce((sum, value) => sum + value, 0)
  if (largest * values.length > MAX_PARTIAL) return sumOfUnits(values)
  const partials: number[] = []
  for (const value of values) addExactly(partials, value)
  return roundPartials(partials)
}

/** The double nearest to the exact sum of numbers whose sizes add up to less than 2^1000. NaN counts as 0. Yields between blocks. */
export function* exactSumInSlices(values: Float64Array): SlicedWork<number> {
  const partials: number[] = []
  for (let index = 0; index < values.length; index++) {
    addExactly(partials, values[index]! || 0)
    if (index % SLICE === SLICE - 1) yield
  }
  return roundPartials(partials)
}

const SLICE = 16_384

/** Sums of partials below it do not overflow. */
export const MAX_PARTIAL: number = 2 ** 1000

/**
 * Adds a double to a sum kept as doubles that do not overlap, smallest first (Shewchuk, Adaptive Precision
 * Floating-Point Arithmetic, 1997).
 */
function addExactly(partials: number[], value: number): void {
  let carry = value
  let partialCount = 0
  for (const partial of partials) {
    const [large, small] = Math.abs(carry) < Math.abs(partial) ? [partial, carry] : [carry, partial]
    const high = large + small
    const low = small - (high - large)
    if (low !== 0) partials[partialCount++] = low
    carry = high
  }
  partials.length = partialCount
  partials.push(carry)
}

/** The nearest double to a sum of doubles that do not overlap; a tie is decided by the lower doubles. */
function roundPartials(partials: readonly number[]): number {
  let at = partials.length - 1
  let high = partials[at] ?? 0
  let low = 0
  while (at > 0 && low === 0) {
    const next = partials[--at]!
    const sum = high + next
    low = next - (sum - high)
    high = sum
  }
  const below = partials[at - 1] ?? 0
  if (at > 0 && ((low < 0 && below < 0) || (low > 0 && below > 0))) {
    const doubled = low * 2
    const moved = high + doubled
    if (doubled === moved - high) return moved + 0
  }
  return high + 0
}

/** Every finite double is a whole number of units of 2^-1074. */
function sumOfUnits(values: readonly number[]): number {
  const numerator = values.reduce((sum, value) => sum + toSubnormalUnits(value), 0n)
  return fractionToNumber({ numerator, denominator: 1n << 1074n })
}

function toSubnormalUnits(value: number): bigint {
  VIEW.setFloat64(0, value)
  const bits = VIEW.getBigUint64(0)
  const exponent = (bits >> 52n) & 0x7ffn
  const digits = bits & 0xfffffffffffffn
  const size = exponent === 0n ? digits : (digits | 0x10000000000000n) << (exponent - 1n)
  return value < 0 ? -size : size
}

const VIEW = new DataView(new ArrayBuffer(8))

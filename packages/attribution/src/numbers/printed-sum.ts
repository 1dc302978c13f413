import type { SlicedWork } from '@tributary/core/internal'
import type { Decimal } from '@tributary/expression'
import { addDecimals, numberToDecimal } from '@tributary/expression/internal'
import { decimalParts, MAX_SCALE, PART_DIGITS } from './decimal-parts.ts'
import { shortUnits, UNIT_DIGITS } from './growth-columns.ts'
import { readPrintedDecimal } from './printed-parts.ts'

/**
 * The exact sum of the decimals that numbers print as; NaN counts as 0. Digits are added as whole doubles, by the number of
 * their places, and become big integers before a sum of them leaves ±2^53; only numbers that {@link readPrintedDecimal} cannot
 * read are added one by one. Yields between blocks.
 */
export function* printedSum(values: Float64Array): SlicedWork<Decimal> {
  const sums = emptySums()
  let total: Decimal = { units: 0n, scale: 0 }
  for (let begin = 0; begin < values.length; begin += SLICE_ROWS) {
    for (const unreadValue of addPrintedNumbers(values.subarray(begin, begin + SLICE_ROWS), sums)) {
      total = addDecimals(total, numberToDecimal(unreadValue))
    }
    yield
  }
  flush(sums)
  for (const [scale, units] of sums.flushed.entries()) total = addDecimals(total, { units, scale })
  return total
}

/** Rows before others may work. */
const SLICE_ROWS = 1024

/** Sums of digits, by the number of fractional digits that they end with. */
interface DigitSums {
  readonly open: Float64Array
  readonly flushed: bigint[]
}

function emptySums(): DigitSums {
  const scales = MAX_SCALE + 1
  return {
    open: new Float64Array(scales),
    flushed: Array.from({ length: scales }, () => 0n),
  }
}

/** Adds numbers; gives those that it cannot read. */
function addPrintedNumbers(values: Float64Array, sums: DigitSums): readonly number[] {
  const { open } = sums
  const unreadValues: number[] = []
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    if (Number.isNaN(value)) continue
    const units = shortUnits(value)
    if (!Number.isNaN(units)) add(sums, UNIT_DIGITS, units)
    else if (readPrintedDecimal(value, PARTS)) {
      const { whole: integerPart, high, low, scale } = PARTS
      const sign = PARTS.negative ? -1 : 1
      add(sums, 0, sign * integerPart)
      add(sums, scale - PART_DIGITS, sign * high)
      open[scale]! += sign * low
    } else unreadValues.push(value)
  }
  return unreadValues
}

const PARTS = decimalParts()

function add(sums: DigitSums, scale: number, digits: number): void {
  const { open } = sums
  open[scale]! += digits
  if (Math.abs(open[scale]!) >= FULL) flush(sums)
}

/** A sum below this stays safe: each number added is at most 2^50. */
const FULL = 2 ** 52

function flush({ open, flushed }: DigitSums): void {
  for (let scale = 0; scale < open.length; scale++) flushed[scale]! += BigInt(open[scale]!)
  open.fill(0)
}

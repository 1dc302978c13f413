import { type DecimalParts, decimalParts, partsToNumber, subtractParts } from './decimal-parts.ts'
import { readPrinted } from './printed-parts.ts'

/**
 * Puts the difference of two numbers, as they print, into `growth`, and gives it as a double, but for a rounding or two;
 * NaN where a number is NaN, or {@link readPrinted} cannot tell it.
 */
export function readGrowth(current: number, compare: number, growth: DecimalParts): number {
  if (!readPrinted(current, NOW) || !readPrinted(compare, BEFORE)) return Number.NaN
  subtractParts(NOW, BEFORE, growth, current < compare)
  return partsToNumber(growth)
}

const NOW = decimalParts()
const BEFORE = decimalParts()

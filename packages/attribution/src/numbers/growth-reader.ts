import { type DecimalParts, decimalParts, partsToNumber, subtractParts } from './decimal-parts.ts'
import { readPrinted } from './printed-parts.ts'
import { shortToParts, shortUnits } from './short-decimals.ts'

/** Reads pairs of values, one after the other. */
export interface GrowthReader {
  /** Reads a pair; false where a value is missing (NaN), or {@link readPrinted} cannot tell it. */
  read(current: number, compare: number): boolean
  /** The difference of the last pair, as its numbers print. */
  readonly growth: DecimalParts
  /** The same as a share of the compare value, but for a rounding or two. */
  readonly rate: number
}

/** A reader of rows. */
export function createGrowthReader(): GrowthReader {
  const [now, before] = [decimalParts(), decimalParts()]
  const reader = {
    growth: decimalParts(),
    rate: Number.NaN,
    read(current: number, compare: number): boolean {
      const base = shortUnits(compare)
      const short = shortUnits(current) - base
      if (!Number.isNaN(short)) {
        shortToParts(short, reader.growth)
        reader.rate = short / base
        return true
      }
      if (!readPrinted(current, now) || !readPrinted(compare, before)) return false
      subtractParts(now, before, reader.growth)
      reader.rate = partsToNumber(reader.growth) / compare
      return true
    },
  }
  return reader
}

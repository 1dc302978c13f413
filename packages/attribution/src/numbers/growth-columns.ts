import { decimalParts } from './decimal-parts.ts'
import { createDecimalWriter, type DecimalWriter } from './decimal-writer.ts'
import { growthRateText, growthText } from './growth.ts'
import { createGrowthReader } from './growth-reader.ts'
import { rateToParts, roundedUnits } from './rate.ts'

/** The values of both windows, row by row; NaN where there is none. */
export interface WindowValues {
  readonly current: Float64Array
  readonly compare: Float64Array
}

/** The texts of growths and of growth rates, row by row. */
export interface GrowthColumns {
  readonly growth: readonly (string | null)[]
  readonly rates: readonly (string | null)[]
}

/** So many rows are written before their texts are taken. */
const CHUNK = 4096

/**
 * What {@link growthText} and {@link growthRateText} say of every row; NaN stands for null. Rows are written
 * together: numbers of few digits as whole units, others from the digits that they print, and one by one
 * only numbers with exponents and rates next to a tie. Pauses now and then.
 */
export function* growthColumns(values: WindowValues): Generator<void, GrowthColumns> {
  const { current, compare } = values
  const texts = {
    growth: new Array<string | null>(current.length),
    rates: new Array<string | null>(current.length),
  }
  const room = Math.min(CHUNK, current.length)
  const writers = { growth: createDecimalWriter(room), rates: createDecimalWriter(room) }
  for (let begin = 0; begin < current.length; begin += CHUNK) {
    const end = begin + CHUNK
    const rows = { current: current.subarray(begin, end), compare: compare.subarray(begin, end) }
    const exact = writeGrowth(rows, writers)
    writers.growth.moveTo(texts.growth, begin)
    writers.rates.moveTo(texts.rates, begin)
    for (const row of exact) {
      const sides = [orNull(rows.current[row]!), orNull(rows.compare[row]!)] as const
      texts.growth[begin + row] = growthText(...sides)
      texts.rates[begin + row] = growthRateText(...sides)
    }
    yield
  }
  return texts
}

/** Writes rows one after the other; which of them are to be computed exactly instead. */
function writeGrowth(
  rows: WindowValues,
  writers: { readonly growth: DecimalWriter; readonly rates: DecimalWriter },
): readonly number[] {
  const { current, compare } = rows
  const reader = createGrowthReader()
  const rateParts = decimalParts()
  const exact: number[] = []
  for (let row = 0; row < current.length; row++) {
    const base = compare[row]!
    const known = reader.read(current[row]!, base)
    if (known) writers.growth.write(reader.growth)
    else writers.growth.skip()
    const units = known && base !== 0 ? roundedUnits(reader.rate) : null
    if (units === null) writers.rates.skip()
    else writers.rates.write(rateToParts(units, rateParts))
    if (!known || (units === null && base !== 0)) exact.push(row)
  }
  return exact
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

import { Buffer } from 'node:buffer'
import { decimalParts } from './decimal-parts.ts'
import { LONGEST_DECIMAL, writeDecimal, writeRate, writeUnits } from './decimal-writer.ts'
import { growthRateText, growthText } from './growth.ts'
import { roundedUnits } from './rate.ts'
import { readGrowth } from './read-growth.ts'
import { shortUnits, UNITS } from './short-decimals.ts'
import { takeTexts } from './take-texts.ts'

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
  const growth = new Array<string | null>(current.length)
  const rates = new Array<string | null>(current.length)
  const room = Math.min(CHUNK, current.length)
  const texts = { growth: textRoom(room), rates: textRoom(room) }
  for (let begin = 0; begin < current.length; begin += CHUNK) {
    const end = begin + CHUNK
    const rows = { current: current.subarray(begin, end), compare: compare.subarray(begin, end) }
    const exact = writeGrowth(rows, texts)
    const count = rows.current.length
    takeTexts({ ...texts.growth, count }, growth, begin)
    takeTexts({ ...texts.rates, count }, rates, begin)
    for (const row of exact) {
      const sides = [rows.current[row]!, rows.compare[row]!] as const
      growth[begin + row] = growthText(...sides)
      rates[begin + row] = growthRateText(...sides)
    }
    yield
  }
  return { growth, rates }
}

interface TextRoom {
  readonly bytes: Buffer
  /** The same bytes. */
  readonly view: DataView
  readonly ends: Int32Array
}

function textRoom(texts: number): TextRoom {
  const bytes = Buffer.allocUnsafe(texts * LONGEST_DECIMAL)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { bytes, view, ends: new Int32Array(texts) }
}

/** Writes rows one after the other; which of them are to be computed exactly instead. */
function writeGrowth(
  { current, compare }: WindowValues,
  { growth, rates }: { readonly growth: TextRoom; readonly rates: TextRoom },
): readonly number[] {
  const exact: number[] = []
  let growthEnd = 0
  let rateEnd = 0
  for (let row = 0; row < current.length; row++) {
    const value = current[row]!
    const base = compare[row]!
    const units = shortUnits(value)
    const growthUnits = Number.isNaN(units) ? units : units - shortUnits(base)
    let difference = growthUnits / UNITS
    if (!Number.isNaN(difference)) {
      growthEnd = writeUnits(growth.view, growthEnd, growthUnits)
    } else {
      difference = readGrowth(value, base, GROWTH)
      if (!Number.isNaN(difference)) growthEnd = writeDecimal(growth.view, growthEnd, GROWTH)
      else if (!Number.isNaN(value) && !Number.isNaN(base)) exact.push(row)
    }
    if (base !== 0 && !Number.isNaN(difference)) {
      const rateUnits = roundedUnits(difference / base)
      if (!Number.isNaN(rateUnits)) rateEnd = writeRate(rates.view, rateEnd, rateUnits)
      else exact.push(row)
    }
    growth.ends[row] = growthEnd
    rates.ends[row] = rateEnd
  }
  return exact
}

const GROWTH = decimalParts()

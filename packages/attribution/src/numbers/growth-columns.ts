import { Buffer } from 'node:buffer'
import { decimalParts } from './decimal-parts.ts'
import { LONGEST_DECIMAL, writeDecimal, writeRate, writeUnits } from './decimal-writer.ts'
import { growthRateText, growthText } from './growth.ts'
import { roundedUnits } from './rate.ts'
import { readGrowth } from './read-growth.ts'
import { shortUnits, UNITS } from './short-decimals.ts'
import { BLOCK, type TextBlocks } from './text-blocks.ts'

/** The values of both windows, row by row; NaN where there is none. */
export interface WindowValues {
  readonly current: Float64Array
  readonly compare: Float64Array
}

/** The texts of growths and of growth rates, row by row. */
export interface GrowthColumns {
  readonly growth: TextBlocks
  readonly rates: TextBlocks
}

/**
 * What {@link growthText} and {@link growthRateText} say of every row; NaN stands for null. Rows are written
 * together: numbers of few digits as whole units, others from the digits that they print, and one by one
 * only numbers with exponents and rates next to a tie. Pauses now and then.
 */
export function* growthColumns(values: WindowValues): Generator<void, GrowthColumns> {
  const { length } = values.current
  const columns = { growth: emptyBlocks(length), rates: emptyBlocks(length) }
  for (let begin = 0; begin < length; begin += BLOCK) {
    writeGrowth(values, begin, columns)
    yield
  }
  return columns
}

/** Texts that are being written. */
interface OpenBlocks extends TextBlocks {
  readonly blocks: string[]
  readonly others: Map<number, string>
}

function emptyBlocks(texts: number): OpenBlocks {
  return { blocks: [], ends: new Int32Array(texts), others: new Map() }
}

/** Where a block is written before it is a text: the same bytes twice, made when they are first needed. */
interface BlockBytes {
  readonly bytes: Buffer
  readonly view: DataView
}

function blockBytes(): BlockBytes {
  const bytes = Buffer.alloc(BLOCK * LONGEST_DECIMAL)
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

let written: { readonly growth: BlockBytes; readonly rates: BlockBytes } | null = null

/** Writes a block of rows. */
function writeGrowth(
  { current, compare }: WindowValues,
  begin: number,
  { growth, rates }: { readonly growth: OpenBlocks; readonly rates: OpenBlocks },
): void {
  written ??= { growth: blockBytes(), rates: blockBytes() }
  const growthView = written.growth.view
  const rateView = written.rates.view
  const last = Math.min(begin + BLOCK, current.length)
  let growthEnd = 0
  let rateEnd = 0
  for (let row = begin; row < last; row++) {
    const value = current[row]!
    const base = compare[row]!
    const units = shortUnits(value)
    const growthUnits = Number.isNaN(units) ? units : units - shortUnits(base)
    let difference = growthUnits / UNITS
    if (!Number.isNaN(difference)) {
      growthEnd = writeUnits(growthView, growthEnd, growthUnits)
    } else if (!Number.isNaN(value) && !Number.isNaN(base)) {
      difference = readGrowth(value, base, GROWTH)
      if (!Number.isNaN(difference)) growthEnd = writeDecimal(growthView, growthEnd, GROWTH)
      else growth.others.set(row, growthText(value, base)!)
    }
    growth.ends[row] = growthEnd
    if (base !== 0 && !Number.isNaN(value) && !Number.isNaN(base)) {
      const rateUnits = roundedUnits(difference / base)
      if (!Number.isNaN(rateUnits)) rateEnd = writeRate(rateView, rateEnd, rateUnits)
      else rates.others.set(row, growthRateText(value, base)!)
    }
    rates.ends[row] = rateEnd
  }
  growth.blocks.push(written.growth.bytes.toString('latin1', 0, growthEnd))
  rates.blocks.push(written.rates.bytes.toString('latin1', 0, rateEnd))
}

const GROWTH = decimalParts()

import { Buffer } from 'node:buffer'
import { type DecimalParts, decimalParts, partsToNumber, subtractParts } from './decimal-parts.ts'
import { LONGEST_DECIMAL, writeDecimal, writeRate, writeUnits } from './decimal-writer.ts'
import { growthRateText, growthText, roundedUnits } from './growth.ts'
import { readPrinted } from './printed-parts.ts'

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

/** Units of the fourth fractional digit in 1. */
export const UNITS = 10_000

/** Units below this print with no more digits than doubles keep, and differ exactly. */
const MAX_UNITS = 1e15

/**
 * A number that prints with at most four fractional digits in units of the fourth, without making its text; NaN for any
 * other, and for numbers from 1e11 on. Money and counts never are.
 */
export function shortUnits(value: number): number {
  const units = Math.round(value * UNITS)
  // The double nearest to so few digits prints as these digits.
  return units / UNITS === value && Math.abs(units) < MAX_UNITS ? units : Number.NaN
}

/** So many texts stand in a block. */
export const BLOCK = 1024

/**
 * The texts of many rows, one behind the other in long texts, and cut out when they are read: a table of a hundred
 * thousand rows is otherwise two hundred thousand small objects, of which a reader may want a page.
 */
export interface TextBlocks {
  readonly blocks: readonly string[]
  /** Where the text of each row ends in its block; an empty text is none. */
  readonly ends: Int32Array
  /** The texts that stand in no block. */
  readonly others: ReadonlyMap<number, string>
}

/** The text of a row; null where there is none. */
export function textAt({ blocks, ends, others }: TextBlocks, row: number): string | null {
  const begin = row % BLOCK === 0 ? 0 : ends[row - 1]!
  const end = ends[row]!
  if (begin === end) return others.get(row) ?? null
  return blocks[Math.floor(row / BLOCK)]!.slice(begin, end)
}

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
 * {@link growthText} and {@link growthRateText} for every row; NaN stands for null. Numbers of few
 * digits are written as whole units, others from their printed digits; only numbers with exponents
 * and rates close to a tie are written one by one. Yields between blocks.
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

/** Texts while they are written. */
interface OpenBlocks extends TextBlocks {
  readonly blocks: string[]
  readonly others: Map<number, string>
}

function emptyBlocks(texts: number): OpenBlocks {
  return { blocks: [], ends: new Int32Array(texts), others: new Map() }
}

/** The bytes of a block before it becomes a text, with two views; allocated at first use. */
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
 * Writes the difference of two printed numbers to `growth` and returns it as a double, within two
 * roundings; NaN when a number is NaN or {@link readPrinted} cannot read it.
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
 * A number in units of its fourth fractional digit when it prints with at most four and is below
 * 1e11; otherwise NaN.
 */
export function shortUnits(value: number): number {
  const units = Math.round(value * UNITS)
  // The double nearest to so few digits prints as these digits.
  return units / UNITS === value && Math.abs(units) < MAX_UNITS ? units : Number.NaN
}

/** Texts per block. */
export const BLOCK = 1024

/**
 * The texts of many rows, concatenated in blocks and sliced when they are read: a table of 100,000
 * rows would otherwise be 200,000 small strings, of which a reader may want one page.
 */
export interface TextBlocks {
  readonly blocks: readonly string[]
  /** Where the text of each row ends in its block; an empty text is none. */
  readonly ends: Int32Array
  /** The texts that are in no block, by row. */
  readonly others: ReadonlyMap<number, string>
}

/** The text of a row; null where there is none. */
export function textAt({ blocks, ends, others }: TextBlocks, row: number): string | null {
  const begin = row % BLOCK === 0 ? 0 : ends[row - 1]!
  const end = ends[row]!
  if (begin === end) return others.get(row) ?? null
  return blocks[Math.floor(row / BLOCK)]!.slice(begin, end)
}

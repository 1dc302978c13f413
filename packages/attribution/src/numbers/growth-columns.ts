import { Buffer } from 'node:buffer'
import {
  type DecimalParts,
  decimalParts,
  hasSafeDigits,
  partsToNumber,
  subtractParts,
} from './decimal-parts.ts'
import { LONGEST_DECIMAL, writeDecimal, writeRate, writeUnits } from './decimal-writer.ts'
import { type ExactSides, NO_EXACT_SIDES, readExactValue } from './exact-values.ts'
import {
  exactGrowthText,
  exactRateText,
  growthRateText,
  growthText,
  roundedUnits,
} from './growth.ts'
import { readPrintedDecimal } from './printed-parts.ts'

/** The values of both windows, row by row; NaN where there is none. */
export interface WindowValues {
  readonly current: Float64Array
  readonly compare: Float64Array
  /** The values that these do not print. @defaultValue none */
  readonly exact?: ExactSides
}

/** The text of every row; null where there is none. */
export interface TextColumn {
  readonly length: number
  at(row: number): string | null
}

/** The texts of growths and of growth rates, row by row. */
export interface GrowthColumns {
  readonly growth: TextColumn
  readonly rates: TextColumn
}

/**
 * {@link growthText} and {@link growthRateText} for every row; NaN stands for null. The texts of {@link BLOCK} rows are
 * written when the first of them is read, so that a table of which nobody reads them costs none. Numbers of few digits are
 * written as whole units, others from their printed digits; only numbers with exponents and rates close to a tie are
 * written one by one, and so are those of values that doubles do not print. The values must not change afterwards.
 */
export function growthColumns(values: WindowValues): GrowthColumns {
  const { length } = values.current
  let texts: GrowthTexts | null = null
  const getGrowthText = (row: number, which: keyof GrowthTexts): string | null => {
    texts ??= { growth: emptyTexts(length), rates: emptyTexts(length) }
    const block = Math.floor(row / BLOCK)
    if (texts.growth.blocks[block] === undefined) writeBlock(values, block * BLOCK, texts)
    return readText(texts[which], row, block)
  }
  return {
    growth: { length, at: (row) => getGrowthText(row, 'growth') },
    rates: { length, at: (row) => getGrowthText(row, 'rates') },
  }
}

/** Both texts of every row, which are written together. */
interface GrowthTexts {
  readonly growth: WrittenTexts
  readonly rates: WrittenTexts
}

/** Texts while they are written. */
interface WrittenTexts {
  /** The texts of {@link BLOCK} rows as one string, which is sliced when they are read; undefined until they are written. */
  readonly blocks: (string | undefined)[]
  /** Where the text of each row ends in its block, below 2^16; an empty text is none. */
  readonly ends: Uint16Array
  /** The texts that are in no block, by row. */
  readonly others: Map<number, string>
}

function emptyTexts(length: number): WrittenTexts {
  const blocks = new Array<string | undefined>(Math.ceil(length / BLOCK)).fill(undefined)
  return { blocks, ends: new Uint16Array(length), others: new Map() }
}

function readText(
  { blocks, ends, others: textsByRow }: WrittenTexts,
  row: number,
  block: number,
): string | null {
  const begin = row % BLOCK === 0 ? 0 : ends[row - 1]!
  const end = ends[row]!
  return begin === end ? (textsByRow.get(row) ?? null) : blocks[block]!.slice(begin, end)
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

/** Writes the growths and the rates of a block of rows. */
function writeBlock(
  { current, compare, exact = NO_EXACT_SIDES }: WindowValues,
  begin: number,
  { growth, rates }: GrowthTexts,
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
    if (exact.current.has(row) || exact.compare.has(row)) {
      const now = readExactValue({ values: current, exact: exact.current }, row)
      const before = readExactValue({ values: compare, exact: exact.compare }, row)
      setText(growth, row, exactGrowthText(now, before))
      setText(rates, row, exactRateText(now, before))
      growth.ends[row] = growthEnd
      rates.ends[row] = rateEnd
      continue
    }
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
  const block = begin / BLOCK
  growth.blocks[block] = written.growth.bytes.toString('latin1', 0, growthEnd)
  rates.blocks[block] = written.rates.bytes.toString('latin1', 0, rateEnd)
}

function setText({ others }: WrittenTexts, row: number, text: string | null): void {
  if (text !== null) others.set(row, text)
}

const GROWTH = decimalParts()

/**
 * Writes the difference of two printed numbers to `growth` and returns it as a double, within three
 * roundings; NaN when a number is NaN or {@link readPrintedDecimal} cannot read it, and when one has digits too far behind those of
 * the other.
 */
export function readGrowth(current: number, compare: number, growth: DecimalParts): number {
  if (!readPrintedDecimal(current, NOW) || !readPrintedDecimal(compare, BEFORE)) return Number.NaN
  const size = Math.max(Math.abs(current), Math.abs(compare))
  if (!hasSafeDigits(size, Math.max(NOW.scale, BEFORE.scale))) return Number.NaN
  subtractParts(NOW, BEFORE, growth, current < compare)
  return partsToNumber(growth)
}

const NOW = decimalParts()
const BEFORE = decimalParts()

/** Fractional digits of numbers that are written as whole units. */
export const UNIT_DIGITS = 4

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

/** Texts per block: a table of 100,000 rows would otherwise be 200,000 small strings, of which a reader may want one page. */
export const BLOCK = 1024

import { assertNever } from '@tributary/core'
import type { SlicedWork } from '@tributary/core/internal'
import { bigInt64Array, codeArray, float64Array } from '../kernels/code-array.ts'
import { createKeyNumbers } from '../kernels/key-numbers.ts'
import type { BigColumn, CodedColumn, Column, FloatColumn } from './column.ts'
import { countedColumn } from './encode-numbers.ts'

/** Whole numbers that span at most this many values get codes by subtraction, without sorting. */
const MAX_COUNTED = 2 ** 22

/**
 * Converts a column to codes, one for every distinct value. Sorts the values unless they span few
 * whole numbers.
 */
export function codeColumn(column: Column): CodedColumn {
  switch (column.kind) {
    case 'coded':
      return column
    case 'floats':
      return codeFloats(column)
    case 'bigs':
      return codeBigs(column)
    default:
      return assertNever(column)
  }
}

/**
 * A column of INT as codes of one to four bytes where it has at least as many rows as possible values; other columns as
 * they are. Conditions, groups and distinct counts of whole numbers use codes anyway. Amounts are DECIMAL as a rule:
 * they stay doubles, which are summed without a copy.
 */
export function narrowColumn(column: Column): Column {
  if (column.kind !== 'floats' || column.type !== 'INT') return column
  const { nulls, min, max, absoluteSum } = column.range
  const rows = column.values.length
  if (nulls === rows || absoluteSum > Number.MAX_SAFE_INTEGER) return column
  return max - min < Math.min(rows, MAX_COUNTED)
    ? countedColumn(column.values, column, { first: min, last: max, nulls })
    : column
}

/** Rows that are looked up between two yields. */
const BLOCK = 8_192

/** As {@link codeColumn}, in slices for whole numbers: their distinct values are found before they are sorted. */
export function* codeColumnInSlices(column: Column): SlicedWork<CodedColumn> {
  if (column.kind !== 'floats' || !column.range.whole || hasCountedCodes(column)) {
    return codeColumn(column)
  }
  const { values, range, type, scale } = column
  const keyNumbers = createKeyNumbers()
  const numberOf = new Uint32Array(values.length)
  for (let from = 0; from < values.length; from += BLOCK) {
    const to = Math.min(values.length, from + BLOCK)
    for (let row = from; row < to; row++) {
      const value = values[row]!
      if (!Number.isNaN(value)) numberOf[row] = keyNumbers.numberOf(value)
    }
    yield
  }
  const distinctValues = keyNumbers.keys()
  const numbers = float64Array(distinctValues.length)
  numbers.set(distinctValues)
  numbers.sort()
  yield
  const places = Uint32Array.from(distinctValues, (value) => findSortedIndex(value, numbers))
  const codes = codeArray(numbers.length, values.length)
  for (let from = 0; from < values.length; from += BLOCK) {
    const to = Math.min(values.length, from + BLOCK)
    for (let row = from; row < to; row++) {
      codes[row] = Number.isNaN(values[row]) ? numbers.length : places[numberOf[row]!]!
    }
    yield
  }
  const domain = { kind: 'numbers', size: numbers.length, numbers } as const
  return { kind: 'coded', type, scale, codes, domain, nulls: range.nulls }
}

/** Whether codes are made by subtraction. */
function hasCountedCodes({ values, range }: FloatColumn): boolean {
  return range.whole && (range.nulls === values.length || range.max - range.min < MAX_COUNTED)
}

function codeFloats(column: FloatColumn): CodedColumn {
  const { values, range } = column
  if (hasCountedCodes(column)) {
    const span =
      range.max < range.min ? null : { first: range.min, last: range.max, nulls: range.nulls }
    return countedColumn(values, column, span)
  }
  const numbers = removeSortedDuplicates(values.slice().sort(), values.length - range.nulls)
  const codes = codeArray(numbers.length, values.length)
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    codes[row] = !Number.isNaN(value) ? findSortedIndex(value, numbers) : numbers.length
  }
  return {
    kind: 'coded',
    type: column.type,
    scale: column.scale,
    codes,
    domain: { kind: 'numbers', size: numbers.length, numbers },
    nulls: range.nulls,
  }
}

/**
 * The index of a number among sorted ones, by binary search: a hash table would not hold tens of
 * millions.
 */
function findSortedIndex(value: number, sorted: Float64Array): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The first `count` of sorted numbers, each once; NaN stands at the end of sorted numbers. */
function removeSortedDuplicates(sorted: Float64Array, count: number): Float64Array {
  let distinctCount = 0
  for (let at = 0; at < count; at++) {
    if (distinctCount === 0 || sorted[at] !== sorted[distinctCount - 1])
      sorted[distinctCount++] = sorted[at]!
  }
  const distinct = float64Array(distinctCount)
  distinct.set(sorted.subarray(0, distinctCount))
  return distinct
}

function codeBigs({ type, scale, values, valid, nulls }: BigColumn): CodedColumn {
  const isValid = (_: bigint, row: number): boolean => valid?.[row] !== 0
  const sorted = values.filter(isValid).sort()
  const distinct = sorted.filter((value, at) => at === 0 || value !== sorted[at - 1])
  const bigs = bigInt64Array(distinct.length)
  bigs.set(distinct)
  const codeByValue = new Map(Array.from(bigs, (value, code) => [value, code]))
  const codes = codeArray(bigs.length, values.length)
  for (let row = 0; row < values.length; row++) {
    codes[row] = valid?.[row] === 0 ? bigs.length : codeByValue.get(values[row]!)!
  }
  const domain = { kind: 'bigs', size: bigs.length, bigs } as const
  return { kind: 'coded', type, scale, codes, domain, nulls }
}

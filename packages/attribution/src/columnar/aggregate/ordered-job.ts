import { assertNever } from '@tributary/core'
import { decimalToNumber } from '@tributary/expression/internal'
import type { Measure } from '../../request/source.ts'
import type { Column } from '../columns/column.ts'
import { type GroupNumbers, groupNumbers } from '../groups/group-numbers.ts'
import type { GroupSpace } from '../groups/group-space.ts'
import {
  type CodedRows,
  countDistinct,
  type DistinctCounts,
  distinctCounts,
  listRows,
  listStretch,
  type NullableCodes,
  orderByCode,
} from '../kernels/distinct.ts'
import { percentiles, variances } from '../kernels/statistics.ts'
import { BLOCK_ROWS, type Block, iterateBlocks, type WindowRows } from '../select/block.ts'
import type { Predicate } from '../select/predicate.ts'
import type { RowSpace } from '../select/row-space.ts'
import { createColumnFill } from './block-reader.ts'

/** One number per group. */
export interface GroupValues {
  /** The key of each place; null when places are keys. */
  readonly keys: Float64Array | null
  /** NaN where there is no value. */
  readonly values: Float64Array
}

/** A measure that needs all values of a group at once, and the column of its argument. */
export interface OrderedMeasure {
  readonly measure: Measure
  readonly column: Column
  readonly filter: Predicate | null
}

/**
 * Aggregates distinct counts, percentiles and variances, which need all values of a group at once.
 * The rows of the window are listed once for all groupings; for distinct counts they are ordered by
 * value.
 */
export function* orderedWindow(
  window: WindowRows,
  groupings: readonly GroupSpace[],
  of: OrderedMeasure & { readonly space: RowSpace },
): Generator<void, readonly GroupValues[]> {
  const { measure } = of
  if (measure.aggregate === 'COUNT_DISTINCT') return yield* distinctValues(window, groupings, of)
  const filtered = yield* listRowsWithValues(window, of)
  const values = numbersIn(of.column, filtered)
  const results: GroupValues[] = []
  for (const grouping of groupings) {
    const groups = yield* numberListedRows(grouping, filtered)
    const result = reduce(measure, groups.codes, { values, size: groups.numbers.size() })
    results.push({ keys: groups.numbers.keys(), values: result })
    yield
  }
  return results
}

function reduce(
  measure: Measure,
  codes: Uint32Array,
  { values, size }: { readonly values: Float64Array; readonly size: number },
): Float64Array {
  switch (measure.aggregate) {
    case 'PERCENTILE':
    case 'PERCENTILE_DISC': {
      const { fraction = 0.5 } = measure
      const isDiscrete = measure.aggregate === 'PERCENTILE_DISC'
      return percentiles(codes, values, { size, fraction, isDiscrete })
    }
    case 'VARIANCE':
      return variances(codes, values, size)
    case 'STDDEV':
      return variances(codes, values, size).map(Math.sqrt)
    case 'SUM':
    case 'COUNT':
    case 'COUNT_DISTINCT':
    case 'MIN':
    case 'MAX':
      throw new TypeError(`${measure.aggregate} does not need its rows in order`)
    default:
      return assertNever(measure.aggregate)
  }
}

/** The rows of a window that pass the measure's filter and have a value. */
function* listRowsWithValues(
  window: WindowRows,
  { column, filter }: OrderedMeasure,
): Generator<void, Uint32Array> {
  const blocks = yield* blocksOnce(window)
  const listed = new Uint32Array(rowsIn(blocks) + 1)
  const values = new Float64Array(BLOCK_ROWS)
  const fill = createColumnFill(column)
  let count = 0
  for (const block of blocks) {
    fill(block, values)
    const begin = count
    for (let index = 0; index < block.count; index++) {
      listed[count] = block.rows === null ? block.from + index : block.rows[index]!
      if (!Number.isNaN(values[index]!)) count++
    }
    if (filter !== null) count = begin + filter.refine(listed, { at: begin, count: count - begin })
    yield
  }
  return listed.subarray(0, count)
}

/** The group number of every listed row. */
function* numberListedRows(
  grouping: GroupSpace,
  rows: Uint32Array,
): Generator<void, { readonly codes: Uint32Array; readonly numbers: GroupNumbers }> {
  const numbers = groupNumbers(grouping, BLOCK_ROWS)
  const codes = new Uint32Array(rows.length)
  for (let begin = 0; begin < rows.length; begin += BLOCK_ROWS) {
    const block = rows.subarray(begin, begin + BLOCK_ROWS)
    const blockCodes = numbers.codesOf({ from: 0, count: block.length, rows: block })
    codes.set(blockCodes.subarray(0, block.length), begin)
    yield
  }
  return { codes, numbers }
}

/** The values of rows as doubles, each rounded once. */
function numbersIn(column: Column, rows: Uint32Array): Float64Array {
  const values = new Float64Array(rows.length)
  if (column.kind === 'bigs') {
    const { scale } = column
    return values.map((_, index) => decimalToNumber({ units: column.values[rows[index]!]!, scale }))
  }
  createColumnFill(column)({ from: 0, rows, count: rows.length }, values)
  const divisor = 10 ** column.scale
  if (divisor !== 1) for (let index = 0; index < values.length; index++) values[index]! /= divisor
  return values
}

/**
 * Counts the distinct values of every group. The rows of the window are listed and ordered by value
 * once; each grouping then reads them block by block.
 */
function* distinctValues(
  window: WindowRows,
  groupings: readonly GroupSpace[],
  of: OrderedMeasure & { readonly space: RowSpace },
): Generator<void, readonly GroupValues[]> {
  const { codes, domain } = of.space.coded(of.column)
  yield
  const listed = yield* listCodedRows(window, of, { codes, nullCode: domain.size })
  const ordered = orderByCode(listed, domain.size)
  yield
  const results: GroupValues[] = []
  for (const grouping of groupings) results.push(yield* countedIn(grouping, ordered))
  return results
}

/** The rows of a window that pass the measure's filter and have a value, with the codes of these. */
function* listCodedRows(
  window: WindowRows,
  { filter }: OrderedMeasure,
  column: NullableCodes,
): Generator<void, CodedRows> {
  const blocks = yield* blocksOnce(window)
  const room = rowsIn(blocks) + 1
  const listed = { rows: new Uint32Array(room), codes: new Uint32Array(room) }
  const passed = new Uint32Array(filter === null ? 0 : BLOCK_ROWS + 1)
  let length = 0
  for (const block of blocks) {
    const { from, count, rows } = block
    if (filter !== null) {
      for (let index = 0; index < count; index++) passed[index] = rows?.[index] ?? from + index
      const passedCount = filter.refine(passed, { at: 0, count })
      length = listRows(column, passed.subarray(0, passedCount), listed, length)
    } else if (rows === null) {
      length = listStretch(column, { from, count }, listed, length)
    } else length = listRows(column, rows.subarray(0, count), listed, length)
    yield
  }
  return { rows: listed.rows.subarray(0, length), codes: listed.codes.subarray(0, length) }
}

const blocksByWindow = new WeakMap<WindowRows, readonly Block[]>()

/** The rows of a window, which are selected once for all of its measures: many distinct counts are of the same windows. */
function* blocksOnce(window: WindowRows): Generator<void, readonly Block[]> {
  const cachedBlocks = blocksByWindow.get(window)
  if (cachedBlocks !== undefined) return cachedBlocks
  const blocks: Block[] = []
  for (const { from, count, rows } of iterateBlocks(window)) {
    blocks.push({ from, count, rows: rows === null ? null : rows.slice(0, count) })
    yield
  }
  blocksByWindow.set(window, blocks)
  return blocks
}

function rowsIn(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { count }) => sum + count, 0)
}

function* countedIn(
  grouping: GroupSpace,
  { rows, codes }: CodedRows,
): Generator<void, GroupValues> {
  const numbers = groupNumbers(grouping, BLOCK_ROWS)
  let counted = distinctCounts(numbers.size())
  for (let begin = 0; begin < rows.length; begin += BLOCK_ROWS) {
    const block = rows.subarray(begin, begin + BLOCK_ROWS)
    const blockCodes = numbers.codesOf({ from: 0, count: block.length, rows: block })
    if (numbers.size() > counted.counts.length) counted = grown(counted, numbers.size())
    const groups = blockCodes.subarray(0, block.length)
    countDistinct(groups, codes.subarray(begin, begin + BLOCK_ROWS), counted)
    yield
  }
  const { counts } = counted
  return { keys: numbers.keys(), values: new Float64Array(counts.subarray(0, numbers.size())) }
}

function grown({ counts, stamps }: DistinctCounts, size: number): DistinctCounts {
  const larger = distinctCounts(Math.max(size, counts.length * 2))
  larger.counts.set(counts)
  larger.stamps.set(stamps)
  return larger
}

import { BATCH } from '../../numbers/number-vector.ts'
import { EVERY_ROW, NO_ROW, type Predicate } from './predicate.ts'

/**
 * Rows that go through all parts together: few batches, and the selection of the first part stays
 * in the first-level cache.
 */
const LARGE_BATCH = 2 ** 13

/** Rows that are sampled to estimate how many a part keeps. */
const SAMPLE = 512

/**
 * TRUE where all parts are. Parts run batch by batch, those that reject the most rows for their
 * cost first.
 */
export function combineWithAnd(parts: readonly Predicate[], rowCount: number): Predicate {
  const open = parts.filter(({ constant }) => constant !== true)
  if (open.some(({ constant }) => constant === false)) return NO_ROW
  const [first, ...remainingParts] = inCheapOrder(open, rowCount)
  if (first === undefined) return EVERY_ROW
  if (remainingParts.length === 0) return first
  return {
    constant: null,
    cost: first.cost + remainingParts.reduce((sum, { cost }) => sum + cost / 2, 0),
    select({ from, to, at }, out) {
      let next = at
      for (let begin = from; begin < to; begin += LARGE_BATCH) {
        const end = Math.min(to, begin + LARGE_BATCH)
        let count = first.select({ from: begin, to: end, at: next }, out)
        for (const part of remainingParts) count = part.refine(out, { at: next, count })
        next += count
      }
      return next - at
    },
    refine(rows, { at, count }) {
      let remainingCount = first.refine(rows, { at, count })
      for (const part of remainingParts)
        remainingCount = part.refine(rows, { at, count: remainingCount })
      return remainingCount
    },
  }
}

function inCheapOrder(parts: readonly Predicate[], rowCount: number): readonly Predicate[] {
  if (parts.length < 2 || rowCount === 0) return parts
  const count = Math.min(SAMPLE, rowCount)
  const sample = new Uint32Array(count)
  for (let index = 0; index < count; index++) sample[index] = (index * rowCount) / count
  const rows = new Uint32Array(count + 1)
  return parts
    .map((part) => {
      rows.set(sample)
      const rejectedCount = count - part.refine(rows, { at: 0, count })
      return { part, price: part.cost / rejectedCount }
    })
    .sort((a, b) => a.price - b.price || 0)
    .map(({ part }) => part)
}

/** TRUE where one of the parts is. */
export function combineWithOr(parts: readonly Predicate[]): Predicate {
  const open = parts.filter(({ constant }) => constant !== false)
  if (open.some(({ constant }) => constant === true)) return EVERY_ROW
  const [first] = open
  if (first === undefined) return NO_ROW
  if (open.length === 1) return first
  const matchedRows = new Uint32Array(BATCH + 1)
  const marks = new Uint8Array(BATCH)
  return {
    constant: null,
    cost: open.reduce((sum, { cost }) => sum + cost, 1),
    select({ from, to, at }, out) {
      let next = at
      for (let begin = from; begin < to; begin += BATCH) {
        const end = Math.min(to, begin + BATCH)
        marks.fill(0)
        for (const part of open) {
          const count = part.select({ from: begin, to: end, at: 0 }, matchedRows)
          for (let place = 0; place < count; place++) marks[matchedRows[place]! - begin] = 1
        }
        for (let row = begin; row < end; row++) {
          out[next] = row
          next = (next + marks[row - begin]!) | 0
        }
      }
      return next - at
    },
    refine(rows, { at, count }) {
      let next = at
      for (let begin = at; begin < at + count; begin += BATCH) {
        const length = Math.min(BATCH, at + count - begin)
        next += refineBatch(open, { rows, begin, length, next, found: matchedRows, marks })
      }
      return next - at
    },
  }
}

interface BatchOfRows {
  readonly rows: Uint32Array
  readonly begin: number
  readonly length: number
  /** Where the kept rows go. */
  readonly next: number
  readonly found: Uint32Array
  readonly marks: Uint8Array
}

function refineBatch(parts: readonly Predicate[], batch: BatchOfRows): number {
  const { rows, begin, length, next, marks } = batch
  marks.fill(0, 0, length)
  for (const part of parts) {
    if (part.mark === undefined) markRefinedRows(part, batch)
    else part.mark(rows, { at: begin, count: length }, marks)
  }
  let writeIndex = next
  for (let place = 0; place < length; place++) {
    rows[writeIndex] = rows[begin + place]!
    writeIndex = (writeIndex + marks[place]!) | 0
  }
  return writeIndex - next
}

/** Marks what a part has found in one walk along the batch, because both lists ascend. */
function markRefinedRows(
  part: Predicate,
  { rows, begin, length, found: matchedRows, marks }: BatchOfRows,
): void {
  matchedRows.set(rows.subarray(begin, begin + length))
  const count = part.refine(matchedRows, { at: 0, count: length })
  let place = 0
  for (let index = 0; index < count; index++) {
    while (rows[begin + place] !== matchedRows[index]) place++
    marks[place] = 1
  }
}

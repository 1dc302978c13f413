import { inSpans, type SlicedWork } from '@tributary/core/internal'
import type { GroupSpace } from '../groups/group-space.ts'
import { createKeyNumbers, type KeyNumbers } from '../kernels/key-numbers.ts'
import type { KeptSlots } from './slots.ts'

/** The row counts, sums and extremes of the groups of one grouping in one window. */
export interface GroupTotals {
  /** The key of each place; null when places are keys. */
  readonly keys: Float64Array | null
  readonly stride: number
  /**
   * `stride` numbers a place: the row count, a sum per slot, then the extremes. A sum of nothing is -0, an extreme of
   * nothing infinite.
   */
  readonly records: Float64Array
}

/** The record of a group without rows; its length is the stride. */
export function emptyRecord({ slots, extremes }: KeptSlots): Float64Array {
  const starts = extremes.map(({ which }) => (which === 'MIN' ? Infinity : -Infinity))
  return Float64Array.of(...new Array<number>(1 + slots).fill(-0), ...starts)
}

/** Records of `count` groups without rows. */
export function emptyRecords(empty: Float64Array, count: number): Float64Array<ArrayBuffer> {
  const records = new Float64Array(empty.length * count)
  fillRecords(records, empty, 0)
  return records
}

/** Makes all records empty from one on. */
export function fillRecords(records: Float64Array, empty: Float64Array, from: number): void {
  const begin = from * empty.length
  if (begin >= records.length) return
  if (empty.every((start) => Object.is(start, -0))) {
    records.fill(-0, begin)
    return
  }
  records.set(empty, begin)
  // Each copy doubles what there is.
  for (let filled = empty.length; begin + filled < records.length; filled *= 2) {
    const length = Math.min(filled, records.length - begin - filled)
    records.copyWithin(begin + filled, begin, begin + length)
  }
}

/** Merges the totals of a grouping over parts of the rows; null when there are none. */
export function* mergeTotals(
  parts: readonly GroupTotals[],
  slots: KeptSlots,
): SlicedWork<GroupTotals | null> {
  const [first, ...remainingParts] = parts
  if (first === undefined || remainingParts.length === 0) return first ?? null
  const { stride } = first
  const numbers = first.keys === null ? null : createKeyNumbers()
  const places: (Uint32Array | null)[] = []
  for (const { keys } of parts) {
    places.push(keys === null ? null : yield* numberedBy(numbers!, keys))
  }
  const size = numbers === null ? first.records.length / stride : numbers.size()
  const records = emptyRecords(emptyRecord(slots), size)
  const add = recordAdder(slots)
  for (const [index, part] of parts.entries()) {
    const partPlaces = places[index]!
    yield* inSpans(part.records.length / stride, (from, to) => {
      for (let place = from; place < to; place++) {
        const at = place * stride
        if (part.records[at] === 0) continue
        add(part.records, at, records, (partPlaces === null ? place : partPlaces[place]!) * stride)
      }
    })
  }
  return { keys: numbers === null ? null : numbers.keys(), stride, records }
}

/** The number of each key. */
export function* numberedBy(numbers: KeyNumbers, keys: Float64Array): SlicedWork<Uint32Array> {
  const keyNumbers = new Uint32Array(keys.length)
  yield* inSpans(keys.length, (from, to) => {
    for (let at = from; at < to; at++) keyNumbers[at] = numbers.numberOf(keys[at]!)
  })
  return keyNumbers
}

/** The totals of all groups together. */
export function* wholeTotals(
  { records, stride }: GroupTotals,
  slots: KeptSlots,
): SlicedWork<GroupTotals> {
  const totalRecord = emptyRecord(slots)
  yield* inSpans(records.length / stride, (from, to) => {
    for (let slot = 0; slot <= slots.slots; slot++) {
      totalRecord[slot] = sumStridedRecords(
        records.subarray(0, to * stride),
        from * stride + slot,
        stride,
        totalRecord[slot]!,
      )
    }
  })
  for (const [index, { which }] of slots.extremes.entries()) {
    const at = 1 + slots.slots + index
    const better = which === 'MIN' ? Math.min : Math.max
    for (let place = at; place < records.length; place += stride) {
      totalRecord[at] = better(totalRecord[at]!, records[place]!)
    }
  }
  return { keys: null, stride, records: totalRecord }
}

/** The sum of a number and every `stride`-th number from one on. */
function sumStridedRecords(
  records: Float64Array,
  from: number,
  stride: number,
  begin: number,
): number {
  let sum = begin
  for (let at = from; at < records.length; at += stride) sum += records[at]!
  return sum
}

/** The totals of each of some dense groupings from those of all of them combined, whose keys have the digits of the first one highest. */
export function rollUp(
  { records, stride }: GroupTotals,
  spaces: readonly GroupSpace[],
  slots: KeptSlots,
): readonly GroupTotals[] {
  const empty = emptyRecord(slots)
  const add = recordAdder(slots)
  let lower = records.length / stride
  return spaces.map(({ size }) => {
    const groupingRecords = emptyRecords(empty, size)
    lower /= size
    for (let at = 0, place = 0, digit = 0, lowerKey = 0; at < records.length; at += stride) {
      if (records[at] !== 0) add(records, at, groupingRecords, place)
      lowerKey++
      if (lowerKey < lower) continue
      lowerKey = 0
      digit = digit + 1 === size ? 0 : digit + 1
      place = digit * stride
    }
    return { keys: null, stride, records: groupingRecords }
  })
}

/** Adds a record to another: both begin at a place in their lists. */
type RecordAdder = (from: Float64Array, fromAt: number, to: Float64Array, toAt: number) => void

function recordAdder({ slots, extremes }: KeptSlots): RecordAdder {
  const leasts = extremes.map(({ which }) => which === 'MIN')
  return (from, fromAt, to, toAt) => {
    for (let slot = 0; slot <= slots; slot++) to[toAt + slot]! += from[fromAt + slot]!
    for (let index = 0; index < leasts.length; index++) {
      const at = 1 + slots + index
      const value = from[fromAt + at]!
      const storedValue = to[toAt + at]!
      if (leasts[index] ? value < storedValue : value > storedValue) to[toAt + at] = value
    }
  }
}

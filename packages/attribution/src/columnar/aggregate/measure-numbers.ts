import { assertNever } from '@tributary/core'
import { inSpans, type SlicedWork } from '@tributary/core/internal'
import { toText } from '@tributary/expression'
import type { NumberColumn } from '../../request/source.ts'
import { type Column, isCountedColumn } from '../columns/column.ts'
import { decimalOfValue, domainText, domainValue, valueOfUnits } from '../columns/read-value.ts'
import type { GroupTotals } from './group-totals.ts'
import { floatLimbs, joinBigLimbs } from './limbs.ts'
import type { MeasurePlan } from './measure-plan.ts'

/** Where the numbers of a measure are: the groups of a table, and their places in the totals. */
export interface MeasureResults {
  /** Rows of each group. */
  readonly rows: Float64Array
  readonly totals: GroupTotals | null
  /** How many sums there are before the extremes. */
  readonly slots: number
  /** Place of each group in the totals; -1 for none. */
  readonly places: Int32Array | null
  readonly ordered: { readonly values: Float64Array; readonly places: Int32Array } | null
  readonly count: number
}

/** The numbers of a measure in one window, group by group. */
export function* measureNumbers(
  plan: MeasurePlan,
  results: MeasureResults,
): SlicedWork<NumberColumn> {
  switch (plan.kind) {
    case 'rows':
      return { kind: 'safe', scale: 0, units: results.rows }
    case 'count':
      return { kind: 'safe', scale: 0, units: yield* slotValues(results, plan.slot, 0) }
    case 'sum':
      return yield* sumNumbers(plan.slots, plan.column, results)
    case 'units':
      return { kind: 'safe', scale: plan.scale, units: yield* slotValues(results, plan.slot) }
    case 'extreme':
      return yield* extremeNumbers(plan.extreme, plan.column, results)
    case 'ordered':
      return yield* orderedNumbers(plan.measure.aggregate === 'COUNT_DISTINCT', results)
    default:
      return assertNever(plan)
  }
}

/** The sums of a slot; `none` for a group that has no value. */
function* slotValues(
  { totals, places, count }: MeasureResults,
  slot: number,
  none = Number.NaN,
): SlicedWork<Float64Array> {
  const values = new Float64Array(count)
  if (totals === null || places === null) return values.fill(none)
  const { records, stride } = totals
  const offset = 1 + slot
  yield* inSpans(count, (from, to) => {
    for (let group = from; group < to; group++) {
      const place = places[group]!
      const sum = place === -1 ? -0 : records[Math.imul(place, stride) + offset]!
      values[group] = Object.is(sum, -0) ? none : sum
    }
  })
  return values
}

/** An extreme of every group; NaN for a group that has no value. */
function* extremeValues(
  { totals, places, slots, count }: MeasureResults,
  index: number,
): SlicedWork<Float64Array> {
  const values = new Float64Array(count)
  if (totals === null || places === null) return values.fill(Number.NaN)
  const { records, stride } = totals
  const offset = 1 + slots + index
  yield* inSpans(count, (from, to) => {
    for (let group = from; group < to; group++) {
      const place = places[group]!
      const value = place === -1 ? Infinity : records[Math.imul(place, stride) + offset]!
      values[group] = Number.isFinite(value) ? value : Number.NaN
    }
  })
  return values
}

function* sumNumbers(
  slots: readonly number[],
  column: Column,
  results: MeasureResults,
): SlicedWork<NumberColumn> {
  const parts: Float64Array[] = []
  for (const slot of slots) parts.push(yield* slotValues(results, slot))
  const [first, ...more] = parts
  const { type, scale } = column
  if (type === 'DOUBLE' || (column.kind === 'coded' && !isCountedColumn(column))) {
    if (column.kind !== 'floats') return { kind: 'double', values: first! }
    const { join } = floatLimbs(column)
    const values = new Float64Array(results.count)
    yield* inSpans(results.count, (from, to) => {
      for (let group = from; group < to; group++) {
        const sum = first![group]!
        values[group] = Number.isNaN(sum) ? sum : join(parts.map((part) => part[group]!))
      }
    })
    return { kind: 'double', values }
  }
  if (more.length === 0) return { kind: 'safe', scale, units: first! }
  const join = column.kind === 'bigs' ? joinBigLimbs : joinUnits
  const units = yield* mapNumbersInSlices(first!, (sum, group) =>
    Number.isNaN(sum) ? null : join(parts.map((part) => part[group]!)),
  )
  return { kind: 'exact', scale, units }
}

/** Groups whose exact numbers or texts are made between two yields. */
const BLOCK = 1_024

/** Maps each number. Yields between blocks. */
function* mapNumbersInSlices<T>(
  values: Float64Array,
  make: (value: number, group: number) => T,
): SlicedWork<readonly T[]> {
  const results = new Array<T>(values.length)
  const work = (from: number, to: number): void => {
    for (let group = from; group < to; group++) results[group] = make(values[group]!, group)
  }
  yield* inSpans(values.length, work, BLOCK)
  return results
}

/** The parts of units are multiples of powers of two of at least one: whole. */
function joinUnits(parts: readonly number[]): bigint {
  return parts.reduce((total, part) => total + BigInt(part), 0n)
}

function* extremeNumbers(
  index: number,
  column: Column,
  results: MeasureResults,
): SlicedWork<NumberColumn> {
  const values = yield* extremeValues(results, index)
  if (column.type === 'DOUBLE') return { kind: 'double', values }
  if (column.kind !== 'coded' || column.domain.kind === 'count') {
    return { kind: 'safe', scale: column.scale, units: values }
  }
  const units = yield* mapNumbersInSlices(values, (code) => {
    const value = Number.isNaN(code) ? null : domainValue(column, code)
    return value === null ? null : decimalOfValue(value).units
  })
  return { kind: 'exact', scale: column.scale, units }
}

/** The values of an extreme of texts, dates or times, group by group. */
export function* extremeTexts(
  plan: MeasurePlan,
  results: MeasureResults,
): SlicedWork<readonly (string | null)[]> {
  if (plan.kind !== 'extreme') return new Array<null>(results.count).fill(null)
  const { column } = plan
  const textOf =
    column.kind === 'coded' && column.domain.kind !== 'count'
      ? (code: number) => domainText(column, code)
      : (units: number) => toText(valueOfUnits(units, column), column.type)
  const values = yield* extremeValues(results, plan.extreme)
  return yield* mapNumbersInSlices(values, (value) => (Number.isNaN(value) ? null : textOf(value)))
}

function* orderedNumbers(
  isCount: boolean,
  { ordered, count }: MeasureResults,
): SlicedWork<NumberColumn> {
  const values = new Float64Array(count).fill(isCount ? 0 : Number.NaN)
  if (ordered !== null) {
    yield* inSpans(count, (from, to) => {
      for (let group = from; group < to; group++) {
        const place = ordered.places[group]!
        const value = ordered.values[place]
        if (place !== -1 && value !== undefined) values[group] = value
      }
    })
  }
  return isCount ? { kind: 'safe', scale: 0, units: values } : { kind: 'double', values }
}

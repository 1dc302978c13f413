import type { Selected, Stretch } from './select-codes.ts'

/** A closed range of numbers, what is outside of one (NaN is in neither), or NaN, which is NULL. */
export interface NumberRange {
  readonly kind: 'inside' | 'outside' | 'null'
  readonly low: number
  readonly high: number
}

/** Writes the rows of a stretch whose number is in the range; gives their number. Needs room for one row more. */
export function selectNumbers(
  values: Float64Array,
  { kind, low, high }: NumberRange,
  stretch: Stretch,
  out: Uint32Array,
): number {
  if (kind === 'inside') return selectInside(values, [low, high], stretch, out)
  if (kind === 'outside') return selectOutside(values, [low, high], stretch, out)
  return selectNull(values, stretch, out)
}

/** Keeps those of the selected rows whose number is in the range, in place; gives their number. */
export function refineNumbers(
  values: Float64Array,
  { kind, low, high }: NumberRange,
  rows: Uint32Array,
  selected: Selected,
): number {
  if (kind === 'inside') return refineInside(values, [low, high], rows, selected)
  if (kind === 'outside') return refineOutside(values, [low, high], rows, selected)
  return refineNull(values, rows, selected)
}

type Bounds = readonly [low: number, high: number]

// Truth values are added as numbers: no branch, see select-codes.ts.

function selectInside(
  values: Float64Array,
  [low, high]: Bounds,
  { from, to, at }: Stretch,
  out: Uint32Array,
): number {
  let next = at
  for (let row = from; row < to; row++) {
    const value = values[row]!
    out[next] = row
    next = (next + (Number(value >= low) & Number(value <= high))) | 0
  }
  return next - at
}

function selectOutside(
  values: Float64Array,
  [low, high]: Bounds,
  { from, to, at }: Stretch,
  out: Uint32Array,
): number {
  let next = at
  for (let row = from; row < to; row++) {
    const value = values[row]!
    out[next] = row
    next = (next + (Number(value < low) | Number(value > high))) | 0
  }
  return next - at
}

function refineInside(
  values: Float64Array,
  [low, high]: Bounds,
  rows: Uint32Array,
  { at, count }: Selected,
): number {
  const end = at + count
  let next = at
  for (let place = at; place < end; place++) {
    const row = rows[place]!
    const value = values[row]!
    rows[next] = row
    next = (next + (Number(value >= low) & Number(value <= high))) | 0
  }
  return next - at
}

function refineOutside(
  values: Float64Array,
  [low, high]: Bounds,
  rows: Uint32Array,
  { at, count }: Selected,
): number {
  const end = at + count
  let next = at
  for (let place = at; place < end; place++) {
    const row = rows[place]!
    const value = values[row]!
    rows[next] = row
    next = (next + (Number(value < low) | Number(value > high))) | 0
  }
  return next - at
}

function selectNull(values: Float64Array, { from, to, at }: Stretch, out: Uint32Array): number {
  let next = at
  for (let row = from; row < to; row++) {
    const value = values[row]!
    out[next] = row
    next = (next + Number(Number.isNaN(value))) | 0
  }
  return next - at
}

function refineNull(values: Float64Array, rows: Uint32Array, { at, count }: Selected): number {
  const end = at + count
  let next = at
  for (let place = at; place < end; place++) {
    const row = rows[place]!
    const value = values[row]!
    rows[next] = row
    next = (next + Number(Number.isNaN(value))) | 0
  }
  return next - at
}

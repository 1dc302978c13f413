import type { Stretch } from './select-codes.ts'

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

function selectNull(values: Float64Array, { from, to, at }: Stretch, out: Uint32Array): number {
  let next = at
  for (let row = from; row < to; row++) {
    const value = values[row]!
    out[next] = row
    next = (next + Number(Number.isNaN(value))) | 0
  }
  return next - at
}

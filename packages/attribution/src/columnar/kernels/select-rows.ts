import type { CodeArray } from './code-array.ts'

/**
 * Writes the rows from `from` up to `to` whose code is marked in `marks` to `out` from `at` on; gives
 * their number. Needs room for one row more than it may write.
 */
export function selectCodes(
  codes: CodeArray,
  marks: Uint8Array,
  stretch: Stretch,
  out: Uint32Array,
): number {
  if (codes instanceof Uint8Array) return selectCodes8(codes, marks, stretch, out)
  if (codes instanceof Uint16Array) return selectCodes16(codes, marks, stretch, out)
  return selectCodes32(codes, marks, stretch, out)
}

/** Rows one after the other, and where to write those that are kept. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly at: number
}

// One text per array type: a loop that meets several array types is several times slower. A row is always
// written and counted by adding its mark, because a branch that is taken at random costs more than both.
// Four rows a turn: an eighth quicker, and the function is too long to be drawn into callers that V8 has
// not optimised yet, where its loop would take three times as long.

function selectCodes8(
  codes: Uint8Array,
  marks: Uint8Array,
  { from, to, at }: Stretch,
  out: Uint32Array,
): number {
  let next = at
  let row = from
  for (const end = to - 3; row < end; row += 4) {
    out[next] = row
    next = (next + marks[codes[row]!]!) | 0
    out[next] = row + 1
    next = (next + marks[codes[row + 1]!]!) | 0
    out[next] = row + 2
    next = (next + marks[codes[row + 2]!]!) | 0
    out[next] = row + 3
    next = (next + marks[codes[row + 3]!]!) | 0
  }
  for (; row < to; row++) {
    out[next] = row
    next = (next + marks[codes[row]!]!) | 0
  }
  return next - at
}

function selectCodes16(
  codes: Uint16Array,
  marks: Uint8Array,
  { from, to, at }: Stretch,
  out: Uint32Array,
): number {
  let next = at
  let row = from
  for (const end = to - 3; row < end; row += 4) {
    out[next] = row
    next = (next + marks[codes[row]!]!) | 0
    out[next] = row + 1
    next = (next + marks[codes[row + 1]!]!) | 0
    out[next] = row + 2
    next = (next + marks[codes[row + 2]!]!) | 0
    out[next] = row + 3
    next = (next + marks[codes[row + 3]!]!) | 0
  }
  for (; row < to; row++) {
    out[next] = row
    next = (next + marks[codes[row]!]!) | 0
  }
  return next - at
}

function selectCodes32(
  codes: Uint32Array,
  marks: Uint8Array,
  { from, to, at }: Stretch,
  out: Uint32Array,
): number {
  let next = at
  let row = from
  for (const end = to - 3; row < end; row += 4) {
    out[next] = row
    next = (next + marks[codes[row]!]!) | 0
    out[next] = row + 1
    next = (next + marks[codes[row + 1]!]!) | 0
    out[next] = row + 2
    next = (next + marks[codes[row + 2]!]!) | 0
    out[next] = row + 3
    next = (next + marks[codes[row + 3]!]!) | 0
  }
  for (; row < to; row++) {
    out[next] = row
    next = (next + marks[codes[row]!]!) | 0
  }
  return next - at
}

/** A closed range of numbers, the numbers outside of one (NaN is in neither), or NaN alone, which is NULL. */
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

// Booleans are added as numbers to avoid a branch: see select-rows.ts.

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

import type { CodeArray } from '../columns/code-array.ts'

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

/** Keeps those of `count` rows from `at` on whose code is marked, in place; gives their number. */
export function refineCodes(
  codes: CodeArray,
  marks: Uint8Array,
  rows: Uint32Array,
  { at, count }: Selected,
): number {
  if (codes instanceof Uint8Array) return refineCodes8(codes, marks, rows, at, at + count)
  if (codes instanceof Uint16Array) return refineCodes16(codes, marks, rows, at, at + count)
  return refineCodes32(codes, marks, rows, at, at + count)
}

/** Rows one after the other, and where to write those that are kept. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly at: number
}

/** Rows that are selected already: `count` of them from `at` on. */
export interface Selected {
  readonly at: number
  readonly count: number
}

// One text per array type: a loop that meets several array types is several times slower. A row is always
// written and counted by adding its mark, because a branch that is taken at random costs more than both.

function selectCodes8(
  codes: Uint8Array,
  marks: Uint8Array,
  { from, to, at }: Stretch,
  out: Uint32Array,
): number {
  let next = at
  for (let row = from; row < to; row++) {
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
  for (let row = from; row < to; row++) {
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
  for (let row = from; row < to; row++) {
    out[next] = row
    next = (next + marks[codes[row]!]!) | 0
  }
  return next - at
}

function refineCodes8(
  codes: Uint8Array,
  marks: Uint8Array,
  rows: Uint32Array,
  at: number,
  end: number,
): number {
  let next = at
  for (let place = at; place < end; place++) {
    const row = rows[place]!
    rows[next] = row
    next = (next + marks[codes[row]!]!) | 0
  }
  return next - at
}

function refineCodes16(
  codes: Uint16Array,
  marks: Uint8Array,
  rows: Uint32Array,
  at: number,
  end: number,
): number {
  let next = at
  for (let place = at; place < end; place++) {
    const row = rows[place]!
    rows[next] = row
    next = (next + marks[codes[row]!]!) | 0
  }
  return next - at
}

function refineCodes32(
  codes: Uint32Array,
  marks: Uint8Array,
  rows: Uint32Array,
  at: number,
  end: number,
): number {
  let next = at
  for (let place = at; place < end; place++) {
    const row = rows[place]!
    rows[next] = row
    next = (next + marks[codes[row]!]!) | 0
  }
  return next - at
}

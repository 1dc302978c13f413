import type { CodeArray } from './code-array.ts'
import type { NumberRange } from './select-rows.ts'

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

/** Rows that are selected already: `count` of them from `at` on. */
export interface Selected {
  readonly at: number
  readonly count: number
}

// One copy of the loop per array type, four rows per turn: see select-rows.ts.

function refineCodes8(
  codes: Uint8Array,
  marks: Uint8Array,
  rows: Uint32Array,
  at: number,
  end: number,
): number {
  let next = at
  let place = at
  for (const last = end - 3; place < last; place += 4) {
    const firstRow = rows[place]!
    const secondRow = rows[place + 1]!
    const thirdRow = rows[place + 2]!
    const fourthRow = rows[place + 3]!
    rows[next] = firstRow
    next = (next + marks[codes[firstRow]!]!) | 0
    rows[next] = secondRow
    next = (next + marks[codes[secondRow]!]!) | 0
    rows[next] = thirdRow
    next = (next + marks[codes[thirdRow]!]!) | 0
    rows[next] = fourthRow
    next = (next + marks[codes[fourthRow]!]!) | 0
  }
  for (; place < end; place++) {
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
  let place = at
  for (const last = end - 3; place < last; place += 4) {
    const firstRow = rows[place]!
    const secondRow = rows[place + 1]!
    const thirdRow = rows[place + 2]!
    const fourthRow = rows[place + 3]!
    rows[next] = firstRow
    next = (next + marks[codes[firstRow]!]!) | 0
    rows[next] = secondRow
    next = (next + marks[codes[secondRow]!]!) | 0
    rows[next] = thirdRow
    next = (next + marks[codes[thirdRow]!]!) | 0
    rows[next] = fourthRow
    next = (next + marks[codes[fourthRow]!]!) | 0
  }
  for (; place < end; place++) {
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
  let place = at
  for (const last = end - 3; place < last; place += 4) {
    const firstRow = rows[place]!
    const secondRow = rows[place + 1]!
    const thirdRow = rows[place + 2]!
    const fourthRow = rows[place + 3]!
    rows[next] = firstRow
    next = (next + marks[codes[firstRow]!]!) | 0
    rows[next] = secondRow
    next = (next + marks[codes[secondRow]!]!) | 0
    rows[next] = thirdRow
    next = (next + marks[codes[thirdRow]!]!) | 0
    rows[next] = fourthRow
    next = (next + marks[codes[fourthRow]!]!) | 0
  }
  for (; place < end; place++) {
    const row = rows[place]!
    rows[next] = row
    next = (next + marks[codes[row]!]!) | 0
  }
  return next - at
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

// Booleans are added as numbers to avoid a branch: see select-rows.ts.

function refineInside(
  values: Float64Array,
  [low, high]: Bounds,
  rows: Uint32Array,
  { at, count }: Selected,
): number {
  const end = at + count
  let next = at
  let place = at
  for (const last = end - 3; place < last; place += 4) {
    const firstRow = rows[place]!
    const secondRow = rows[place + 1]!
    const thirdRow = rows[place + 2]!
    const fourthRow = rows[place + 3]!
    const first = values[firstRow]!
    const second = values[secondRow]!
    const third = values[thirdRow]!
    const fourth = values[fourthRow]!
    rows[next] = firstRow
    next = (next + (Number(first >= low) & Number(first <= high))) | 0
    rows[next] = secondRow
    next = (next + (Number(second >= low) & Number(second <= high))) | 0
    rows[next] = thirdRow
    next = (next + (Number(third >= low) & Number(third <= high))) | 0
    rows[next] = fourthRow
    next = (next + (Number(fourth >= low) & Number(fourth <= high))) | 0
  }
  for (; place < end; place++) {
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

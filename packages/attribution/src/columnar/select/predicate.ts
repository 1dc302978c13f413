import type { CodeArray } from '../kernels/code-array.ts'
import { markCodes } from '../kernels/mark-rows.ts'
import { refineCodes, type Selected } from '../kernels/refine-rows.ts'
import { type Stretch, selectCodes } from '../kernels/select-rows.ts'

/** A condition over rows: finds those for which it is TRUE, in ascending order. */
export interface Predicate {
  /** Writes rows of a stretch to `out` from `at` on and gives their number. `out` needs room for one row more than the stretch has. */
  select(stretch: Stretch, out: Uint32Array): number
  /** Keeps some of the selected rows, in place, and gives their number. */
  refine(rows: Uint32Array, selected: Selected): number
  /** Sets `marks[i]` to 1 when it is TRUE for `rows[at + i]`, and leaves the others. Without it a refined copy is walked along. */
  mark?(rows: Uint32Array, selected: Selected, marks: Uint8Array): void
  /** True or false when the condition is known to hold for every row or for none; otherwise null. */
  readonly constant: boolean | null
  /** The cost of testing a row, relative to looking up a code. */
  readonly cost: number
}

/** TRUE for every row. */
export const EVERY_ROW: Predicate = {
  constant: true,
  cost: 0,
  select({ from, to, at }, out) {
    let next = at
    for (let row = from; row < to; row++) out[next++] = row
    return to - from
  },
  refine: (_, { count }) => count,
}

/** TRUE for no row. */
export const NO_ROW: Predicate = {
  constant: false,
  cost: 0,
  select: () => 0,
  refine: () => 0,
}

/** TRUE for the rows whose code is marked; every code up to that of NULL has a mark. */
export function predicateByMarks(codes: CodeArray, marks: Uint8Array): Predicate {
  if (!marks.includes(1)) return NO_ROW
  if (!marks.includes(0)) return EVERY_ROW
  return {
    constant: null,
    cost: 1,
    select: (stretch, out) => selectCodes(codes, marks, stretch, out),
    refine: (rows, selected) => refineCodes(codes, marks, rows, selected),
    mark: (rows, selected, out) => markCodes({ codes, marks }, rows, selected, out),
  }
}

/** TRUE for the rows that pass a test, which is made row by row. */
export function predicateByTest(cost: number, passes: (row: number) => boolean): Predicate {
  return {
    constant: null,
    cost,
    select({ from, to, at }, out) {
      let next = at
      for (let row = from; row < to; row++) if (passes(row)) out[next++] = row
      return next - at
    },
    refine(rows, { at, count }) {
      let next = at
      for (let place = at; place < at + count; place++) {
        if (passes(rows[place]!)) rows[next++] = rows[place]!
      }
      return next - at
    },
  }
}

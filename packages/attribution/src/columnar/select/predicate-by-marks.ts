import type { CodeArray } from '../columns/code-array.ts'
import { markCodes } from '../kernels/mark-codes.ts'
import { refineCodes } from '../kernels/refine-codes.ts'
import { selectCodes } from '../kernels/select-codes.ts'
import { EVERY_ROW, NO_ROW, type Predicate } from './predicate.ts'

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

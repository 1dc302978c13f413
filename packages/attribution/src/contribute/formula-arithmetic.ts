import { assertNever } from '@tributary/core'
import type { TypedArithmetic } from '@tributary/expression/internal'

/** A formula, or a part of one, computed on every group; NaN is NULL. */
export interface FormulaColumn {
  /** The scale of exact whole units; null for doubles. */
  readonly scale: number | null
  readonly numbers: Float64Array
}

/** Powers of ten up to this one are doubles, so that whole units are divided by them with one rounding. */
export const MAX_SCALE = 22

/** The numbers of a column as doubles. */
export function asDoubles({ scale, numbers }: FormulaColumn): Float64Array {
  if (scale === null || scale === 0) return numbers
  const divisor = 10 ** scale
  const doubles = new Float64Array(numbers.length)
  for (let row = 0; row < doubles.length; row++) doubles[row] = numbers[row]! / divisor
  return doubles
}

/** The column with its signs changed; of exact numbers there is one zero. */
export function negatedColumn({ scale, numbers }: FormulaColumn): FormulaColumn {
  return { scale, numbers: numbers.map((value) => (scale === null ? -value : 0 - value)) }
}

/**
 * Applies an operator to every row, exactly when both sides are exact and it is not `/`; null when
 * the result's scale is too large. Sets `doubts` to 1 on rows where whole units are not safe.
 */
export function arithmeticColumn(
  op: TypedArithmetic['op'],
  [left, right]: readonly [FormulaColumn, FormulaColumn],
  doubts: Uint8Array,
): FormulaColumn | null {
  if (op === '/' || left.scale === null || right.scale === null) {
    return { scale: null, numbers: computed(op, asDoubles(left), asDoubles(right)) }
  }
  const scale = op === '*' ? left.scale + right.scale : Math.max(left.scale, right.scale)
  if (scale > MAX_SCALE) return null
  const a = op === '*' ? left.numbers : unitsAtScale(left, scale, doubts)
  const b = op === '*' ? right.numbers : unitsAtScale(right, scale, doubts)
  return { scale, numbers: checked(withoutSign(computed(op, a, b)), doubts) }
}

function unitsAtScale(
  { scale, numbers }: FormulaColumn,
  to: number,
  doubts: Uint8Array,
): Float64Array {
  if (scale === null || scale === to) return numbers
  const factor = 10 ** (to - scale)
  const units = new Float64Array(numbers.length)
  for (let row = 0; row < units.length; row++) units[row] = numbers[row]! * factor
  return checked(units, doubts)
}

function checked(units: Float64Array, doubts: Uint8Array): Float64Array {
  for (let row = 0; row < units.length; row++) {
    if (Math.abs(units[row]!) > Number.MAX_SAFE_INTEGER) doubts[row] = 1
  }
  return units
}

/** Zeros without a sign, which exact numbers do not have. */
function withoutSign(units: Float64Array): Float64Array {
  for (let row = 0; row < units.length; row++) units[row] = units[row]! + 0
  return units
}

// A loop per operator: callbacks of typed arrays box every number.

/** A zero divisor gives NULL. */
function computed(
  op: TypedArithmetic['op'],
  left: Float64Array,
  right: Float64Array,
): Float64Array {
  const out = new Float64Array(left.length)
  switch (op) {
    case '+':
      for (let row = 0; row < out.length; row++) out[row] = left[row]! + right[row]!
      return out
    case '-':
      for (let row = 0; row < out.length; row++) out[row] = left[row]! - right[row]!
      return out
    case '*':
      for (let row = 0; row < out.length; row++) out[row] = left[row]! * right[row]!
      return out
    case '/':
      for (let row = 0; row < out.length; row++) {
        out[row] = right[row] === 0 ? Number.NaN : left[row]! / right[row]!
      }
      return out
    case '%':
      for (let row = 0; row < out.length; row++) {
        out[row] = right[row] === 0 ? Number.NaN : left[row]! % right[row]!
      }
      return out
    default:
      return assertNever(op)
  }
}

import { assertNever } from '@tributary/core'
import type { TypedArithmetic } from '@tributary/expression'

/** A formula, or a part of one, computed on every group; NaN is NULL. */
export interface FormulaColumn {
  /** Of exact numbers the scale of their whole units; null where the numbers are doubles as they are. */
  readonly scale: number | null
  readonly numbers: Float64Array
}

/** Powers of ten up to this one are doubles, so that whole units are divided by them with one rounding. */
export const MAX_SCALE = 22

/** The numbers of a column as doubles. */
export function asDoubles({ scale, numbers }: FormulaColumn): Float64Array {
  if (scale === null || scale === 0) return numbers
  const divisor = 10 ** scale
  return numbers.map((units) => units / divisor)
}

/** The column with its signs changed; of exact numbers there is one zero. */
export function negatedColumn({ scale, numbers }: FormulaColumn): FormulaColumn {
  return { scale, numbers: numbers.map((value) => (scale === null ? -value : 0 - value)) }
}

/**
 * An operator on every row, exact while both sides are but for `/`; null where its scale is too large. `doubts` become 1
 * on rows where whole units are not safe.
 */
export function arithmeticColumn(
  op: TypedArithmetic['op'],
  [left, right]: readonly [FormulaColumn, FormulaColumn],
  doubts: Uint8Array,
): FormulaColumn | null {
  if (op === '/' || left.scale === null || right.scale === null) {
    const divisors = asDoubles(right)
    const numbers = asDoubles(left).map((value, row) => computed(op, value, divisors[row]!))
    return { scale: null, numbers }
  }
  const scale = op === '*' ? left.scale + right.scale : Math.max(left.scale, right.scale)
  if (scale > MAX_SCALE) return null
  const a = op === '*' ? left.numbers : unitsAtScale(left, scale, doubts)
  const b = op === '*' ? right.numbers : unitsAtScale(right, scale, doubts)
  const numbers = a.map((value, row) => computed(op, value, b[row]!) + 0)
  return { scale, numbers: checked(numbers, doubts) }
}

function unitsAtScale(
  { scale, numbers }: FormulaColumn,
  to: number,
  doubts: Uint8Array,
): Float64Array {
  if (scale === null || scale === to) return numbers
  const factor = 10 ** (to - scale)
  return checked(
    numbers.map((units) => units * factor),
    doubts,
  )
}

function checked(units: Float64Array, doubts: Uint8Array): Float64Array {
  for (let row = 0; row < units.length; row++) {
    if (Math.abs(units[row]!) > Number.MAX_SAFE_INTEGER) doubts[row] = 1
  }
  return units
}

/** A zero divisor gives NULL. */
function computed(op: TypedArithmetic['op'], left: number, right: number): number {
  switch (op) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return right === 0 ? Number.NaN : left / right
    case '%':
      return right === 0 ? Number.NaN : left % right
    default:
      return assertNever(op)
  }
}

import { assertNever } from '@tributary/core'
import type { Decimal, TypedExpr, TypedReference } from '@tributary/expression'
import { parseDecimal, type TypedConstant } from '@tributary/expression/internal'
import type { NumberColumn } from '../request/source.ts'
import {
  arithmeticColumn,
  type FormulaColumn,
  MAX_SCALE,
  negatedColumn,
} from './formula-arithmetic.ts'

/** A leaf as a formula reads it. */
export interface FormulaLeaf {
  readonly column: NumberColumn
  /** Whether it is 0 where it has no value, and not NULL. */
  readonly noneIsZero: boolean
}

/** The input of {@link formulaColumn}. */
export interface FormulaRows {
  readonly leaves: ReadonlyMap<string, FormulaLeaf>
  /**
   * Set to 1 on rows where whole units may have left the exact range of doubles: their numbers must
   * not be used.
   */
  readonly doubts: Uint8Array
}

/** A formula of constants, leaves and operators, by the rules of `evaluate`; null for any other, and for leaves of bigints. */
export function formulaColumn(formula: TypedExpr, rows: FormulaRows): FormulaColumn | null {
  switch (formula.kind) {
    case 'constant':
      return constantColumn(formula, rows)
    case 'reference':
      return leafColumn(rows.leaves.get(formula.name)!, formula)
    case 'negate': {
      const operand = formulaColumn(formula.operand, rows)
      return operand && negatedColumn(operand)
    }
    case 'arithmetic': {
      const left = formulaColumn(formula.left, rows)
      const right = left && formulaColumn(formula.right, rows)
      return left && right && arithmeticColumn(formula.op, [left, right], rows.doubts)
    }
    default:
      return null
  }
}

function constantColumn(
  { constant }: TypedConstant,
  { doubts }: FormulaRows,
): FormulaColumn | null {
  const filled = (value: number) => new Float64Array(doubts.length).fill(value)
  switch (constant.type) {
    case 'INT':
      return exactConstant({ units: constant.value, scale: 0 }, filled)
    case 'DECIMAL':
      return exactConstant(parseDecimal(constant.value), filled)
    case 'DOUBLE':
      return { scale: null, numbers: filled(constant.value) }
    default:
      return null
  }
}

function exactConstant(
  { units, scale }: Decimal,
  filled: (value: number) => Float64Array,
): FormulaColumn | null {
  const value = Number(units)
  return Number.isSafeInteger(value) && scale <= MAX_SCALE
    ? { scale, numbers: filled(value) }
    : null
}

function leafColumn(
  { column, noneIsZero }: FormulaLeaf,
  { type }: TypedReference,
): FormulaColumn | null {
  const none = noneIsZero ? 0 : Number.NaN
  const integer = type === 'INT'
  switch (column.kind) {
    case 'exact':
      return null
    case 'double': {
      // Whole doubles are exact in a formula, others are not: a mixture is computed row by row.
      const numbers = new Float64Array(column.values.length)
      for (let row = 0; row < numbers.length; row++) {
        const value = column.values[row]!
        const missing = Number.isNaN(value)
        if (integer && !missing && !Number.isSafeInteger(value)) return null
        numbers[row] = missing ? none : Number.isFinite(value) ? value : Number.NaN
      }
      return { scale: integer ? 0 : null, numbers }
    }
    case 'safe': {
      if (column.scale > MAX_SCALE) return null
      const whole = integer && column.scale === 0
      const divisor = whole ? 1 : 10 ** column.scale
      const numbers = new Float64Array(column.units.length)
      for (let row = 0; row < numbers.length; row++) {
        const value = column.units[row]!
        numbers[row] = Number.isNaN(value) ? none : value / divisor
      }
      return { scale: whole ? 0 : null, numbers }
    }
    default:
      return assertNever(column)
  }
}

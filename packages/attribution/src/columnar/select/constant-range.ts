import type { Constant, Decimal } from '@tributary/expression'
import {
  type ComparisonOperator,
  DAY,
  floorDivide,
  numberToDecimal,
  parseDecimal,
} from '@tributary/expression/internal'
import type { Column } from '../columns/column.ts'
import type { NumberRange } from '../kernels/select-rows.ts'

/** The facts about a column of numbers that comparing it with constants needs. */
export interface ComparedColumn extends Pick<Column, 'type' | 'scale'> {
  /** An upper bound of the sum of the absolute values. */
  readonly absoluteSum: number
}

/**
 * The range of a column's numbers for which a comparison with a constant holds; null when the two
 * cannot be compared exactly as doubles. In a column of units the constant may lie between two of
 * them.
 */
export function constantRange(
  column: ComparedColumn,
  op: ComparisonOperator,
  constant: Constant,
): NumberRange | null {
  const bounds = column.type === 'DOUBLE' ? doubleBounds(constant) : unitBounds(column, constant)
  if (bounds === null) return null
  const { floor, ceiling, below, above } = bounds
  switch (op) {
    case '=':
      return { kind: 'inside', low: ceiling, high: floor }
    case '!=':
      return { kind: 'outside', low: ceiling, high: floor }
    case '<':
      return { kind: 'inside', low: -Infinity, high: below }
    case '<=':
      return { kind: 'inside', low: -Infinity, high: floor }
    case '>':
      return { kind: 'inside', low: above, high: Infinity }
    case '>=':
      return { kind: 'inside', low: ceiling, high: Infinity }
  }
}

/** The column's possible values next to a constant. */
interface Bounds {
  readonly floor: number
  readonly ceiling: number
  readonly below: number
  readonly above: number
}

function doubleBounds(constant: Constant): Bounds | null {
  if (constant.type !== 'INT' && constant.type !== 'DECIMAL' && constant.type !== 'DOUBLE') {
    return null
  }
  const value = Number(constant.value)
  if (!Number.isFinite(value)) return null
  // A whole number without a double of its own would need both its neighbours.
  if (typeof constant.value === 'bigint' && BigInt(value) !== constant.value) return null
  return { floor: value, ceiling: value, below: -nextAbove(-value), above: nextAbove(value) }
}

function unitBounds(column: ComparedColumn, constant: Constant): Bounds | null {
  const value = toColumnUnits(column, constant)
  if (value === null) return null
  const shift = column.scale - value.scale
  if (shift >= 0) {
    const exact = Number(value.units * 10n ** BigInt(shift))
    return { floor: exact, ceiling: exact, below: exact - 1, above: exact + 1 }
  }
  const divisor = 10n ** BigInt(-shift)
  const floor = floorDivide(value.units, divisor)
  const ceiling = floor * divisor === value.units ? floor : floor + 1n
  return {
    floor: Number(floor),
    ceiling: Number(ceiling),
    below: Number(ceiling) - 1,
    above: Number(floor) + 1,
  }
}

/**
 * The constant in the unit of the column's type as an exact decimal; null when the types cannot be
 * compared this way.
 */
function toColumnUnits({ type, absoluteSum }: ComparedColumn, constant: Constant): Decimal | null {
  const isTime = constant.type === 'DATE' || constant.type === 'TIMESTAMP'
  if (isTime !== (type === 'DATE' || type === 'TIMESTAMP')) return null
  switch (constant.type) {
    case 'INT':
      return { units: constant.value, scale: 0 }
    case 'DECIMAL':
      return parseDecimal(constant.value)
    case 'DOUBLE':
      // The language compares the two as doubles; so few digits survive that unchanged.
      if (!Number.isFinite(constant.value) || absoluteSum > 1e15) return null
      return numberToDecimal(constant.value)
    case 'DATE':
      if (type === 'DATE') return { units: BigInt(constant.value), scale: 0 }
      return { units: BigInt(constant.value) * DAY, scale: 0 }
    case 'TIMESTAMP':
      return type === 'TIMESTAMP' ? { units: constant.value, scale: 0 } : null
    default:
      return null
  }
}

/** The smallest double above a finite one; Infinity above the largest. */
function nextAbove(value: number): number {
  if (value === 0) return Number.MIN_VALUE
  const double = Float64Array.of(value)
  const bits = new BigInt64Array(double.buffer)
  bits[0]! += value > 0 ? 1n : -1n
  return double[0]!
}

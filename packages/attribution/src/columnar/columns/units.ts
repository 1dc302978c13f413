import type { Value, ValueType } from '@tributary/expression'
import { type Decimal, decimalOf, decimalToNumber, unitsAt } from '../../numbers/decimal.ts'

/** A type with its scale: how units are to be read. */
export interface UnitType {
  readonly type: ValueType
  readonly scale: number
}

/** The value that a number of units, days, microseconds or a double stands for. */
export function valueOfUnits(units: number | bigint, { type, scale }: UnitType): Value {
  switch (type) {
    case 'INT':
    case 'TIMESTAMP':
      return BigInt(units)
    case 'DECIMAL':
      return { units: BigInt(units), scale }
    case 'BOOLEAN':
      return Number(units) === 1
    default:
      return Number(units)
  }
}

/** The units of a number that is not NULL, exact: of INT, DECIMAL, DATE or TIMESTAMP. */
export function decimalOfValue(value: NonNullable<Value>): Decimal {
  if (typeof value === 'object') return value
  if (typeof value === 'bigint') return { units: value, scale: 0 }
  if (typeof value === 'boolean') return { units: value ? 1n : 0n, scale: 0 }
  return decimalOf(Number(value))
}

/** A value as a double, or as a whole number of units at a scale; NaN for NULL. */
export function numberOfValue(value: Value, { type, scale }: UnitType): number {
  if (value === null) return Number.NaN
  if (type !== 'DECIMAL') return doubleOfValue(value)
  return Number(unitsAt(decimalOfValue(value), scale))
}

/** A number of any form as a double, -0 as 0. */
export function doubleOfValue(value: NonNullable<Value>): number {
  return (typeof value === 'object' ? decimalToNumber(value) : Number(value)) + 0
}

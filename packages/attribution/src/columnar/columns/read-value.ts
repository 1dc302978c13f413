import { assertNever } from '@tributary/core'
import { type Decimal, toText, type Value, type ValueType } from '@tributary/expression'
import { decimalToNumber, numberToDecimal, unitsAt } from '@tributary/expression/internal'
import type { CodedColumn, Column, ColumnType } from './column.ts'
import { textAt } from './texts.ts'

/** Reads the value of a row as a value of the expression language. */
export function readValue(column: Column, row: number): Value {
  switch (column.kind) {
    case 'coded':
      return domainValue(column, column.codes[row]!)
    case 'floats': {
      const value = column.values[row]!
      return Number.isNaN(value) ? null : valueOfUnits(value, column)
    }
    case 'bigs':
      return column.valid?.[row] === 0 ? null : valueOfUnits(column.values[row]!, column)
    default:
      return assertNever(column)
  }
}

/** The value of a code; null for the code of NULL. */
export function domainValue(column: CodedColumn, code: number): Value {
  const { domain } = column
  if (code >= domain.size) return null
  switch (domain.kind) {
    case 'texts':
      return textAt(domain.texts, code)
    case 'flags':
      return code === 1
    case 'count':
      return valueOfUnits(domain.first + code, column)
    case 'numbers':
      return valueOfUnits(domain.numbers[code]!, column)
    case 'bigs':
      return valueOfUnits(domain.bigs[code]!, column)
    default:
      return assertNever(domain)
  }
}

/** A code's value as a text; null for the code of NULL. */
export function domainText(column: CodedColumn, code: number): string | null {
  const { domain, type } = column
  if (code >= domain.size) return null
  return domain.kind === 'texts'
    ? textAt(domain.texts, code)
    : toText(domainValue(column, code), type)
}

/** Whether a type's numbers are whole: units, days or microseconds. */
export function isWhole(type: ColumnType): boolean {
  return type !== 'DOUBLE' && type !== 'STRING'
}

/** A type with its scale. */
export interface UnitType {
  readonly type: ValueType
  readonly scale: number
}

/** Converts units, days, microseconds or a double to a value of the expression language. */
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

/** Converts an INT, DECIMAL, DATE or TIMESTAMP value to an exact decimal. */
export function decimalOfValue(value: NonNullable<Value>): Decimal {
  if (typeof value === 'object') return value
  if (typeof value === 'bigint') return { units: value, scale: 0 }
  if (typeof value === 'boolean') return { units: value ? 1n : 0n, scale: 0 }
  return numberToDecimal(Number(value))
}

/** Converts a value to a double, or a DECIMAL to units at a scale; NaN for NULL. */
export function numberOfValue(value: Value, { type, scale }: UnitType): number {
  if (value === null) return Number.NaN
  if (type !== 'DECIMAL') return doubleOfValue(value)
  return Number(unitsAt(decimalOfValue(value), scale))
}

/** Converts a number of any type to a double, -0 to 0. */
export function doubleOfValue(value: NonNullable<Value>): number {
  return (typeof value === 'object' ? decimalToNumber(value) : Number(value)) + 0
}

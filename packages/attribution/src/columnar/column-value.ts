import { parseTime, type Value, type ValueType } from '@tributary/expression'
import { columnTypeMismatch } from '../errors.ts'

/** Where a raw value stands, for error messages. */
export interface Cell {
  readonly column: string
  readonly row: number
}

const MICROSECONDS_PER_DAY = 86_400_000_000n

/**
 * A raw column value as a value of the language. null, undefined, NaN and the infinities are NULL. A DATE or TIMESTAMP may
 * be a Date, milliseconds since 1970 as a number, or text. Throws {@link AttributionError} on a value
 * that is not of the type.
 */
export function toColumnValue(raw: unknown, type: ValueType, cell: Cell): Value {
  if (isNothing(raw)) return null
  switch (type) {
    case 'BOOLEAN':
      if (typeof raw === 'boolean') return raw
      break
    case 'STRING':
      if (typeof raw === 'string') return raw
      break
    case 'INT':
      if (typeof raw === 'bigint') return raw
      if (Number.isInteger(raw)) return BigInt(raw as number)
      break
    case 'DECIMAL':
    case 'DOUBLE':
      if (typeof raw === 'number') return raw
      if (typeof raw === 'bigint') return Number(raw)
      break
    case 'DATE': {
      const time = timeOf(raw)
      if (time !== null) return Number(floorDivide(time, MICROSECONDS_PER_DAY))
      break
    }
    case 'TIMESTAMP': {
      const time = timeOf(raw)
      if (time !== null) return time
      break
    }
    case 'NULL':
    case 'UNKNOWN':
      return null
  }
  throw columnTypeMismatch(cell.column, cell.row, type, raw)
}

/** Whether a raw value is no value at all. */
export function isNothing(raw: unknown): boolean {
  return raw === null || raw === undefined || (typeof raw === 'number' && !Number.isFinite(raw))
}

function timeOf(raw: unknown): bigint | null {
  if (typeof raw === 'string') return parseTime(raw)
  const milliseconds = raw instanceof Date ? raw.getTime() : raw
  if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds)) return null
  const whole = Math.floor(milliseconds)
  return BigInt(whole) * 1000n + BigInt(Math.round((milliseconds - whole) * 1000))
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  return value % divisor < 0n ? quotient - 1n : quotient
}

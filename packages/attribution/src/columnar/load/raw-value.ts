import { type Decimal, parseTime } from '@tributary/expression'
import { DAY, floorDivide } from '@tributary/expression/internal'
import { columnTypeError } from '../../request/errors.ts'
import type { ColumnType } from '../columns/column.ts'
import type { RawValues } from './table-data.ts'

/**
 * The type of plain values: whole numbers within ±2^53 are INT, others DOUBLE; a Date is a TIMESTAMP, `{ units, scale }` a DECIMAL; a
 * column without values is STRING. Throws {@link AttributionError} when values disagree.
 */
export function inferType(name: string, values: RawValues['values']): ColumnType {
  let type: ColumnType | null = null
  for (let row = 0; row < values.length; row++) {
    const raw = values[row]
    if (raw === null || raw === undefined) continue
    const next = detectRawType(raw)
    if (next === undefined) throw columnTypeError(name, row, 'plain values', raw)
    if (next === type) continue
    const joined = join(type, next)
    if (joined === null) throw columnTypeError(name, row, String(type), raw)
    type = joined
  }
  return type ?? 'STRING'
}

function detectRawType(raw: unknown): ColumnType | undefined {
  if (typeof raw === 'bigint') return 'INT'
  // NaN and the infinities are NULL, but mark the column as one of numbers.
  if (typeof raw === 'number') {
    return Number.isSafeInteger(raw) || raw - raw !== 0 ? 'INT' : 'DOUBLE'
  }
  if (typeof raw === 'string') return 'STRING'
  if (typeof raw === 'boolean') return 'BOOLEAN'
  if (isDecimalValue(raw)) return 'DECIMAL'
  return raw instanceof Date ? 'TIMESTAMP' : undefined
}

function join(previousType: ColumnType | null, next: ColumnType): ColumnType | null {
  if (previousType === null) return next
  const numbers = (type: ColumnType): boolean => type === 'INT' || type === 'DOUBLE'
  return numbers(previousType) && numbers(next) ? 'DOUBLE' : null
}

/** Reads a text; undefined for anything else. */
export function readRawText(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : undefined
}

/** Reads a boolean; undefined for anything else. */
export function readRawBoolean(raw: unknown): boolean | undefined {
  return typeof raw === 'boolean' ? raw : undefined
}

/** Reads a whole number; undefined for anything else. */
export function readRawInteger(raw: unknown): bigint | undefined {
  if (typeof raw === 'bigint') return raw
  return Number.isInteger(raw) ? BigInt(raw as number) : undefined
}

/** Reads a number; undefined for anything else. */
export function readRawNumber(raw: unknown): number | undefined {
  if (typeof raw === 'number') return raw
  return typeof raw === 'bigint' ? Number(raw) : undefined
}

/** Reads a Date, milliseconds or a text as microseconds since 1970-01-01; undefined for anything else. */
export function readRawTime(raw: unknown): bigint | undefined {
  if (typeof raw === 'string') return parseTime(raw) ?? undefined
  const milliseconds = raw instanceof Date ? raw.getTime() : raw
  if (typeof milliseconds === 'bigint') return milliseconds * 1000n
  if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds)) return undefined
  const wholeMilliseconds = Math.floor(milliseconds)
  return (
    BigInt(wholeMilliseconds) * 1000n +
    BigInt(Math.round((milliseconds - wholeMilliseconds) * 1000))
  )
}

/** Reads the same as days since 1970-01-01. */
export function readRawDays(raw: unknown): number | undefined {
  const time = readRawTime(raw)
  return time === undefined ? undefined : Number(floorDivide(time, DAY))
}

/** Whether a raw value is an exact decimal, `{ units, scale }`. */
export function isDecimalValue(raw: unknown): raw is Decimal {
  return typeof raw === 'object' && raw !== null && 'units' in raw && typeof raw.units === 'bigint'
}

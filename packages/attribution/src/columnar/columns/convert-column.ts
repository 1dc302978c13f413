import { parseTime, toText } from '@tributary/expression'
import { DAY, floorDivide } from '@tributary/expression/internal'
import { columnTypeError } from '../../request/errors.ts'
import { float64Array } from '../kernels/code-array.ts'
import {
  type CodedColumn,
  type Column,
  type ColumnType,
  getColumnRowCount,
  isCountedColumn,
} from './column.ts'
import { encodeDays, encodeDecimals, encodeUnits, floatColumn } from './encode-numbers.ts'
import { decimalOfValue, numberOfValue, readValue } from './read-value.ts'

/**
 * Converts a column to another type: INT to DECIMAL or DOUBLE, DECIMAL to DOUBLE, DOUBLE to the
 * DECIMAL that it prints as, whole numbers to INT; texts to DATE or TIMESTAMP, and either of these
 * to the other. Throws {@link AttributionError} when a value has no counterpart.
 */
export function convertColumn(name: string, column: Column, type: ColumnType): Column {
  if (column.type === type) return column
  if (column.kind === 'coded' && column.nulls === column.codes.length)
    return emptyColumn(column, type)
  if (type === 'DATE' || type === 'TIMESTAMP') return convertTimes(name, column, type)
  if (type === 'STRING' || type === 'BOOLEAN' || !isNumber(column.type)) {
    throw mismatch(name, column, 0, type)
  }
  return type === 'DOUBLE' ? toDoubles(column) : toUnits(name, column, type)
}

function isNumber(type: ColumnType): boolean {
  return type === 'INT' || type === 'DECIMAL' || type === 'DOUBLE'
}

/** A column without values converts to every type. */
function emptyColumn(column: CodedColumn, type: ColumnType): Column {
  const length = column.codes.length
  if (type === 'STRING') {
    return { ...column, type, domain: { kind: 'texts', size: 0, texts: [] } }
  }
  if (type === 'BOOLEAN') {
    return {
      ...column,
      type,
      domain: { kind: 'flags', size: 2 },
      codes: new Uint8Array(new SharedArrayBuffer(length)).fill(2),
    }
  }
  return floatColumn(type, 0, float64Array(length).fill(Number.NaN))
}

function toDoubles(column: Column): Column {
  const values = float64Array(getColumnRowCount(column))
  const exact = { type: 'DOUBLE', scale: 0 } as const
  for (let row = 0; row < values.length; row++) {
    values[row] = numberOfValue(readValue(column, row), exact)
  }
  return floatColumn('DOUBLE', 0, values)
}

function toUnits(name: string, column: Column, type: 'DECIMAL' | 'INT'): Column {
  if (column.type === 'INT' && (column.kind !== 'coded' || isCountedColumn(column))) {
    return { ...column, type }
  }
  const decimals = Array.from({ length: getColumnRowCount(column) }, (_, row) => {
    const value = readValue(column, row)
    return value === null ? null : decimalOfValue(value)
  })
  const row =
    type === 'INT' ? decimals.findIndex((decimal) => decimal !== null && decimal.scale > 0) : -1
  if (row !== -1) throw mismatch(name, column, row, type)
  return encodeDecimals(name, type, decimals)
}

function convertTimes(name: string, column: Column, type: 'DATE' | 'TIMESTAMP'): Column {
  const length = getColumnRowCount(column)
  const timesByValue = new Map<unknown, bigint | null>()
  const times = Array.from({ length }, (_, row) => {
    const value = readValue(column, row)
    const cached = timesByValue.get(value)
    if (cached !== undefined) return cached
    const time = toColumnTime(value, column.type)
    if (time === undefined) throw mismatch(name, column, row, type)
    timesByValue.set(value, time)
    return time
  })
  if (type === 'TIMESTAMP') return encodeUnits(name, { type, scale: 0 }, times)
  const days = times.map((time) => (time === null ? Number.NaN : Number(floorDivide(time, DAY))))
  return encodeDays(Float64Array.from(days))
}

function toColumnTime(value: unknown, type: ColumnType): bigint | null | undefined {
  if (value === null) return null
  if (type === 'DATE') return BigInt(value as number) * DAY
  if (type === 'TIMESTAMP') return value as bigint
  if (type === 'INT') return (value as bigint) * 1000n
  return typeof value === 'string' ? (parseTime(value) ?? undefined) : undefined
}

function mismatch(name: string, column: Column, row: number, type: ColumnType): Error {
  const value = readValue(column, row)
  return columnTypeError(name, row, type, toText(value, column.type) ?? null)
}

import { assertNever } from '@tributary/core'
import type { Decimal } from '@tributary/expression'
import { numberToDecimal } from '@tributary/expression/internal'
import { columnTypeError } from '../../request/errors.ts'
import { narrowColumn } from '../columns/code-column.ts'
import type { Column, ColumnType } from '../columns/column.ts'
import { convertColumn } from '../columns/convert-column.ts'
import {
  encodeDays,
  encodeDecimals,
  encodeDoubles,
  encodeFlags,
  encodeUnits,
  floatColumn,
} from '../columns/encode-numbers.ts'
import { encodeDictionary, encodeTexts } from '../columns/encode-texts.ts'
import { float64Array } from '../kernels/code-array.ts'
import {
  inferType,
  isDecimalValue,
  readRawBoolean,
  readRawDays,
  readRawInteger,
  readRawNumber,
  readRawText,
  readRawTime,
} from './raw-value.ts'
import type { NumberUnits, RawColumn, RawValues } from './table-data.ts'

/**
 * Encodes a raw column as `type`, or as the type of its values when that is null; `lost` is the number
 * of its values that were not finite. Throws {@link AttributionError} on a value that is not of the type.
 */
export function encodeColumn(
  name: string,
  raw: RawColumn,
  type: ColumnType | null,
): { readonly column: Column; readonly lost: number } {
  const column = encodeAsGiven(name, raw, type)
  const lost = raw.kind !== 'texts' && holdsNumbers(raw, column) ? countNonFinite(raw.values) : 0
  return { column: narrowColumn(type === null ? column : convertColumn(name, column, type)), lost }
}

/** Whether values that are not finite are lost numbers; among units and times they are NULL by intent. */
function holdsNumbers({ kind }: RawColumn, { type }: Column): boolean {
  return type === 'DOUBLE' || (kind === 'values' && (type === 'INT' || type === 'DECIMAL'))
}

function encodeAsGiven(name: string, raw: RawColumn, type: ColumnType | null): Column {
  switch (raw.kind) {
    case 'texts':
      return encodeDictionary(raw.codes, raw.dictionary)
    case 'numbers':
      return encodeNumbers(name, raw)
    case 'values':
      return encodeValues(name, raw, raw.type ?? type ?? inferType(name, raw.values))
    default:
      return assertNever(raw)
  }
}

function encodeNumbers(name: string, { type, scale = 0, values }: NumberUnits): Column {
  if (type === 'DOUBLE') {
    return encodeDoubles(ArrayBuffer.isView(values) ? values : toNumberArray(values))
  }
  if (!ArrayBuffer.isView(values)) {
    if (type !== 'DATE') return encodeUnits(name, { type, scale }, values)
    return encodeDays(toNumberArray(values))
  }
  checkWhole(name, values, type)
  if (type === 'DATE') return encodeDays(values)
  const stored = float64Array(values.length)
  stored.set(values)
  return floatColumn(type, type === 'DECIMAL' ? scale : 0, stored)
}

function toNumberArray(values: readonly (number | bigint | null)[]): Float64Array {
  return Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value)))
}

function checkWhole(name: string, values: Float64Array | Int32Array, type: ColumnType): void {
  if (values instanceof Int32Array) return
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    if (!Number.isNaN(value) && !Number.isSafeInteger(value)) {
      throw columnTypeError(name, row, `whole units of ${type} within ±2^53`, value)
    }
  }
}

function encodeValues(name: string, raw: RawValues, type: ColumnType): Column {
  const { values } = raw
  const read = <T>(of: (value: unknown) => T | undefined): (T | null)[] =>
    readEach(values, of, { name, type })
  switch (type) {
    case 'STRING':
      return encodeTexts(name, read(readRawText), values.length)
    case 'BOOLEAN':
      return encodeFlags(read(readRawBoolean), values.length)
    case 'INT':
      return encodeUnits(name, { type, scale: 0 }, read(readRawInteger))
    case 'DECIMAL':
      return encodeDecimals(name, type, readDecimals(name, raw), raw.unitScale)
    case 'DOUBLE':
      return encodeDoubles(toNumberArray(read(readRawNumber)))
    case 'DATE':
      return encodeDays(toNumberArray(read(readRawDays)))
    case 'TIMESTAMP':
      return encodeUnits(name, { type, scale: 0 }, read(readRawTime))
    default:
      return assertNever(type)
  }
}

/** Reads each value; `of` returns undefined for a value that is not of the type. */
function readEach<T>(
  values: RawValues['values'],
  of: (value: unknown) => T | undefined,
  { name, type }: { readonly name: string; readonly type: ColumnType },
): (T | null)[] {
  const read = new Array<T | null>(values.length)
  for (let row = 0; row < values.length; row++) {
    const raw = values[row]
    if (raw === null || raw === undefined || (typeof raw === 'number' && raw - raw !== 0)) {
      read[row] = null
      continue
    }
    const value = of(raw)
    if (value === undefined) throw columnTypeError(name, row, type, raw)
    read[row] = value
  }
  return read
}

/** Counts NaN and the infinities. */
function countNonFinite(values: ArrayLike<unknown>): number {
  let lost = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (typeof value === 'number' && value - value !== 0) lost++
  }
  return lost
}

/** The decimals of units, exact decimals, or numbers; a number stands for the decimal that it prints as. */
function readDecimals(name: string, { values, unitScale }: RawValues): (Decimal | null)[] {
  return Array.from(values, (raw, row) => {
    if (raw === null || raw === undefined) return null
    if (typeof raw === 'bigint') return { units: raw, scale: unitScale ?? 0 }
    if (isDecimalValue(raw)) return raw
    if (typeof raw !== 'number') throw columnTypeError(name, row, 'DECIMAL', raw)
    if (!Number.isFinite(raw)) return null
    return unitScale === undefined ? numberToDecimal(raw) : { units: BigInt(raw), scale: unitScale }
  })
}

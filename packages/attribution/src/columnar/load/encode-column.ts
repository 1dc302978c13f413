import { assertNever } from '@tributary/core'
import type { Decimal } from '@tributary/expression'
import { decimalOf } from '@tributary/expression/internal'
import { columnTypeError } from '../../request/errors.ts'
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
  booleanOf,
  daysOf,
  inferType,
  integerOf,
  isDecimalValue,
  numberOf,
  textOf,
  timeOf,
} from './raw-value.ts'
import type { NumberUnits, RawColumn, RawValues } from './table-data.ts'

/** A column, and how many of its numbers were not finite. */
export interface EncodedColumn {
  readonly column: Column
  readonly lost: number
}

/**
 * Encodes a raw column as `type`, or as the type of its values when that is null. Throws {@link
 * AttributionError} on a value that is not of the type.
 */
export function encodeColumn(name: string, raw: RawColumn, type: ColumnType | null): EncodedColumn {
  const encoded = encodeAsGiven(name, raw, type)
  const { column } = encoded
  if (type === null || column.type === type) return encoded
  return { ...encoded, column: convertColumn(name, column, type) }
}

function encodeAsGiven(name: string, raw: RawColumn, type: ColumnType | null): EncodedColumn {
  switch (raw.kind) {
    case 'texts':
      return { column: encodeDictionary(raw.codes, raw.dictionary), lost: 0 }
    case 'numbers':
      return encodeNumbers(name, raw)
    case 'values':
      return encodeValues(name, raw, raw.type ?? type ?? inferType(name, raw.values))
    default:
      return assertNever(raw)
  }
}

function encodeNumbers(name: string, { type, scale = 0, values }: NumberUnits): EncodedColumn {
  if (type === 'DOUBLE') {
    return encodeDoubles(ArrayBuffer.isView(values) ? values : numbersOf(values))
  }
  if (!ArrayBuffer.isView(values)) {
    if (type !== 'DATE') return { column: encodeUnits(name, { type, scale }, values), lost: 0 }
    return { column: encodeDays(numbersOf(values)), lost: 0 }
  }
  checkWhole(name, values, type)
  if (type === 'DATE') return { column: encodeDays(values), lost: 0 }
  const stored = float64Array(values.length)
  stored.set(values)
  return { column: floatColumn(type, type === 'DECIMAL' ? scale : 0, stored), lost: 0 }
}

function numbersOf(values: readonly (bigint | null)[]): Float64Array {
  return Float64Array.from(values, (one) => (one === null ? Number.NaN : Number(one)))
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

function encodeValues(name: string, raw: RawValues, type: ColumnType): EncodedColumn {
  const { values } = raw
  const read = <T>(of: (value: unknown) => T | undefined): (T | null)[] =>
    readEach(values, of, { name, type })
  switch (type) {
    case 'STRING':
      return { column: encodeTexts(name, read(textOf), values.length), lost: 0 }
    case 'BOOLEAN':
      return { column: encodeFlags(read(booleanOf), values.length), lost: 0 }
    case 'INT':
      return {
        column: encodeUnits(name, { type, scale: 0 }, read(integerOf)),
        lost: lostOf(values),
      }
    case 'DECIMAL':
      return {
        column: encodeDecimals(name, type, decimalsOf(name, raw), raw.unitScale),
        lost: lostOf(values),
      }
    case 'DOUBLE':
      return {
        ...encodeDoubles(Float64Array.from(read(numberOf), (one) => one ?? Number.NaN)),
        lost: lostOf(values),
      }
    case 'DATE':
      return {
        column: encodeDays(Float64Array.from(read(daysOf), (one) => one ?? Number.NaN)),
        lost: 0,
      }
    case 'TIMESTAMP':
      return { column: encodeUnits(name, { type, scale: 0 }, read(timeOf)), lost: 0 }
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
function lostOf(values: RawValues['values']): number {
  let lost = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (typeof value === 'number' && value - value !== 0) lost++
  }
  return lost
}

/** The decimals of units, exact decimals, or numbers; a number stands for the decimal that it prints as. */
function decimalsOf(name: string, { values, unitScale }: RawValues): (Decimal | null)[] {
  return Array.from(values, (raw, row) => {
    if (raw === null || raw === undefined) return null
    if (typeof raw === 'bigint') return { units: raw, scale: unitScale ?? 0 }
    if (isDecimalValue(raw)) return raw
    if (typeof raw !== 'number') throw columnTypeError(name, row, 'DECIMAL', raw)
    if (!Number.isFinite(raw)) return null
    return unitScale === undefined ? decimalOf(raw) : { units: BigInt(raw), scale: unitScale }
  })
}

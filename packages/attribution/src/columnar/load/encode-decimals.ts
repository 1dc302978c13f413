import { columnTypeMismatch } from '../../errors.ts'
import { type Decimal, decimalOf, unitsAt } from '../../numbers/decimal.ts'
import type { Column } from '../columns/column.ts'
import { encodeUnits } from '../columns/encode-numbers.ts'
import type { RawValues } from './raw-column.ts'

/** A DECIMAL column: units already, exact decimals, or numbers of which each means the decimal that it prints as. */
export function encodeDecimals(name: string, { values, unitScale }: RawValues): Column {
  const decimals = Array.from(values, (raw, row) => decimalIn(name, row, { raw, unitScale }))
  const scale = decimals.reduce((most, one) => Math.max(most, one?.scale ?? 0), unitScale ?? 0)
  const units = decimals.map((one) => (one === null ? null : unitsAt(one, scale)))
  return encodeUnits(name, { type: 'DECIMAL', scale }, units)
}

function decimalIn(
  name: string,
  row: number,
  { raw, unitScale }: { readonly raw: unknown; readonly unitScale: number | undefined },
): Decimal | null {
  if (raw === null || raw === undefined) return null
  if (typeof raw === 'bigint') return { units: raw, scale: unitScale ?? 0 }
  if (isDecimalValue(raw)) return raw
  if (typeof raw !== 'number') throw columnTypeMismatch(name, row, 'DECIMAL', raw)
  if (!Number.isFinite(raw)) return null
  return unitScale === undefined ? decimalOf(raw) : { units: BigInt(raw), scale: unitScale }
}

/** Whether a raw value is an exact decimal, `{ units, scale }`. */
export function isDecimalValue(raw: unknown): raw is Decimal {
  return typeof raw === 'object' && raw !== null && 'units' in raw && typeof raw.units === 'bigint'
}

import { dateText, floorDivide, twoDigits } from './civil.ts'
import { decimalText } from './decimal.ts'
import { DAY, isDecimal, type Value } from './value.ts'
import type { ValueType } from './value-type.ts'

/**
 * The canonical text of a value of a type, null for NULL: DATE `2001-05-01`, TIMESTAMP `2001-05-01 13:00:00`
 * with `.ffffff` only when it is not zero, DECIMAL without trailing zeros, DOUBLE the shortest text that reads
 * back as the same number, without exponent.
 * @example
 * ```ts
 * import { toText } from '@tributary/attribution/expression'
 * toText(1e21, 'DOUBLE') // => '1000000000000000000000'
 * toText(11_443, 'DATE') // => '2001-05-01'
 * toText({ units: 1250n, scale: 3 }, 'DECIMAL') // => '1.25'
 * ```
 */
export function toText(value: Value, type: ValueType): string | null {
  if (value === null) return null
  if (type === 'DATE') return dateText(Number(value))
  if (type === 'TIMESTAMP') return timestampText(BigInt(value as bigint))
  if (isDecimal(value)) return decimalText(value)
  return typeof value === 'number' ? numberText(value) : String(value)
}

function timestampText(time: bigint): string {
  const days = floorDivide(time, DAY)
  const micros = Number(time - days * DAY)
  const seconds = Math.floor(micros / 1_000_000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const part = micros % 1_000_000
  const fraction = part === 0 ? '' : `.${String(part).padStart(6, '0')}`
  return `${dateText(Number(days))} ${clock.map(twoDigits).join(':')}${fraction}`
}

function numberText(value: number): string {
  const text = String(value === 0 ? 0 : value)
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!parts) return text
  const [, sign = '', integerPart = '', fraction = '', exponent] = parts
  const digits = integerPart + fraction
  const point = integerPart.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0')}`
}

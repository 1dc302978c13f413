import { assertNever } from '@tributary/core'
import type { Decimal } from '../../values/decimal.ts'

/** Towards which whole number a fraction goes; `nearest` takes a half away from zero. */
export type Direction = 'down' | 'up' | 'zero' | 'nearest'

/** The multiple of 10^-digits next to a decimal in a direction; one that has no more digits stays. */
export function roundDecimal(value: Decimal, digits: number, direction: Direction): Decimal {
  const { units, scale } = value
  if (digits >= scale) return value
  const rounded = divideRounded(units, 10n ** BigInt(scale - digits), direction)
  return digits >= 0
    ? { units: rounded, scale: digits }
    : { units: rounded * 10n ** BigInt(-digits), scale: 0 }
}

/** The whole number next to a quotient in a direction; the divisor is over 0. */
export function divideRounded(dividend: bigint, divisor: bigint, direction: Direction): bigint {
  const quotient = dividend / divisor
  const rest = dividend % divisor
  switch (direction) {
    case 'zero':
      return quotient
    case 'down':
      return rest < 0n ? quotient - 1n : quotient
    case 'up':
      return rest > 0n ? quotient + 1n : quotient
    case 'nearest': {
      const isHalf = (rest < 0n ? -rest : rest) * 2n >= divisor
      return isHalf ? quotient + (dividend < 0n ? -1n : 1n) : quotient
    }
    default:
      return assertNever(direction)
  }
}

/** The decimal without its sign. */
export function absoluteDecimal({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale }
}

/** `dividend / divisor` rounded to an integer, halves to the even neighbour. The divisor is not zero. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const top = dividend < 0n ? -dividend : dividend
  const bottom = divisor < 0n ? -divisor : divisor
  const quotient = top / bottom
  const twice = (top % bottom) * 2n
  const up = twice > bottom || (twice === bottom && quotient % 2n === 1n)
  const rounded = up ? quotient + 1n : quotient
  return negative ? -rounded : rounded
}

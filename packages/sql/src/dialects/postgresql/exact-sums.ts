import type { ExactSums } from '../dialect.ts'
import { LIMB_BITS, timesPower } from '../standard.ts'

const literal = (value: number): string => `'${value}'::float8`

/** Sums of 64-bit numbers are numerics, which hold every digit; their cast to a double rounds once. */
export const postgresqlExactSums: ExactSums = {
  // PostgreSQL fails where a product overflows, or underflows to zero.
  limb: ({ value, exponent }) => {
    const size = `abs(${value})`
    const top = exponent + LIMB_BITS
    const below = top < 1024 ? ` AND ${size} < ${literal(2 ** top)}` : ''
    const fits = `${size} >= ${literal(2 ** Math.max(exponent, -1074))}${below}`
    const scaled = timesPower(value, -exponent, literal)
    // The nearest multiple of the largest numbers may be beyond them.
    const units = `${top < 1024 ? `(${scaled})` : `trunc(${scaled})`}::bigint`
    return `CASE WHEN ${fits} THEN ${units} WHEN ${value} IS NOT NULL THEN 0 END`
  },
  scaled: (limb, exponent) => timesPower(`${limb}::float8`, exponent, literal),
  // A subquery without it is written out in each place where its columns are used.
  fence: ' OFFSET 0',
  joined(sums, lowest) {
    const radix = String(2n ** BigInt(LIMB_BITS))
    const combinedSum = sums.reduce((joined, sum) => `(${joined}) * ${radix} + ${sum}`)
    const exact = `((${combinedSum}) * ${power(lowest)})`
    return `CASE WHEN abs(${exact}) < ${LIMIT} THEN ${exact}::float8 ELSE sign(${exact})::float8 * 'Infinity'::float8 END`
  },
}

/** The least size that is rounded to an infinity. */
const LIMIT = String(2n ** 1024n - 2n ** 970n)

/** A power of two with every digit. */
function power(exponent: number): string {
  if (exponent >= 0) return `${2n ** BigInt(exponent)}::numeric`
  return `0.${String(5n ** BigInt(-exponent)).padStart(-exponent, '0')}`
}

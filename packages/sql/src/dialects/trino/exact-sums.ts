import type { ExactSums } from '../dialect.ts'
import { LIMB_BITS, timesPower } from '../standard.ts'

const literal = (value: number): string => `DOUBLE '${value}'`

/** A whole number of the widest kind. */
const WHOLE = 'decimal(38, 0)'
const RADIX = `DECIMAL '${2n ** BigInt(LIMB_BITS)}'`

/**
 * Sums of 64-bit numbers are decimals of 38 digits, which hold two of them joined. More are brought below the radix first, from
 * the last to the first; then as many are joined as decide the digits of a double, and of the others only whether they are
 * above or below zero.
 */
export const trinoExactSums: ExactSums = {
  limb: ({ value, exponent }) => {
    const scaled = timesPower(value, -exponent, literal)
    // The nearest multiple of the largest numbers may be beyond them.
    const integerValue = exponent + LIMB_BITS < 1024 ? scaled : `truncate(${scaled})`
    return `CAST(TRY_CAST(${integerValue} AS bigint) AS ${WHOLE})`
  },
  scaled: (limb, exponent) => timesPower(`CAST(${limb} AS double)`, exponent, literal),
  fence: '',
  joined(sums, lowest) {
    const parts = `reduce(ARRAY[${sums.toReversed().join(', ')}], ${NO_PARTS}, ${CARRY}, part -> ARRAY[part.carry] || part.parts)`
    const combinedSum = `reduce(${parts}, ${NOTHING}, ${JOIN}, ${createRoundingLambda(lowest + LIMB_BITS * (sums.length + 1))})`
    return `CASE WHEN ${sums[0]} IS NOT NULL THEN ${combinedSum} END`
  },
}

const PARTS = `ROW(carry ${WHOLE}, parts array(${WHOLE}))`
const NO_PARTS = `CAST(ROW(0, ARRAY[]) AS ${PARTS})`
const REST = `(one + part.carry) % ${RADIX}`
const CARRY = `(part, one) -> CAST(ROW((one + part.carry - ${REST}) / ${RADIX}, ARRAY[${REST}] || part.parts) AS ${PARTS})`

const JOINED = `ROW(whole ${WHOLE}, used bigint, rest bigint)`
const NOTHING = `CAST(ROW(0, 0, 0) AS ${JOINED})`
const JOIN = `(part, one) -> CASE WHEN abs(part.whole) < ${RADIX} THEN CAST(ROW(part.whole * ${RADIX} + one, part.used + 1, 0) AS ${JOINED}) WHEN part.rest <> 0 THEN part ELSE CAST(ROW(part.whole, part.used, sign(one)) AS ${JOINED}) END`

/** The double nearest to what is joined, in units of 2^top without the parts that are used; half a unit stands for the rest. */
function createRoundingLambda(top: number): string {
  const exponent = `(${top - 1} - ${LIMB_BITS} * part.used)`
  const half = `${exponent} / 2`
  return `part -> CAST(CAST(part.whole * 2 + part.rest AS varchar) AS double) * power(DOUBLE '2', ${half}) * power(DOUBLE '2', ${exponent} - ${half})`
}

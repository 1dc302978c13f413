import type { ExactSums } from '../dialect.ts'
import { LIMB_BITS, timesPower } from '../standard.ts'

const literal = (value: number): string => `${value}::DOUBLE`

/** Sums of 64-bit numbers are numbers of 128 bits, which are put together and rounded by way of their digits. */
export const duckdbExactSums: ExactSums = {
  limb: ({ value, exponent }) => {
    const scaled = timesPower(value, -exponent, literal)
    // The nearest multiple of the largest numbers may be beyond them.
    return `TRY_CAST(${exponent + LIMB_BITS < 1024 ? scaled : `trunc(${scaled})`} AS BIGINT)`
  },
  scaled: (limb, exponent) => timesPower(`${limb}::DOUBLE`, exponent, literal),
  fence: '',
  joined(sums, lowest) {
    const highest = lowest + LIMB_BITS * (sums.length - 1)
    const parts = sums.toReversed().map((sum) => `{'c': ${sum}, 'l': []::HUGEINT[]}`)
    const carried = `list_reduce([${parts.join(', ')}], ${CARRY})`
    const limbs = `list_transform(list_prepend(r.c, r.l), lambda v, i: {'v': v, 'e': ${highest + LIMB_BITS} - ${LIMB_BITS} * i})`
    const top = `list_transform([${carried}], lambda r: list_reduce(${limbs}, ${APPEND}))`
    return `list_transform(${top}, ${ROUND})[1]`
  },
}

const RADIX = `${2n ** BigInt(LIMB_BITS)}::HUGEINT`
const MASK = `${2n ** BigInt(LIMB_BITS) - 1n}::HUGEINT`

/** From the lowest sum up, leaves 62 bits of each and adds the others to the next. */
const CARRY = `lambda a, b: {'c': b.c + (a.c >> ${LIMB_BITS}), 'l': list_prepend(a.c & ${MASK}, a.l)}`

/**
 * Appends bits while there is room for them. A number of more than 64 bits only takes note, in its last bit, of whether
 * anything follows, which decides how it is rounded.
 */
const APPEND = `lambda a, b: CASE WHEN abs(a.v) < ${2n ** 64n}::HUGEINT THEN {'v': a.v * ${RADIX} + b.v, 'e': b.e} ELSE {'v': a.v | (b.v <> 0)::INTEGER::HUGEINT, 'e': a.e} END`

/** A cast to text and back rounds once; a cast of 128 bits to a double does not. Powers below 2^-1022 are applied in two steps. */
const ROUND = `lambda r: CAST(CAST(r.v AS VARCHAR) AS DOUBLE) * pow(2, r.e // 2) * pow(2, r.e - r.e // 2)`

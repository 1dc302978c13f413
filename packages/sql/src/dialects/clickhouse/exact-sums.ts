import type { ExactSums } from '../dialect.ts'
import { LIMB_BITS, timesPower } from '../standard.ts'

const literal = (value: number): string => `toFloat64('${value}')`

/** Sums are numbers of 256 bits, which have room for three 64-bit numbers and are rounded by way of their digits. */
export const clickhouseExactSums: ExactSums = {
  limb: ({ value, exponent }) => {
    const scaled = timesPower(value, -exponent, literal)
    // The nearest multiple of the largest numbers may be beyond them.
    const units = `${exponent + LIMB_BITS < 1024 ? 'round' : 'trunc'}(${scaled})`
    return `toInt256(accurateCastOrNull(${units}, 'Int64'))`
  },
  scaled: (limb, exponent) => timesPower(`toFloat64(${limb})`, exponent, literal),
  fence: '',
  joined(sums, lowest) {
    if (sums.length <= 3) {
      const combinedSum = sums.reduce((high, low) => `${high} * ${RADIX} + ${low}`)
      return timesPower(`toFloat64(toString(${combinedSum}))`, lowest, literal)
    }
    const parts = sums.toReversed().map((sum) => `ifNull(${sum}, ${ZERO})`)
    const carried = `arrayFold(${CARRY}, [${parts.join(', ')}], (${ZERO}, CAST([], 'Array(Int256)')))`
    const highest = lowest + LIMB_BITS * sums.length
    const exponents = sums.map((_, i) => highest - LIMB_BITS * (i + 1))
    const limbs = `arrayMap(r -> arrayZip(arrayPushFront(r.2, r.1), [${[highest, ...exponents].map((exponent) => `toInt32(${exponent})`).join(', ')}]), [${carried}])[1]`
    const top = `arrayFold(${APPEND}, ${limbs}, (${ZERO}, toInt32(0)))`
    return `if(isNull(${sums[0]}), NULL, arrayMap(${ROUND}, [${top}])[1])`
  },
}

const ZERO = 'toInt256(0)'
const RADIX = `toInt256('${2n ** BigInt(LIMB_BITS)}')`
const MASK = `toInt256('${2n ** BigInt(LIMB_BITS) - 1n}')`

/** From the lowest sum up, leaves 62 bits of each and adds the others to the next; `a` has what is carried. */
const LOW = `bitAnd(a.1 + b, ${MASK})`
const CARRY = `(a, b) -> (intDiv(a.1 + b - ${LOW}, ${RADIX}), arrayPushFront(a.2, ${LOW}))`

/**
 * Appends bits while there is room for them. A number of more than 64 bits only takes note, in its last bit, of whether
 * anything follows, which decides how it is rounded.
 */
const APPEND = `(a, b) -> if(abs(a.1) < toInt256('${2n ** 64n}'), (a.1 * ${RADIX} + b.1, b.2), (bitOr(a.1, toInt256(b.1 != 0)), a.2))`

/** A text rounds once where it is read. Powers below 2^-1022 are applied in two steps. */
const ROUND = 'r -> toFloat64(toString(r.1)) * exp2(intDiv(r.2, 2)) * exp2(r.2 - intDiv(r.2, 2))'

import { unsupportedAggregateError } from '../../errors.ts'
import type { ExactSums } from '../dialect.ts'
import { LIMB_BITS, timesPower } from '../standard.ts'

const literal = (value: number): string => `toFloat64('${value}')`

/** Sums are numbers of 256 bits, which have room for three 64-bit numbers and are rounded by way of their digits. */
export const clickhouseExactSums: ExactSums = {
  limb: ({ value, exponent }) => {
    const units = `accurateCastOrNull(round(${timesPower(value, -exponent, literal)}), 'Int64')`
    return `toInt256(${units})`
  },
  scaled: (limb, exponent) => timesPower(`toFloat64(${limb})`, exponent, literal),
  fence: '',
  joined(sums, lowest) {
    if (sums.length > 3)
      throw unsupportedAggregateError('ClickHouse', 'sum of doubles this far apart')
    const radix = `toInt256('${2n ** BigInt(LIMB_BITS)}')`
    const whole = sums.reduce((high, low) => `${high} * ${radix} + ${low}`)
    return timesPower(`toFloat64(toString(${whole}))`, lowest, literal)
  },
}

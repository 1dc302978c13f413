import { unsupportedAggregateError } from '../../errors.ts'
import type { ExactSums } from '../dialect.ts'
import { LIMB_BITS, timesPower } from '../standard.ts'

const literal = (value: number): string => `DOUBLE '${value}'`

/** Sums of 64-bit numbers are decimals of 38 digits, which have room for two of them. */
export const trinoExactSums: ExactSums = {
  limb: ({ value, exponent }) => {
    const units = `TRY_CAST(${timesPower(value, -exponent, literal)} AS bigint)`
    return `CAST(${units} AS decimal(38, 0))`
  },
  scaled: (limb, exponent) => timesPower(`CAST(${limb} AS double)`, exponent, literal),
  fence: '',
  joined(sums, lowest) {
    if (sums.length > 2) throw unsupportedAggregateError('Trino', 'sum of doubles this far apart')
    const radix = `DECIMAL '${2n ** BigInt(LIMB_BITS)}'`
    const whole = sums.reduce((high, low) => `${high} * ${radix} + ${low}`)
    return timesPower(`CAST(CAST(${whole} AS varchar) AS double)`, lowest, literal)
  },
}

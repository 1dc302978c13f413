import { fractionToNumber } from '../../numbers/fraction.ts'
import type { NumberColumn } from '../../request/source.ts'

/** Sums divided by counts, each the nearest double; NaN where nothing is counted. */
export function meanColumn(sums: NumberColumn, counts: ArrayLike<number>): NumberColumn {
  const scaleFactor = 10n ** BigInt(sums.kind === 'double' ? 0 : sums.scale)
  const values = Float64Array.from({ length: counts.length }, (_, group) => {
    const count = counts[group]!
    if (!(count > 0)) return Number.NaN
    if (sums.kind === 'double') return sums.values[group]! / count
    const units = sums.kind === 'exact' ? sums.units[group]! : BigInt(sums.units[group]!)
    return fractionToNumber({ numerator: units, denominator: scaleFactor * BigInt(count) })
  })
  return { kind: 'double', values }
}

import { type Decimal, unitsAt } from '../numbers/decimal.ts'
import type { NumberColumn } from '../source.ts'

/** A column of exact results at one scale; null where there is no value. */
export function exactColumn(results: readonly (Decimal | null)[]): NumberColumn {
  const scale = results.reduce((most, result) => Math.max(most, result?.scale ?? 0), 0)
  const units = results.map((result) => (result === null ? null : unitsAt(result, scale)))
  return { kind: 'exact', scale, units }
}

/** A column of doubles; NaN where there is no value. */
export function doubleColumn(results: readonly (number | null)[]): NumberColumn {
  return { kind: 'double', values: Float64Array.from(results, (result) => result ?? Number.NaN) }
}

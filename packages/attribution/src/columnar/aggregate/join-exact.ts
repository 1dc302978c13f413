import { compensatedSum } from '../../numbers/compensated-sum.ts'
import type { NumberColumn } from '../../source.ts'

/** The sum, least or greatest of some numbers of a column for each group; exact when they are. Of none there is none. */
export function joinExact(
  column: NumberColumn,
  members: readonly (readonly number[])[],
  how: 'sum' | 'least' | 'greatest',
): NumberColumn {
  if (column.kind === 'double') {
    const values = members.map((places) => joinDoubles(column.values, places, how))
    return { kind: 'double', values: Float64Array.from(values) }
  }
  const unitsAt = (place: number): bigint | null => {
    if (column.kind === 'exact') return column.units[place] ?? null
    const units = column.units[place]!
    return Number.isNaN(units) ? null : BigInt(units)
  }
  const units = members.map((places) => {
    const known = places.map(unitsAt).filter((one) => one !== null)
    if (known.length === 0) return null
    if (how === 'sum') return known.reduce((sum, one) => sum + one)
    return known.reduce((best, one) => ((how === 'least' ? one < best : one > best) ? one : best))
  })
  return { kind: 'exact', scale: column.scale, units }
}

function joinDoubles(
  values: Float64Array,
  places: readonly number[],
  how: 'sum' | 'least' | 'greatest',
): number {
  const known = places.map((place) => values[place]!).filter((value) => !Number.isNaN(value))
  if (known.length === 0) return Number.NaN
  if (how === 'sum') return compensatedSum(known)
  return known.reduce((best, one) => (how === 'least' ? Math.min(best, one) : Math.max(best, one)))
}

import { compensatedSum } from '../../numbers/compensated-sum.ts'
import type { Measure, NumberColumn } from '../../request/source.ts'

/**
 * The mean of a measure's values in several windows, by group. `counts` has the rows of each window where a measure has no value
 * without rows: such windows do not count. Without them a sum over no rows is 0, and counts.
 */
export function averageColumns(
  columns: readonly NumberColumn[],
  {
    counts,
    aggregate,
  }: { readonly counts: readonly NumberColumn[] | null; readonly aggregate: Measure['aggregate'] },
): NumberColumn {
  const none = counts === null && (aggregate === 'SUM' || aggregate === 'COUNT') ? 0 : null
  const [first] = columns
  const length = first === undefined ? 0 : countNumberRows(first)
  return {
    kind: 'double',
    values: Float64Array.from({ length }, (_, row) => {
      const presentValues = columns.flatMap((column, at) => {
        if (counts !== null && !(Number(numberAt(counts[at]!, row)) > 0)) return []
        return numberAt(column, row) ?? none ?? []
      })
      return presentValues.length === 0
        ? Number.NaN
        : compensatedSum(Float64Array.from(presentValues)) / presentValues.length
    }),
  }
}

function countNumberRows(column: NumberColumn): number {
  return column.kind === 'double' ? column.values.length : column.units.length
}

/** The number of a row; null where there is none. */
function numberAt(column: NumberColumn, row: number): number | null {
  if (column.kind === 'double') {
    const value = column.values[row]!
    return Number.isNaN(value) ? null : value
  }
  const unit = column.units[row] ?? null
  if (unit === null || Number.isNaN(unit)) return null
  return Number(unit) / 10 ** column.scale
}

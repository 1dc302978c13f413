import type { AttributionTableData } from '@tributary/contract'
import { formatPercent } from '@tributary/core/numbers'
import type { RankedDimension } from '@tributary/platform/internal'
import type { Paint } from '../terminal/paint.ts'
import { keyColumns, labelKey } from './attribution-rows.ts'
import { type Cell, type Column, renderTable } from './table.ts'
import { printable } from './text.ts'

/** Options of {@link renderMainDimensions}. */
export interface MainDimensionsOptions {
  /** How many dimensions were asked. */
  readonly dimensionCount: number
  readonly paint: Paint
}

/** The longest list of rows that is named. */
const WIDEST = 44

/** The lines that say which dimensions explain most of a change, and how much. */
export function renderMainDimensions(
  main: readonly { readonly table: AttributionTableData; readonly ranked: RankedDimension }[],
  { dimensionCount, paint }: MainDimensionsOptions,
): readonly string[] {
  const dimensions = dimensionCount === 1 ? 'the only dimension' : `${dimensionCount} dimensions`
  if (main.length === 0) {
    return [
      `Along ${dimensions} no row changed more than its part of the whole.`,
      paint('faint', 'To see another dimension, add --by DIMENSION.'),
    ]
  }
  const columns: readonly Column[] = [
    { title: 'dimension', align: 'left', widest: 40 },
    { title: 'rows that explain most', align: 'left', widest: WIDEST },
    { title: 'share', align: 'right' },
    { title: 'expected', align: 'right' },
  ]
  const rows = main.map(({ table, ranked }): readonly Cell[] => {
    const [key = ''] = keyColumns(table)
    const names = ranked.rows.map((row) => labelKey(table, key, row))
    const of = (table.table[key] ?? []).length
    return [
      { text: printable(ranked.dimension), role: 'title' },
      { text: `${names.join(', ')} (${names.length} of ${of})`, role: 'plain' },
      { text: formatPercent(ranked.share), role: 'with' },
      { text: formatPercent(ranked.expected).replace('+', ''), role: 'faint' },
    ]
  })
  const heading = `Of ${dimensions} these explain most: their share of the change, and the share to be expected if all rows had changed alike`
  return [paint('faint', heading), '', ...renderTable(columns, rows, paint)]
}

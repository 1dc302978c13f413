import { toCsvFile } from '../../analysis/csv-file.ts'
import { orderRows, readRowOrder } from '../../analysis/row-order.ts'
import type { BreakdownProps } from './breakdown-props.ts'

/** The table that is shown as CSV, with nothing rounded. A group without a value has an empty cell. */
export function toGroupCsv({ table, comparison, state }: BreakdownProps): string {
  const split = table.isSplit ? ['rateContribution', 'mixContribution'] : []
  const header = [
    ...table.dimensions,
    comparison.labels.compare,
    comparison.labels.current,
    'change',
    'changeRate',
    'contribution',
    ...split,
    'share',
  ]
  const rows = orderRows(table.rows, readRowOrder(state.sort)).map((row) => [
    ...row.labels.map((label, at) => (row.missing[at] ? null : label)),
    row.compare,
    row.current,
    row.growth,
    row.growthRate,
    row.exactContribution,
    ...(table.isSplit ? [row.rate, row.mix] : []),
    row.share,
  ])
  return toCsvFile(header, rows)
}

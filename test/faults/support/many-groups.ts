import { folderOf } from '../../support/folder-of.ts'
import { oneDataset } from '../../support/one-dataset.ts'

/** A workspace over rows of very many groups, so that a question about all of them takes long, in a folder of its own. */
export function manyGroups(rows: number): ReturnType<typeof folderOf> {
  const lines = ['day,code,amount']
  for (let at = 0; at < rows; at++) {
    lines.push(`2024-0${5 + (at % 2)}-${10 + (at % 18)},c${at >> 1},${at % 97}`)
  }
  const workspace = oneDataset({
    ...{ tenant: 'shop', accounts: ['boss', 'ann'] },
    ...{ dataset: 'orders', file: 'orders.csv', time: 'day' },
    columns: { day: 'DATE', code: 'VARCHAR', amount: 'BIGINT' },
    dimensions: ['code'],
    metrics: { revenue: 'SUM [amount]' },
  })
  return folderOf({ 'orders.csv': `${lines.join('\n')}\n`, 'workspace.yaml': workspace })
}

/** The question about all of them. */
export const ABOUT_ALL_GROUPS = {
  metric: 'revenue',
  dimensions: ['code', 'metric_time__day,code'],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-06-01"',
    compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-05-01"',
  },
} as const

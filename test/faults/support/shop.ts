import { folderOf } from '../../support/folder-of.ts'
import { oneDataset } from '../../support/one-dataset.ts'

/** A small workspace in a folder of its own. */
export function shopFolder(): ReturnType<typeof folderOf> {
  const workspace = oneDataset({
    ...{ tenant: 'shop', accounts: ['boss', ...USERS] },
    ...{ dataset: 'orders', file: 'orders.csv', time: 'day' },
    columns: { day: 'DATE', city: 'VARCHAR', amount: 'BIGINT' },
    dimensions: ['city'],
    metrics: { revenue: 'SUM [amount]' },
  })
  return folderOf({
    'orders.csv': 'day,city,amount\n2024-05-01,Ghent,10\n2024-06-01,Bruges,30\n',
    'workspace.yaml': workspace,
  })
}

/** Accounts to write attributes for. */
export const USERS: readonly string[] = Array.from({ length: 8 }, (_, i) => `u${i}`)

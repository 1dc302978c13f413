import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small workspace in a folder of its own. */
export async function shopFolder(): Promise<{
  readonly folder: string
  remove(): Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-faults-'))
  const files = {
    'orders.csv': 'day,city,amount\n2024-05-01,Ghent,10\n2024-06-01,Bruges,30\n',
    'workspace.yaml': `tenant: shop
accounts:
${['boss', ...USERS].map((account) => `  - { account: ${account}, role: OWNER }\n`).join('')}
datasources:
  - { name: local, type: FILES, root: . }
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: city, type: VARCHAR }
      - { name: amount, type: BIGINT }
dimensions:
  - { name: city, dataset: orders, column: city }
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Accounts to write attributes for. */
export const USERS: readonly string[] = Array.from({ length: 8 }, (_, i) => `u${i}`)

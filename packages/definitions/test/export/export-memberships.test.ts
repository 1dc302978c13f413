import { parseWorkspace } from '@tributary/catalog'
import { exportDefinitions } from '@tributary/definitions'
import { expect, test } from 'vitest'

const WORKSPACE = `tenant: demo
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: id, type: INT, isPrimaryKey: true }
      - { name: day, type: DATE }
      - { name: shop, type: VARCHAR }
dimensions:
  - { name: shop, dataset: orders, column: shop }
  - { name: busy, dataset: orders, per: shop, having: '[orders] > 3' }
metrics:
  - { name: orders, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: orders_of_busy, type: DERIVED, metric: orders, filters: ['[busy]'] }
`

test.each(['ossie', 'dbt'] as const)(
  'conditions on metrics are left out to %s, and named',
  async (to) => {
    const { workspace } = parseWorkspace([{ file: 'w.yaml', text: WORKSPACE }])
    const { findings } = await exportDefinitions({ workspace: workspace!, to })
    const left = findings.filter(({ status }) => status === 'LEFT_OUT')
    expect(left.map(({ name, message }) => [name, message])).toEqual([
      ['busy', 'it is a condition on metrics'],
      ['orders_of_busy', 'it is a condition on metrics'],
    ])
  },
)

import { createCatalog, parseWorkspace, writeWorkspace } from '@tributary/catalog'
import { lineageOfSome } from '@tributary/catalog/internal'
import { runToEnd } from '@tributary/core/internal'
import { describe, expect, test } from 'vitest'

const RIGHT = `tenant: demo
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: shop, type: VARCHAR }, { name: amount, type: INT }]
  - name: visits
    source: { datasource: local, file: visits.csv }
    columns: [{ name: visitor, type: VARCHAR }]
dimensions:
  - { name: shop, dataset: orders, column: shop }
  - { name: day, dataset: orders, column: day }
  - { name: busy, dataset: orders, per: shop, having: '[orders] > 3' }
metrics:
  - { name: orders, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: visits, type: ATOMIC, dataset: visits, aggregate: COUNT }
  - { name: earlier, type: DERIVED, metric: orders, period: { before: 1 MONTH } }
  - { name: so_far, type: DERIVED, metric: orders, period: { allTime: true } }
  - { name: orders_of_busy, type: DERIVED, metric: orders, filters: ['[busy]'] }
`
const PLAN = `plans:
  - { name: by_shop, kind: RESULT, dimensions: [shop], metrics: [orders] }
`
const BUSY = `having: '[orders] > 3' }`

/** What is replaced, and what is said about it. */
const MISTAKES: readonly (readonly [string, string, string])[] = [
  [BUSY, `having: '[orders] > 3', column: shop }`, 'Expected no "column" beside "having"'],
  [`per: shop, ${BUSY}`, BUSY, 'Expected the key "per" beside "having", found none'],
  [BUSY, '}', 'Expected the key "having" beside "per", found none'],
  ['per: shop', 'per: shp', 'Expected the name of a dimension, found "shp"'],
  ['per: shop', 'per: busy', 'found "busy", which has "having" itself'],
  ['per: shop', 'per: day', 'Expected a dimension of texts or whole numbers, found "day"'],
  ['busy, dataset: orders', 'busy, dataset: visits', '"visits" have no dimension "shop"'],
  [BUSY, `having: '[orders]' }`, 'must give a condition'],
  [BUSY, `having: 'TRUE' }`, 'Expected a condition on metrics, found one that names none'],
  [BUSY, `having: '[shop] = "a"' }`, '"shop" is a dimension; a condition on metrics can use'],
  [BUSY, `having: '[visits] > 3' }`, 'The metric "visits" has no dimension "shop"'],
  [BUSY, `having: '[earlier] > 3' }`, 'The metric "earlier" has a period that is counted from'],
  [BUSY, `having: '[orders_of_busy] > 3' }`, 'busy refers to itself: busy → busy'],
  [
    'aggregate: COUNT }\n  - { name: visits',
    `aggregate: COUNT, rows: '[busy]' }\n  - { name: visits`,
    'The dimension "busy" is a condition on metrics, whose rows would depend',
  ],
  ['dimensions: [shop]', 'dimensions: [shop, busy]', 'uses the dimension "busy", a condition on'],
  ['metrics: [orders]', 'metrics: [orders_of_busy]', 'uses the dimension "busy", a condition on'],
]

const read = (text: string) => parseWorkspace([{ file: 'w.yaml', text }])

describe('a dimension with a condition on metrics', () => {
  test('is read, and written as it is', () => {
    const { workspace, problems } = read(RIGHT + PLAN)
    expect(problems).toEqual([])
    expect(workspace!.dimensions.at(-1)).toMatchObject({
      originDataType: 'BOOLEAN',
      value: { type: 'HAVING', per: 'shop', condition: '[orders] > 3' },
    })
    const again = parseWorkspace(writeWorkspace(workspace!, '.'))
    expect(again.workspace?.dimensions).toEqual(workspace!.dimensions)
  })

  test('may stand on what accumulates all time', () => {
    expect(read(RIGHT.replace('[orders] > 3', '[so_far] > 3')).problems).toEqual([])
  })

  test.each(MISTAKES)('in which %s is %s is refused', (from, to, message) => {
    expect(RIGHT + PLAN).toContain(from)
    const { problems } = read((RIGHT + PLAN).replace(from, to))
    expect(problems.map((one) => one.message).join('\n')).toContain(message)
  })

  test('has its metrics and its key dimension as sources in the lineage', () => {
    const catalog = createCatalog(read(RIGHT).workspace!)
    const names = {
      datasets: new Set<string>(),
      dimensions: new Set(['busy']),
      metrics: new Set<string>(),
    }
    const { edges } = runToEnd(lineageOfSome(catalog, names))
    expect(edges.map(({ src }) => `${src.vertexType} ${src.vertexId}`).toSorted()).toEqual([
      'DIMENSION shop',
      'METRIC orders',
    ])
  })
})

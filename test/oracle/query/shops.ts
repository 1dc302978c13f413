/** The files of a tenant with two datasets of different grains that share a third one. */
export function shopFiles(seed: number): Readonly<Record<string, string>> {
  const random = numbers(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const day = (): string =>
    `2024-0${pick([3, 4, 5])}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`
  const sales = Array.from({ length: 400 }, () => {
    const at = `${day()} ${String(Math.floor(random() * 24)).padStart(2, '0')}:${pick(['00', '17', '59'])}:00`
    const amount = random() < 0.1 ? '' : String(Math.floor(random() * 200) - 40)
    const price = random() < 0.1 ? '' : String(Math.round(random() * 1e6) / 1e4)
    return [
      at,
      pick(['a', 'b', 'c', 'd', '']),
      pick([1, 2, 10, '']),
      pick(CUSTOMERS),
      amount,
      price,
    ]
  })
  const visits = Array.from({ length: 150 }, () => {
    return [day(), pick(['a', 'c', 'e', '']), Math.floor(random() * 50)]
  })
  return {
    'sales.csv': csv('at,shop,size,customer,amount,price', sales),
    'visits.csv': csv('day,shop,people', visits),
    'shops.csv': csv('id,region', [
      ['a', 'north'],
      ['b', 'south'],
      ['c', 'north'],
      ['e', ''],
    ]),
    'workspace.yaml': WORKSPACE,
  }
}

const CUSTOMERS = ['ann', 'bob', 'cid', 'dan', 'eva', 'Zoë', '']

function csv(header: string, rows: readonly (readonly (string | number)[])[]): string {
  return `${[header, ...rows.map((row) => row.join(','))].join('\n')}\n`
}

/** Pseudo-random numbers in [0, 1): the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const WORKSPACE = `tenant: shops
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: sales
    source: { datasource: local, file: sales.csv }
    time: { column: at, grain: HOUR }
    columns:
      - { name: at, type: TIMESTAMP }
      - { name: shop, type: VARCHAR }
      - { name: size, type: INT }
      - { name: customer, type: VARCHAR }
      - { name: amount, type: BIGINT }
      - { name: price, type: DOUBLE }
    relations: [{ name: sold_in, to: shops, on: { shop: id } }]
  - name: visits
    source: { datasource: local, file: visits.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: shop, type: VARCHAR }, { name: people, type: BIGINT }]
    relations: [{ name: seen_in, to: shops, on: { shop: id } }]
  - name: shops
    source: { datasource: local, file: shops.csv }
    columns: [{ name: id, type: VARCHAR, isPrimaryKey: true }, { name: region, type: VARCHAR }]
dimensions:
  - { name: branch, displayName: The branch, dataset: shops, column: id }
  - { name: region, dataset: shops, column: region }
  - { name: size, dataset: sales, column: size }
metrics:
  - { name: revenue, displayName: Money in, type: ATOMIC, dataset: sales, aggregate: SUM, expr: '[amount]' }
  - { name: orders, type: ATOMIC, dataset: sales, aggregate: COUNT }
  - { name: buyers, type: ATOMIC, dataset: sales, aggregate: COUNT_DISTINCT, expr: '[customer]' }
  - { name: dearest, type: ATOMIC, dataset: sales, aggregate: MAX, expr: '[price]' }
  - { name: mean_price, type: ATOMIC, dataset: sales, aggregate: AVG, expr: '[price]' }
  - { name: first_buyer, type: ATOMIC, dataset: sales, aggregate: MIN, expr: '[customer]' }
  - { name: refunds, type: DERIVED, metric: revenue, filters: ['[amount] < 0'] }
  - { name: basket, type: COMPOSITE, expr: '[revenue] / [orders]' }
  - { name: visitors, type: ATOMIC, dataset: visits, aggregate: SUM, expr: '[people]' }
  - { name: visits, type: ATOMIC, dataset: visits, aggregate: COUNT }
plans:
  - id: 7f1d8a52-6c0e-4b3a-9a51-000000000001
    name: sales_by_day
    kind: RESULT
    dimensions: [metric_time__day, branch, region]
    metrics: [revenue, orders, dearest]
    granularity: DAY
`

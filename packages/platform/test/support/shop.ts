export { folderOf } from '../../../../test/support/folder-of.ts'

/** The files of a tiny workspace: orders of two shops, two of them in one city. */
export const SHOP_FILES: Readonly<Record<string, string>> = {
  'orders.csv': `day,shop,amount
2024-05-01,a,10
2024-05-02,b,20
2024-06-01,a,30
2024-06-02,b,25
2024-06-03,c,5
`,
  'shops.csv': `id,city
a,Ghent
b,Bruges
`,
  'workspace.yaml': `tenant: shop
accounts:
  - { account: ann, displayName: Ann, role: OWNER }
  - { account: joe, displayName: Joe, role: USAGER }
datasources:
  - { name: local, type: FILES, root: . }
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: shop, type: VARCHAR }
      - { name: amount, type: BIGINT }
    relations:
      - { name: order_shop, to: shops, on: { shop: id } }
  - name: shops
    source: { datasource: local, file: shops.csv }
    columns:
      - { name: id, type: VARCHAR, isPrimaryKey: true }
      - { name: city, type: VARCHAR }
dimensions:
  - { name: shop, dataset: orders, column: shop, code: D1 }
  - { name: city, dataset: orders, via: order_shop, column: city }
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: order_count, type: ATOMIC, dataset: orders, aggregate: COUNT }
  - { name: basket, type: COMPOSITE, expr: '[revenue] / [order_count]' }
`,
}

/** The files of the shop with more in its workspace: plans, say. */
export function shopWith(more: string): Readonly<Record<string, string>> {
  return { ...SHOP_FILES, 'workspace.yaml': `${SHOP_FILES['workspace.yaml']}${more}` }
}

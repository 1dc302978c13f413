/** A cell as a CSV file has it; null for none. */
export type Cell = string | null

/** A row of a table: cells by column. */
export type Row = Readonly<Record<string, Cell>>

export type ColumnType = 'VARCHAR' | 'BIGINT' | 'DECIMAL' | 'DOUBLE' | 'DATE'

/** The columns of each table. Those of `zones`, `customers`, `prices` and `shops` are looked up by facts. */
export const TABLES = {
  zones: { zone: 'VARCHAR', country: 'VARCHAR', keeper: 'VARCHAR', rank: 'BIGINT' },
  customers: { code: 'VARCHAR', grade: 'VARCHAR', born: 'DATE', score: 'BIGINT' },
  prices: {
    ...{ id: 'BIGINT', product: 'VARCHAR', since: 'DATE', until: 'DATE' },
    ...{ level: 'VARCHAR', cost: 'BIGINT' },
  },
  shops: { id: 'VARCHAR', city: 'VARCHAR', zone: 'VARCHAR', size: 'BIGINT', opened: 'DATE' },
  visits: { day: 'DATE', area: 'VARCHAR', shop: 'VARCHAR', visitor: 'VARCHAR', views: 'BIGINT' },
  sales: {
    ...{ id: 'BIGINT', day: 'DATE', paid: 'DATE', region: 'VARCHAR', customer: 'VARCHAR' },
    ...{ shop: 'VARCHAR', product: 'VARCHAR', amount: 'BIGINT', price: 'DECIMAL' },
    ...{ weight: 'DOUBLE', note: 'VARCHAR' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>

export type TableName = keyof typeof TABLES

/** The tables in an order in which every table comes after those that it looks into. */
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[]

/** Rows by table. */
export type Tables = Readonly<Record<TableName, readonly Row[]>>

/** The columns of a table with their types. */
export function listColumns(table: TableName): readonly (readonly [string, ColumnType])[] {
  return Object.entries(TABLES[table])
}

/** A way from a table to another one. */
export interface Relation {
  readonly name: string
  readonly to: TableName
  /** The column of the table, and the one of the other table that is equal. */
  readonly on: readonly [string, string]
  /** The times of a relation that finds the last row that is not later. */
  readonly asOf?: {
    readonly column: string
    readonly toColumn: string
    readonly untilColumn?: string
  }
}

/** The relations of each table. */
export const RELATIONS: Readonly<Record<TableName, readonly Relation[]>> = {
  zones: [],
  customers: [],
  prices: [],
  shops: [{ name: 'shop_zone', to: 'zones', on: ['zone', 'zone'] }],
  visits: [{ name: 'visit_shop', to: 'shops', on: ['shop', 'id'] }],
  sales: [
    { name: 'sale_shop', to: 'shops', on: ['shop', 'id'] },
    { name: 'buyer', to: 'customers', on: ['customer', 'code'] },
    {
      ...{ name: 'sale_price', to: 'prices', on: ['product', 'product'] },
      asOf: { column: 'day', toColumn: 'since', untilColumn: 'until' },
    },
  ],
}

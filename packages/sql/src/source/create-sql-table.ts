import type { TableSource } from '@tributary/attribution'
import { createAsyncMemo } from '@tributary/core/internal'
import type { ValueType } from '@tributary/expression'
import type { TableDriver } from '../drivers/sql-driver.ts'
import { createSqlSource } from './create-sql-source.ts'

/** A table of an engine. */
export interface SqlTableOptions {
  readonly driver: TableDriver
  /** The table or view: its name, or the parts of its name, such as `['sales', 'orders']`. */
  readonly table: string | readonly string[]
}

/**
 * Creates a source over one table of an SQL engine, which `attributeTable` of @tributary/attribution asks as it asks a
 * table in memory: the rows stay in the engine. Its columns are looked up at the first question; those of types that the
 * language does not have are left out.
 *
 * @example
 * ```ts
 * import { attributeTable } from '@tributary/attribution'
 * import { createDuckDb, createSqlTable } from '@tributary/platform/sql'
 * const driver = await createDuckDb({ threads: 1 })
 * const rows = "VALUES (5, 'A', 10), (5, 'B', 20), (6, 'A', 15), (6, 'B', 18)"
 * await driver.run({ text: `CREATE TABLE sales AS SELECT * FROM (${rows}) AS t(month, shop, amount)`, parameters: [] })
 * const { tables } = await attributeTable(createSqlTable({ driver, table: 'sales' }), {
 *   metric: { sum: '[amount]' },
 *   dimensions: ['shop'],
 *   current: '[month] = 6',
 *   compare: '[month] = 5',
 * })
 * tables[1]?.table.array('@growth') // => ['5', '-2']
 * await driver.close()
 * ```
 */
export function createSqlTable({ driver, table }: SqlTableOptions): TableSource {
  const parts = typeof table === 'string' ? [table] : table
  const name = parts.at(-1)
  if (name === undefined) throw new TypeError('Expected the name of a table, found no parts')
  const source = createSqlSource({ driver, dialect: driver.dialect })
  const types = createAsyncMemo<ReadonlyMap<string, ValueType>>()
  return {
    name,
    columnTypes: () =>
      types.getOrMake('types', async () => {
        const columns = await driver.columnsOf(parts)
        const columnTypes = columns.flatMap(({ name: column, valueType }) =>
          valueType === null ? [] : ([[column, valueType]] as const),
        )
        return new Map(columnTypes)
      }),
    aggregate: (request, options) => {
      const { base, lookups } = request.rows
      return source.aggregate(
        { ...request, rows: { base: { ...base, table: parts }, lookups } },
        options,
      )
    },
  }
}

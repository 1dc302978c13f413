import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SqlDriver } from '../../src/drivers/sql-driver.ts'
import { type ListedEngine, listTables } from '../../src/drivers/table-listing.ts'
import { DUCKDB, TEST_ENGINES, type TestDatabase } from '../support/test-databases.ts'

const STATEMENTS: Readonly<Record<ListedEngine, readonly string[]>> = {
  POSTGRESQL: [
    'CREATE TABLE "Shops" (id int PRIMARY KEY, "Its Name" text)',
    'COMMENT ON TABLE "Shops" IS \'Where things are sold\'',
    'COMMENT ON COLUMN "Shops"."Its Name" IS \'Name of the shop\'',
    'CREATE TABLE sold (shop int REFERENCES "Shops" (id), day date, PRIMARY KEY (day, shop))',
    'CREATE VIEW some_sold AS SELECT day FROM sold',
    'CREATE TABLE hidden (a int)',
    'CREATE ROLE listing_reader',
    'GRANT SELECT ON "Shops", sold, some_sold TO listing_reader',
  ],
  CLICKHOUSE: [
    "CREATE TABLE `Shops` (id Int32, `Its Name` String COMMENT 'Name of the shop') ENGINE = MergeTree ORDER BY id COMMENT 'Where things are sold'",
    'CREATE TABLE sold (shop Int32, day Date) ENGINE = MergeTree ORDER BY day',
    'CREATE VIEW some_sold AS SELECT day FROM sold',
  ],
  TRINO: [
    'CREATE TABLE "Shops" (id integer, "Its Name" varchar)',
    'CREATE TABLE sold (shop integer, day date)',
    'CREATE VIEW some_sold AS SELECT day FROM sold',
  ],
}

const ENGINES = TEST_ENGINES.filter((engine) => engine !== DUCKDB)

describe.each(ENGINES)('tables of $name', ({ name, open }) => {
  const engine = name.toUpperCase() as ListedEngine
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    for (const text of STATEMENTS[engine]) await database.driver.run({ text, parameters: [] })
  }, 120_000)
  afterAll(async () => {
    if (engine === 'POSTGRESQL') {
      for (const text of ['DROP OWNED BY listing_reader', 'DROP ROLE listing_reader']) {
        await database.driver.run({ text, parameters: [] })
      }
    }
    await database.close()
  })

  test('are listed with columns in their order, comments and declared keys', async () => {
    const listed = await listTables(database.driver, engine)
    const byName = new Map(listed.map((table) => [table.table.toLowerCase(), table]))
    expect(byName.get('shops')!.columns.map((column) => column.name.toLowerCase())).toEqual([
      'id',
      'its name',
    ])
    expect(byName.get('some_sold')!.columns.map((column) => column.name)).toEqual(['day'])
    expect(listed.map(({ schema }) => schema)).not.toContain('information_schema')
    if (engine !== 'TRINO') {
      expect(byName.get('shops')).toMatchObject({
        table: 'Shops',
        comment: 'Where things are sold',
        columns: [{ comment: null }, { name: 'Its Name', comment: 'Name of the shop' }],
      })
    }
    const isDeclared = engine === 'POSTGRESQL'
    expect(byName.get('shops')!.primaryKey).toEqual(isDeclared ? ['id'] : [])
    expect(byName.get('sold')!.primaryKey).toEqual(isDeclared ? ['day', 'shop'] : [])
    expect(byName.get('sold')!.foreignKeys).toEqual(
      isDeclared ? [{ column: 'shop', toSchema: 'public', toTable: 'Shops', toColumn: 'id' }] : [],
    )
  })

  test.runIf(engine === 'POSTGRESQL')('leave out what the user may not read', async () => {
    // The statement as the other user would send it.
    const asReader = (text: string) =>
      text
        .replaceAll('has_table_privilege(', "has_table_privilege('listing_reader', ")
        .replaceAll('has_schema_privilege(', "has_schema_privilege('listing_reader', ")
    const reader: SqlDriver = {
      run: (statement) => database.driver.run({ ...statement, text: asReader(statement.text) }),
    }
    const names = (await listTables(reader, engine)).map(({ table }) => table)
    expect(names.toSorted()).toEqual(['Shops', 'sold', 'some_sold'])
  })
})

import { randomUUID } from 'node:crypto'
import { createCatalog, loadWorkspace } from '@tributary/catalog'
import { planMaterialisation } from '@tributary/catalog/internal'
import { createDuckDb, createPostgreSql, type DuckDb, type PostgreSql } from '@tributary/sql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { folderOf } from '../../../../../test/support/folder-of.ts'
import {
  hasPostgres,
  startPostgres,
  type TestPostgres,
} from '../../../../../test/support/postgres.ts'
import { createTenantSources } from '../../../src/sources/tenant-sources.ts'
import { toFragmentName } from '../../../src/tables/engines/engine-fragments.ts'
import { withEngineTables } from '../../../src/tables/engines/engine-tables.ts'
import type {
  MaterialTables,
  ReplaceJob,
  StoredTables,
} from '../../../src/tables/material-tables.ts'
import { openMaterialTables } from '../../../src/tables/stores/table-stores.ts'

const TABLE = ['tributary', 'shop', 'by_day']

/** The tables of one plan in a PostgreSQL, and what is recorded of them in memory. */
interface Shop {
  readonly own: StoredTables
  readonly tables: MaterialTables
  job(attempt: number, from?: string, to?: string): Promise<ReplaceJob>
}

describe.skipIf(!hasPostgres())('tables of plans in an engine', () => {
  let server: TestPostgres
  let admin: PostgreSql
  let duckdb: DuckDb
  const database = `t${randomUUID().replaceAll('-', '')}`
  const endings: (() => Promise<unknown>)[] = []
  const run = (text: string) => admin.run({ text, parameters: [] })

  beforeAll(async () => {
    server = await startPostgres()
    duckdb = await createDuckDb({ threads: 1 })
    const first = await createPostgreSql({ url: server.url, concurrency: 1 })
    await first.run({ text: `CREATE DATABASE ${database}`, parameters: [] })
    await first.close()
    admin = await createPostgreSql({
      url: Object.assign(new URL(server.url), { pathname: database }).href,
      concurrency: 1,
    })
    await run('CREATE TABLE orders (day date, amount bigint)')
    await run(
      "INSERT INTO orders SELECT day, 10 FROM generate_series(DATE '2024-05-01', '2024-05-05', INTERVAL '1 day') AS day",
    )
  })
  beforeEach(() => run('CREATE SCHEMA kept'))
  afterEach(async () => {
    for (const end of endings.splice(0).toReversed()) await end()
    await run('DROP SCHEMA kept CASCADE')
  })
  afterAll(async () => {
    await admin.close()
    await duckdb.close()
    await server.stop()
  })

  async function shop(schema = 'kept', user = 'postgres'): Promise<Shop> {
    const { host } = new URL(server.url)
    const yaml = `tenant: shop
datasources:
  - { name: warehouse, type: POSTGRESQL, address: "${host}", database: ${database}, credentials: { user: ${user} }, plans: { schema: ${schema} } }
datasets:
  - name: orders
    source: { datasource: warehouse, table: orders }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: amount, type: BIGINT }]
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
plans:
  - { name: by_day, kind: RESULT, dimensions: [metric_time__day], metrics: [revenue] }
`
    const { folder, remove } = await folderOf({ 'workspace.yaml': yaml })
    const workspace = await loadWorkspace(folder)
    const sources = createTenantSources(duckdb, workspace)
    const own = openMaterialTables({
      ...{ place: undefined, tenant: 'shop', workspace: () => workspace },
    })
    endings.push(remove, sources.close, own.close)
    const catalog = createCatalog(workspace)
    const tables = withEngineTables(own, { catalog, findEngine: sources.findEngine })
    const materialisation = planMaterialisation(catalog, workspace.plans[0]!)
    return {
      own,
      tables,
      job: async (attempt, from = '2024-05-01', to = '2024-05-05') => ({
        materialisation,
        range: { from, to },
        instance: { id: 7, attempt },
        origin: await sources.placeRows(materialisation.rows),
        sourceVersion: 'v1',
        frontier: { first: 1_714_521_600_000_000n, last: 1_714_867_200_000_000n },
        at: new Date('2024-07-01T10:00:00Z'),
      }),
    }
  }
  const tablesIn = async (): Promise<readonly unknown[]> => {
    const { columns } = await run(
      "SELECT relname::text FROM pg_class WHERE relnamespace = 'kept'::regnamespace AND relkind = 'r' AND relname <> 'tributary_writes' ORDER BY 1",
    )
    return columns[0]?.kind === 'text' ? columns[0].values : []
  }
  const nameOf = async ({ own }: Shop, attempt: number): Promise<string> => {
    const recorded = await own.recorded(TABLE)
    return toFragmentName(TABLE, JSON.parse(recorded!.layout), { id: 7, attempt })
  }
  const rowsIn = async ({ tables }: Shop): Promise<number> =>
    (await tables.read(TABLE, ['leaf_1'])).rowCount
  const replace = async (
    { tables, job }: Shop,
    attempt: number,
    beforeCommit = async () => {},
  ): Promise<number> => {
    await tables.begin({ id: 7, attempt })
    return (await tables.replace(await job(attempt), { beforeCommit })).rows
  }

  test('leftovers of a killed worker are never read, and dropped by the next attempt', async () => {
    const one = await shop()
    await replace(one, 1)
    // It was killed when its rows were written, and before they were recorded.
    await one.tables.begin({ id: 7, attempt: 2 })
    await run(
      `CREATE TABLE kept.${await nameOf(one, 2)} AS SELECT * FROM kept.${await nameOf(one, 1)}`,
    )
    expect(await rowsIn(one)).toBe(5)
    expect(await replace(one, 3)).toBe(5)
    expect(await rowsIn(one)).toBe(5)
    expect(await tablesIn()).toEqual([await nameOf(one, 3)])
  })

  test('an attempt that was presumed dead writes nothing, whenever it goes on', async () => {
    const one = await shop()
    const late = replace(one, 1, async () => {
      await replace(one, 2)
    })
    await expect(late).rejects.toMatchObject({ code: 'PLATFORM_FENCED' })
    expect(await tablesIn()).toEqual([await nameOf(one, 2)])
    expect(await rowsIn(one)).toBe(5)
  })

  test('an instance that fails leaves everything as it was', async () => {
    const one = await shop()
    await replace(one, 1)
    const before = await one.own.recorded(TABLE)
    const failing = replace(one, 2, () => Promise.reject(new Error('changed')))
    await expect(failing).rejects.toThrow('changed')
    expect(await one.own.recorded(TABLE)).toEqual(before)
    expect(await tablesIn()).toEqual([await nameOf(one, 1)])
    expect(await rowsIn(one)).toBe(5)
  })

  test('a table that is dropped while it is written stays away, with all that was written', async () => {
    const one = await shop()
    const late = replace(one, 1, () => one.tables.drop(TABLE))
    await expect(late).rejects.toMatchObject({ code: 'PLATFORM_FENCED' })
    expect(await tablesIn()).toEqual([])
    expect(await one.tables.state(TABLE)).toBeNull()
  })

  test('a schema that is not there or not the user’s to write is named', async () => {
    const nowhere = await shop('nowhere')
    await expect(replace(nowhere, 1)).rejects.toMatchObject({
      code: 'PLATFORM_PLAN_CONFLICT',
      message: expect.stringContaining('"nowhere" of the datasource "warehouse"'),
    })
    const reader = `r${randomUUID().replaceAll('-', '')}`
    await run(`CREATE ROLE ${reader} LOGIN`)
    await run(`GRANT SELECT ON orders TO ${reader}`)
    endings.push(() => run(`DROP OWNED BY ${reader}; `).then(() => run(`DROP ROLE ${reader}`)))
    await expect(replace(await shop('kept', reader), 1)).rejects.toMatchObject({
      code: 'PLATFORM_PLAN_CONFLICT',
      message: expect.stringContaining('permission denied for schema kept'),
    })
  })
})

import { randomUUID } from 'node:crypto'
import { createPostgreSql } from '@tributary/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  hasPostgres,
  MISSING,
  startPostgres,
  type TestPostgres,
} from '../../../../../test/support/postgres.ts'
import { toPhysicalName } from '../../../src/tables/stores/postgresql-tables.ts'
import { openMaterialTables } from '../../../src/tables/stores/table-stores.ts'
import { emptyWorkspace } from '../../support/work.ts'
import { testTables } from '../support/tables-suite.ts'

const name = hasPostgres() ? 'tables in PostgreSQL' : `tables in PostgreSQL (left out: ${MISSING})`

describe.skipIf(!hasPostgres())(name, () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  /** A database with nothing in it. */
  async function place(): Promise<string> {
    const database = `t${randomUUID().replaceAll('-', '')}`
    const postgres = await createPostgreSql({ url: server.url, concurrency: 1 })
    await postgres.run({ text: `CREATE DATABASE ${database}`, parameters: [] })
    await postgres.close()
    return Object.assign(new URL(server.url), { pathname: database }).href
  }

  testTables(async () => {
    const url = await place()
    return {
      isShared: true,
      open: (workspace) => openMaterialTables({ place: url, tenant: 'shop', workspace }),
    }
  })

  test('are created once when several processes begin at the same time', async () => {
    const url = await place()
    const homes = Array.from({ length: 4 }, () =>
      openMaterialTables({
        place: url,
        tenant: 'T-1',
        workspace: emptyWorkspace,
      }),
    )
    await Promise.all(homes.map((tables, i) => tables.begin({ id: i, attempt: 1 })))
    // Of many attempts of one instance the last one stays, in whatever order they come.
    const attempts = homes.map((tables, i) => tables.begin({ id: 9, attempt: i + 1 }))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.at(-1)?.status).toBe('fulfilled')
    await expect(homes[0]!.begin({ id: 9, attempt: 3 })).rejects.toMatchObject({
      code: 'PLATFORM_FENCED',
    })
    await homes[0]!.begin({ id: 9, attempt: 4 })
    await Promise.all(homes.map((tables) => tables.close()))
  })

  test('create nothing in the database when they are only read', async () => {
    const url = await place()
    const tables = openMaterialTables({
      place: url,
      tenant: 't',
      workspace: emptyWorkspace,
    })
    expect(await tables.state(['tributary', 't', 'x'])).toBeNull()
    await tables.changes()
    await tables.drop(['tributary', 't', 'x'])
    await tables.close()
    const postgres = await createPostgreSql({ url, concurrency: 1 })
    const schemas = `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tributary%'`
    expect((await postgres.run({ text: schemas, parameters: [] })).rowCount).toBe(0)
    await postgres.close()
  })

  test('with names that are too long get distinct shortened names', () => {
    const names = [`${'a'.repeat(70)}1`, `${'a'.repeat(70)}2`].map(toPhysicalName)
    expect(new Set(names).size).toBe(2)
    expect(names.map(({ length }) => length)).toEqual([63, 63])
    expect(toPhysicalName('short')).toBe('short')
  })
})

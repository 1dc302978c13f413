import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  hasPostgres,
  startPostgres,
  type TestPostgres,
} from '../../../../../test/support/postgres.ts'
import { createPostgreSql, type PostgreSql } from '../../../src/drivers/postgresql/postgresql.ts'
import { cellsOf, testDriver, testTransactions } from '../../support/driver-suite.ts'
import { POSTGRESQL, TEST_ENGINES } from '../../support/test-databases.ts'

describe.skipIf(!TEST_ENGINES.includes(POSTGRESQL))('the driver of PostgreSQL', () => {
  testDriver(POSTGRESQL)
  testTransactions(POSTGRESQL)
})

describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  let server: TestPostgres
  let postgres: PostgreSql
  beforeAll(async () => {
    server = await startPostgres()
    postgres = await createPostgreSql({ url: server.url, concurrency: 2 })
  })
  afterAll(async () => {
    await postgres.close()
    await server.stop()
  })
  const query = (text: string) => postgres.run({ text, parameters: [] })

  test('gives NULL for values that the expression language does not have', async () => {
    const { columns } = await query(
      `SELECT 'NaN'::numeric, 'infinity'::date, '-infinity'::timestamp, '0044-03-15 BC'::date, ARRAY[1, 2]`,
    )
    expect(columns.map(cellsOf)).toEqual([[null], [null], [null], [null], ['{1,2}']])
  })

  test('gives numerics of several scales the finest', async () => {
    const { columns } = await query('SELECT n FROM (VALUES (1.5), (-0.125), (NULL), (7)) AS v(n)')
    expect(columns).toEqual([{ kind: 'exact', scale: 3, units: [1500n, -125n, null, 7000n] }])
  })

  test('reads times with a zone, of old and odd offsets too', async () => {
    const india = await createPostgreSql({ url: server.url, timeZone: 'Asia/Kolkata' })
    const { columns } = await india.run({
      text: `SELECT '1850-01-01 00:00:00+00'::timestamptz, '2024-01-31 20:00:00.25+00'::timestamptz`,
      parameters: [],
    })
    const local = (iso: string) => BigInt(Date.parse(iso)) * 1000n
    expect(columns.map(cellsOf)).toEqual([
      [local('1850-01-01T05:53:28Z')],
      [local('2024-02-01T01:30:00.250Z')],
    ])
    await india.close()
  })

  test('tells an enum as text and a type with its digits', async () => {
    await query(`CREATE TYPE size AS ENUM ('small', 'large')`)
    await query('CREATE DOMAIN price AS numeric(8, 2)')
    await query('CREATE TABLE goods (size size, price price, name varchar(20), tags text[])')
    expect(await postgres.columnsOf(['public', 'goods'])).toEqual([
      { name: 'size', type: 'size', valueType: 'STRING' },
      { name: 'price', type: 'numeric(8,2)', valueType: 'DECIMAL' },
      { name: 'name', type: 'character varying(20)', valueType: 'STRING' },
      { name: 'tags', type: 'text[]', valueType: null },
    ])
  })

  test('outlives a connection that the server ends', async () => {
    const { columns } = await query('SELECT pg_backend_pid() AS pid')
    const ended = query(`SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`)
    await expect(ended).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
    const after = await query('SELECT pg_backend_pid() AS pid')
    expect(columns.map(cellsOf)).not.toEqual(after.columns.map(cellsOf))
  })

  test('leaves nothing running in the server', async () => {
    const stop = new AbortController()
    const text = `SELECT pg_sleep(600), 'left running'`
    const running = postgres.run({ text, parameters: [] }, { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('enough')), 50)
    await expect(running).rejects.toThrow('enough')
    const left = async () => {
      const { columns } = await query(
        `SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%left running%' AND pid <> pg_backend_pid()`,
      )
      return columns.map(cellsOf)
    }
    // The server answers before it tells of itself that it is idle.
    await expect.poll(left).toEqual([[0n]])
  })

  test('is not reached under a wrong address, and no password is told', async () => {
    const url = server.url.replace('postgres@', 'nobody:top%20secret@').replace(/postgres$/, 'none')
    const failure = await createPostgreSql({ url }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'SQL_ENGINE_FAILED' })
    expect(String(failure)).not.toContain('secret')
    await expect(
      createPostgreSql({ url: 'postgres://me:secret@127.0.0.1:1/x' }),
    ).rejects.toMatchObject({ message: expect.not.stringContaining('secret') })
  })
})

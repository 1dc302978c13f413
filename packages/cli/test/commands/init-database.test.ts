import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  execute,
  hasPostgres,
  startPostgres,
  type TestPostgres,
} from '../../../../test/support/postgres.ts'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const SECRET = 'not-to-be-seen-4711'

/** Two tables with keys, comments and odd names, a view, and forty tables of another schema. */
const STATEMENTS = [
  'CREATE SCHEMA sales',
  'CREATE SCHEMA hr',
  'CREATE TABLE sales.customer (id int PRIMARY KEY, segment text, extra jsonb)',
  "COMMENT ON TABLE sales.customer IS 'Who buys'",
  "COMMENT ON COLUMN sales.customer.segment IS 'Customer segment'",
  'CREATE TABLE sales."Order.Lines" ("Order Id" bigint PRIMARY KEY, customer_id int REFERENCES sales.customer (id), "when" date, "Size [cm]" numeric(10, 2))',
  'CREATE TABLE sales.budget (month date, amount numeric(12, 2))',
  "INSERT INTO sales.customer SELECT i, (ARRAY['retail', 'online'])[1 + i % 2], '{}' FROM generate_series(1, 50) i",
  `INSERT INTO sales."Order.Lines" SELECT i, 1 + i % 50, date '2024-01-01' + i % 60, i * 0.5 FROM generate_series(1, 600) i`,
  "CREATE TABLE sales.rota AS SELECT date '2024-01-03' + 7 * w AS week, 5 AS shifts FROM generate_series(0, 9) w",
  "INSERT INTO sales.budget SELECT (date '2024-01-01' + (m || ' month')::interval)::date, 1000 FROM generate_series(0, 5) m",
  'CREATE VIEW sales.big AS SELECT * FROM sales."Order.Lines" WHERE "Size [cm]" > 200',
  ...Array.from(
    { length: 40 },
    (_, i) =>
      `CREATE TABLE hr.t${i} AS SELECT j AS id, date '2024-01-01' + j AS day, j % 9 AS hours FROM generate_series(1, 90) j`,
  ),
]

describe.skipIf(!hasPostgres())('tributary init of a database', () => {
  let postgres: TestPostgres
  let home: string
  let address: string
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'tributary-init-database-'))
    postgres = await startPostgres()
    await execute(postgres.url, ...STATEMENTS)
    const { host, pathname, username } = new URL(postgres.url)
    address = `postgres://${username}@${host}${pathname}`
    process.env.INIT_TEST_PASSWORD = SECRET
  }, 60_000)
  afterAll(async () => {
    delete process.env.INIT_TEST_PASSWORD
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  })

  async function run(...argv: readonly string[]) {
    const captured = captureEffects({ cwd: home })
    const exitCode = await main(argv, captured.effects)
    return { exitCode, out: captured.stdout(), err: captured.stderr() }
  }

  test('takes types, comments, keys and relations from it, and writes no password', async () => {
    const from = `${address}?passwordEnv=INIT_TEST_PASSWORD`
    const { exitCode, out, err } = await run('init', 'dwh', '--from', from, '--tables', 'sales.*')
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toContain('extra: left out, the type jsonb is not read')
    expect(out).toContain('relation customer: the foreign key to customer.id')
    expect(out).toContain('time: month by MONTH, 2024-01-01 to 2024-06-01')
    expect(out).toContain('weeks begin on WEDNESDAY, as the dates of week do')
    const files = await readdir(join(home, 'dwh'))
    const texts = await Promise.all(files.map((file) => readFile(join(home, 'dwh', file), 'utf8')))
    const workspace = texts.join('\n')
    expect(workspace).not.toContain(SECRET)
    expect(workspace).toContain('passwordEnv: INIT_TEST_PASSWORD')
    expect(workspace).toContain('description: Who buys')
    expect(workspace).toContain('displayName: Customer segment')
    expect(workspace).toMatch(/sourceColumn: "?Size \[cm\]/)
    expect(workspace).not.toContain('schema: hr')
    expect((await run('validate', 'dwh')).out).toContain('no errors')
    const next = [...out.matchAll(/^ {2}tributary (.*)$/gm)].map(([, line = '']) => line.split(' '))
    for (const words of next) expect(await run(...words)).toMatchObject({ exitCode: 0, err: '' })
  })

  test('takes forty tables and more', async () => {
    const { exitCode, out } = await run('init', 'all', '--from', address, '--tables', '*.*')
    expect(exitCode).toBe(0)
    expect(out.match(/^ {2}hr\.t\d+: 90 rows, 3 columns$/gm)).toHaveLength(40)
    expect((await run('validate', 'all')).out).toContain('45 datasets')
  })

  test.each<[string, () => string, readonly string[], string]>([
    ['a password', () => address.replace('@', `:${SECRET}@`), [], 'it has a password'],
    ['an unknown scheme', () => `mysql://me:${SECRET}@host/db`, [], 'expected postgres://'],
    ['tables that are not there', () => address, ['--tables', 'no.*'], 'schemas hr, sales'],
    ['the schema public', () => address, [], 'no table is called public.*'],
    ['another input beside it', () => address, ['x.csv'], 'nothing beside it'],
    ['tables of files', () => 'x.csv', ['--tables', 'a.*'], '--from names no database'],
  ])('refuses %s without repeating a password', async (_, from, more, message) => {
    const { exitCode, out, err } = await run('init', 'none', '--from', from(), ...more)
    expect(exitCode).not.toBe(0)
    expect(err).toContain(message)
    expect(out + err).not.toContain(SECRET)
    await expect(readdir(join(home, 'none'))).rejects.toThrow('ENOENT')
  })
})

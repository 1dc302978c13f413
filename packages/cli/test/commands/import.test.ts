import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { execute, hasPostgres, startPostgres } from '../../../../test/support/postgres.ts'
import { interruptedError } from '../../src/errors.ts'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const MODEL = `
semantic_model:
  - name: shop
    datasets: [{ name: orders, source: main.orders }]
    metrics:
      - name: revenue
        expression: { dialects: [{ dialect: ANSI_SQL, expression: SUM(orders.amount) }] }
      - name: rank
        expression: { dialects: [{ dialect: ANSI_SQL, expression: RANK() OVER (ORDER BY 1) }] }
`

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-import-'))
  await mkdir(join(home, 'data'))
  await writeFile(join(home, 'data/Orders.csv'), 'id,amount\n1,2.5\n2,4\n')
  await writeFile(join(home, 'shop.yaml'), MODEL)
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function run(...argv: readonly string[]) {
  const captured = captureEffects({ cwd: home })
  const exitCode = await main(argv, captured.effects)
  return { exitCode, out: captured.stdout(), err: captured.stderr() }
}

const IMPORT = ['import', 'shop.yaml', '--data', 'data', '--into', 'shop'] as const

test('a dry run says what would change, and writes the report alone', async () => {
  const { exitCode, out } = await run(...IMPORT, '--dry-run', '--report', 'report.json')
  expect(exitCode).toBe(0)
  expect(out).toContain('shop.yaml:8:9 semantic_model[0].metrics[1]')
  expect(out).toContain('nothing was written (--dry-run)')
  expect((await readdir(home)).toSorted()).toEqual(['data', 'report.json', 'shop.yaml'])
  const report = JSON.parse(await readFile(join(home, 'report.json'), 'utf8'))
  expect(report).toMatchObject({ format: 'ossie', counts: { metrics: 2, exact: 1, leftOut: 1 } })
  expect(report.workspace.added).toContain('metrics/revenue')
})

test('with --strict what is left out is a failure, which does not keep the rest from being written', async () => {
  expect((await run(...IMPORT, '--strict')).exitCode).toBe(1)
  expect((await run('query', 'revenue', '--workspace', 'shop')).out).toContain('6.5')
  const { exitCode, out } = await run(...IMPORT)
  expect([exitCode, out.trimEnd().split('\n').at(-1)]).toEqual([
    0,
    'shop: 0 added, 0 changed, 0 removed, 0 kept',
  ])
})

test('the datasource of a workspace with the same folder is used', async () => {
  await mkdir(join(home, 'shop'))
  const own =
    'tenant: mine\naccounts: [{ account: ann, role: OWNER }]\ndatasources: [{ name: lake, type: FILES, root: ../data }]\n'
  await writeFile(join(home, 'shop/own.yaml'), own)
  expect((await run(...IMPORT)).exitCode).toBe(0)
  expect((await readdir(join(home, 'shop'))).toSorted()).toEqual([
    'imports.lock.json',
    'ossie_shop.yaml',
    'own.yaml',
  ])
  const written = await readFile(join(home, 'shop/ossie_shop.yaml'), 'utf8')
  expect(written).toContain('datasource: lake')
  expect(written).not.toContain('datasources:')
})

test.each([
  [['import', 'none.yaml', '--data', 'data', '--into', 'shop'], 1, 'CLI_FILE_UNREADABLE'],
  [
    ['import', '.', '--data', 'data', '--into', 'x', '--from', 'dbt'],
    1,
    'expected a semantic manifest of dbt, found an Ossie model',
  ],
  [['import', 'data', '--data', 'data', '--into', 'shop'], 1, 'CLI_NO_DEFINITIONS'],
  [['import', 'shop.yaml', '--data', 'nowhere', '--into', 'shop'], 1, 'CLI_WORKSPACE_MISSING'],
  [['import', 'shop.yaml', '--into', 'shop'], 2, '--data <dir> and --engine <url>'],
  [['import', 'shop.yaml', '--into', 'shop', '--data', 'data', '--engine', 'x'], 2, 'one of'],
  [[...IMPORT, '--dbt-catalog', 'catalog.json'], 2, 'expected --engine <url>'],
  [['import', 'shop.yaml', '--into', 'shop', '--engine', 'lake'], 1, 'CLI_ENGINE_UNKNOWN'],
  [['import', 'shop.yaml', '--into', 'shop', '--engine', 'mysql://a@b/c'], 1, 'trino://'],
  [
    ['import', 'shop.yaml', '--into', 'shop', '--engine', 'postgres://a:secret@b/c'],
    1,
    'it has a password',
  ],
  [
    ['import', 'shop.yaml', '--into', 'shop', '--engine', 'postgres://a@b/c?sslmode=off'],
    1,
    'it has ?sslmode',
  ],
  [
    ['import', 'shop.yaml', '--data', 'data', '--into', 'shop', '--dialect', 'mysql'],
    2,
    'ansi, duckdb',
  ],
  [
    ['import', 'shop.yaml', '--data', 'data', '--into', 'shop', '--from', 'lookml'],
    2,
    'dbt, ossie',
  ],
])('%j is refused', async (argv, code, message) => {
  const { exitCode, err } = await run(...argv)
  expect([exitCode, err]).toEqual([code, expect.stringContaining(message)])
  expect(await readdir(home)).not.toContain('shop')
})

test('a dbt project that was not parsed is refused with what to do', async () => {
  await mkdir(join(home, 'project'))
  await writeFile(join(home, 'project/dbt_project.yml'), 'name: shop\nconfig-version: 2\n')
  const { exitCode, err } = await run('import', 'project', '--data', 'data', '--into', 'shop')
  expect([exitCode, err]).toEqual([1, expect.stringContaining('Run `dbt parse` in it')])
})

test('a file with a byte order mark is read, and one that is not in UTF-8 is refused', async () => {
  await writeFile(join(home, 'shop.yaml'), `\ufeff${MODEL}`)
  expect((await run(...IMPORT)).exitCode).toBe(0)
  for (const encoding of ['latin1', 'utf16le'] as const) {
    await writeFile(join(home, 'shop.yaml'), MODEL.replace('revenue', 'größe'), encoding)
    const { exitCode, err } = await run(...IMPORT, '--prune')
    expect(exitCode).toBe(1)
    expect(err).toMatch(/Cannot read the file shop\.yaml: it is not in UTF-8; save it as UTF-8\n/)
  }
  expect(await readFile(join(home, 'shop/ossie_shop.yaml'), 'utf8')).toContain('revenue')
})

test('an export of what was imported is read again, and names what is left out', async () => {
  await run(...IMPORT)
  const yaml =
    '\n  - { name: late, type: DERIVED, metric: revenue, filters: [\'RegexpLike("a", "b")\'] }\n'
  await writeFile(join(home, 'shop/more.yaml'), `metrics:${yaml}`)
  const toOssie = ['export', 'back.yaml', '--to', 'ossie', '--workspace', 'shop'] as const
  const { exitCode, out } = await run(...toOssie, '--strict', '--report', 'left.json')
  expect([exitCode, out]).toEqual([
    1,
    'metric "late": left out: the function RegexpLike, which has no form in standard SQL\nback.yaml: 1 dataset, 0 dimensions, 1 metric; 1 left out\n',
  ])
  const { findings } = JSON.parse(await readFile(join(home, 'left.json'), 'utf8'))
  expect(findings).toMatchObject([{ status: 'LEFT_OUT', list: 'metrics', name: 'late' }])
  const again = await run('import', 'back.yaml', '--data', 'data', '--into', 'again')
  expect(again.out).toContain('1 metric: 1 explained exactly')
  expect((await run('export', 'x.yaml', '--to', 'ossie')).err).toContain('CLI_WORKSPACE_MISSING')
})

test('an export among the YAML files of the workspace is refused, and the workspace stays readable', async () => {
  await run(...IMPORT)
  await symlink('shop', join(home, 'link'))
  const before = await readdir(join(home, 'shop'))
  for (const argv of [
    ['shop/back.yaml'],
    ['link/back.YML'],
    ['back.yaml', '--report', 'shop/report.yml'],
  ]) {
    const { exitCode, err } = await run('export', ...argv, '--to', 'dbt', '--workspace', './shop/')
    expect([exitCode, err]).toEqual([1, expect.stringContaining('CLI_FILE_IN_WORKSPACE')])
  }
  expect(await readdir(join(home, 'shop'))).toEqual(before)
  expect(await readdir(home)).not.toContain('back.yaml')
  const toJson = await run('export', 'shop/back.txt', '--to', 'ossie', '--workspace', 'shop')
  expect(toJson.exitCode).toBe(0)
  expect((await run('query', 'revenue', '--workspace', 'shop')).out).toContain('6.5')
})

test('the types of a catalog of dbt stand for those of a database, which is not asked', async () => {
  const column = (name: string, index: number, type: string) => ({ name, index, type })
  const orders = {
    metadata: { database: 'shop', schema: 'main', name: 'orders' },
    columns: {
      b: column('amount', 2, 'numeric(10,2)'),
      a: column('Order Id', 1, 'integer'),
      c: column('place', 3, 'point'),
      d: column('at', 4, 'timestamp without time zone'),
    },
  }
  const catalog = { nodes: { 'model.shop.orders': orders }, sources: {} }
  await writeFile(join(home, 'catalog.json'), JSON.stringify(catalog))
  const url = 'postgres://reader@db.example.com:5433/shop?passwordEnv=SHOP_PASSWORD'
  const argv = ['import', 'shop.yaml', '--into', 'shop', '--dbt-catalog', 'catalog.json'] as const
  const { exitCode, out, err } = await run(...argv, '--engine', url)
  expect([exitCode, err]).toEqual([0, ''])
  expect(out).toContain('1 explained exactly')
  const written = await readFile(join(home, 'shop/ossie_shop.yaml'), 'utf8')
  expect(written).toContain(`datasources:
  - name: postgresql
    type: POSTGRESQL
    address: db.example.com:5433
    database: shop
    credentials:
      user: reader
      passwordEnv: SHOP_PASSWORD
`)
  expect(written).toContain(`      - name: order_id
        type: BIGINT
        sourceColumn: Order Id
      - name: amount
        type: DECIMAL
      - name: at
        type: TIMESTAMP
`)
  const again = await run(...argv, '--engine', 'postgresql')
  expect([again.exitCode, again.out]).toEqual([0, expect.stringContaining('0 added, 0 changed')])

  const twice = { ...catalog, sources: { s: { ...orders, metadata: { name: 'orders' } } } }
  for (const [text, message] of [
    [JSON.stringify(twice), 'expected one table main.orders, found 2'],
    ['{"metadata":{}}', 'expected the catalog.json of dbt, with "nodes"'],
    ['{"nodes":{"a":{"metadata":{"name":7},"columns":{}}}}', 'expected a text, found 7'],
    ['[', 'expected the catalog.json of dbt'],
  ] as const) {
    await writeFile(join(home, 'catalog.json'), text)
    const wrong = await run(...argv, '--engine', url)
    expect([wrong.exitCode, wrong.err]).toEqual([1, expect.stringContaining(message)])
  }
})

test.skipIf(!hasPostgres())('tables and their types are looked up in a database', async () => {
  const server = await startPostgres()
  try {
    await execute(
      server.url,
      'CREATE SCHEMA main',
      'CREATE TABLE main.orders (id int, amount numeric(10, 2), place point)',
      'INSERT INTO main.orders VALUES (1, 2.5, NULL), (2, 4, NULL)',
    )
    const model = MODEL.replace('main.orders', 'shop.MAIN.ORDERS')
    await writeFile(join(home, 'shop.yaml'), model)
    const imported = await run('import', 'shop.yaml', '--into', 'shop', '--engine', server.url)
    expect([imported.err, imported.out]).toEqual([
      '',
      expect.stringContaining('1 explained exactly'),
    ])
    expect((await run('query', 'revenue', '--workspace', 'shop')).out).toContain('6.5')
    await writeFile(join(home, 'shop.yaml'), model.replaceAll('ORDERS', 'NOWHERE'))
    const missing = await run('import', 'shop.yaml', '--into', 'shop', '--engine', 'postgresql')
    expect(missing.err).toContain('DEFINITIONS_TABLES_MISSING')
  } finally {
    await server.stop()
  }
})

test('a watched file is imported again when it changes, and a mistake in it is told', async () => {
  const { effects, stdout, stderr, interrupt } = captureEffects({ cwd: home })
  const ended = main([...IMPORT, '--watch'], effects)
  const told = (text: () => string, part: string) =>
    vi.waitFor(() => expect(text()).toContain(part), { timeout: 60_000, interval: 20 })
  await told(stdout, 'watching shop.yaml')
  await writeFile(join(home, 'shop.yaml'), 'a: [')
  await told(stderr, 'DEFINITIONS_INVALID_IMPORT')
  await writeFile(join(home, 'shop.yaml'), MODEL.replace('SUM(', 'AVG('))
  await told(stdout, 'shop: 0 added, 1 changed')
  interrupt(interruptedError('SIGINT', 130))
  expect(await ended).toBe(0)
  const written = await readFile(join(home, 'shop/ossie_shop.yaml'), 'utf8')
  expect(written).toContain('aggregate: AVG')
}, 90_000)

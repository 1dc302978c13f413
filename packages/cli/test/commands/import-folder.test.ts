import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { interruptedError } from '../../src/errors.ts'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cube = (name: string, more = ''): string =>
  `cubes:\n  - name: ${name}\n    sql_table: ${name}\n${more}`

const ORDERS = cube(
  'orders',
  `    joins: [{ name: customers, relationship: many_to_one, sql: "{CUBE}.customer = {customers.id}" }]
    measures: [{ name: revenue, type: sum, sql: amount }, { name: place, type: rank, sql: "{revenue}" }]
`,
)
const CUSTOMERS = cube(
  'customers',
  `    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: land, sql: land, type: string }
`,
)

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-import-folder-'))
  await put('data/orders.csv', 'id,customer,amount\n1,1,2.5\n2,2,4\n3,1,1\n')
  await put('data/customers.csv', 'id,land\n1,DE\n2,FR\n')
  await put('model/cubes/orders.yml', ORDERS)
  await put('model/cubes/people/customers.yaml', CUSTOMERS)
  await put('model/views/sales.yml', 'views: [{ name: sales, cubes: [{ join_path: orders }] }]\n')
  await put('model/cubes/old.js', 'cube(`old`, { sql_table: `old` })\n')
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(home, name)), { recursive: true })
  await writeFile(join(home, name), text)
}

async function run(...argv: readonly string[]) {
  const captured = captureEffects({ cwd: home })
  const exitCode = await main(argv, captured.effects)
  return { exitCode, out: captured.stdout(), err: captured.stderr() }
}

const INTO = ['--data', 'data', '--into', 'shop'] as const

const SAID = `model/cubes/orders.yml:5:59 cubes[0].measures[1] "orders.place": left out: of the type rank
model/cubes/old.js: left out: JavaScript, which is not run; write its cubes and views as YAML
2 datasets, 2 dimensions; 2 metrics: 1 explained exactly, 0 with values only, 0 questions, 1 left out
`

test('the YAML files of a folder are imported as a single model, with --from or by detection', async () => {
  const { exitCode, out, err } = await run('import', 'model', '--from', 'cube', ...INTO)
  expect([exitCode, err, out]).toEqual([
    0,
    '',
    `${SAID}shop: 6 added, 0 changed, 0 removed, 0 kept\n`,
  ])
  expect(await readdir(join(home, 'shop'))).toContain('cube_model.yaml')
  const asked = await run('query', 'revenue', '--by', 'land', '--workspace', 'shop')
  expect(asked.out.split('\n').map((line) => line.split(/\s+/))).toEqual([
    ['land', 'revenue'],
    ['FR', '4.000'],
    ['DE', '3.500'],
    [''],
  ])
  // The same folder, found from the folder of the project, whose workspace and data are no part of it.
  await put('docker-compose.yml', 'services: {}\n')
  for (const argv of [['model'], ['.'], ['.', '--from', 'cube']]) {
    const again = await run('import', ...argv, ...INTO)
    expect([again.exitCode, again.out]).toEqual([
      0,
      `${SAID}shop: 0 added, 0 changed, 0 removed, 0 kept\n`,
    ])
  }
  expect((await run('import', 'model', ...INTO, '--strict')).exitCode).toBe(1)
})

test('a later import changes what came from the files of the folder, and nothing else', async () => {
  await put('one.yml', cube('customers', '    measures: [{ name: people, type: count }]\n'))
  await run('import', 'one.yml', ...INTO)
  await run('import', 'model', ...INTO)
  const other = await readFile(join(home, 'shop/cube_one.yaml'), 'utf8')
  await put('model/cubes/orders.yml', ORDERS.replace('type: sum', 'type: avg'))
  await put('model/cubes/visits.yml', cube('orders').replace('name: orders', 'name: visits'))
  await rm(join(home, 'model/cubes/people'), { recursive: true })
  const { out } = await run('import', 'model', ...INTO, '--prune', '--report', 'report.json')
  const { workspace } = JSON.parse(await readFile(join(home, 'report.json'), 'utf8'))
  expect([out, workspace]).toEqual([
    expect.stringContaining('shop: 1 added, 2 changed, 2 removed, 0 kept\n'),
    {
      added: ['datasets/visits'],
      changed: ['datasets/orders', 'metrics/revenue'],
      removed: ['dimensions/id', 'dimensions/land'],
      kept: [],
    },
  ])
  expect(await readFile(join(home, 'shop/cube_one.yaml'), 'utf8')).toBe(other)
})

test('links out of the folder are told and not followed, links within it are read once', async () => {
  await put('secret/more.yml', cube('more'))
  await symlink('../../secret', join(home, 'model/cubes/far'))
  await symlink('../secret/more.yml', join(home, 'model/near.yml'))
  await symlink('nowhere.yml', join(home, 'model/gone.yml'))
  await symlink('..', join(home, 'model/cubes/round'))
  await symlink('cubes/orders.yml', join(home, 'model/again.yml'))
  await put('model/..2026/shops.yml', cube('orders').replace('name: orders', 'name: shops'))
  await symlink('..2026/shops.yml', join(home, 'model/shops.yml'))
  await put('model/node_modules/x/y.yml', 'not: a model\n')
  const { out } = await run('import', 'model', '--from', 'cube', ...INTO)
  expect(out).toContain(
    'model/cubes/far: left out: a link that leads out of the folder, which is not followed',
  )
  expect(out).toContain('model/near.yml: left out: a link that leads out')
  expect(out).toContain('model/gone.yml: left out: a link that leads nowhere')
  expect(out).toContain('3 datasets')
  expect(out).not.toContain('again.yml')
  const written = await readFile(join(home, 'shop/cube_model.yaml'), 'utf8')
  expect(written).toContain('name: shops')
  expect(written).not.toContain('more')
})

test('a name in two files, and a folder with too little, are refused', async () => {
  await put('model/views/orders.yaml', `\n${cube('orders')}`)
  const { exitCode, err } = await run('import', 'model', ...INTO)
  expect([exitCode, err.replaceAll(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining(
      'model/views/orders.yaml:3:5 cubes[0]: "orders" is the name of model/cubes/orders.yml:2:5 cubes[0] too',
    ),
  ])
  await put('scripts/a.js', 'cube(`a`, {})\n')
  const none = await run('import', 'scripts', ...INTO)
  expect([none.exitCode, none.err]).toEqual([1, expect.stringContaining('CLI_NO_DEFINITIONS')])
  const scripts = await run('import', 'scripts', '--from', 'cube', ...INTO)
  expect(scripts.err).toContain('scripts/a.js is JavaScript, which is not run')
  expect(await readdir(home)).not.toContain('shop')
})

test('a watched folder is imported again when a file of it changes or is new', async () => {
  const { effects, stdout, interrupt } = captureEffects({ cwd: home })
  const ended = main(['import', 'model', ...INTO, '--watch'], effects)
  const told = (part: string) =>
    vi.waitFor(() => expect(stdout()).toContain(part), { timeout: 60_000, interval: 20 })
  await told('watching model')
  await put('model/cubes/orders.yml', ORDERS.replace('type: sum', 'type: avg'))
  await told('shop: 0 added, 1 changed')
  await put('model/new.yml', cube('orders').replace('name: orders', 'name: later'))
  await told('shop: 1 added, 0 changed')
  interrupt(interruptedError('SIGINT', 130))
  expect(await ended).toBe(0)
}, 90_000)

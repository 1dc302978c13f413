import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const WORKSPACE = `tenant: shop
accounts: [{ account: owner, role: OWNER }]
datasources: [{ name: files, type: FILES, root: . }]
datasets:
  - name: sales
    source: { datasource: files, file: sales.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: shop, type: VARCHAR }, { name: amount, type: BIGINT }]
dimensions: [{ name: shop, dataset: sales, column: shop }]
metrics: [{ name: amount, type: ATOMIC, dataset: sales, aggregate: SUM, expr: "['sales'/'amount']" }]
`
const SALES =
  'day,shop,amount\n2024-01-05,a,10\n2024-01-06,b,many\n2024-02-05,a,12\n2024-02-06,b\n2024-02-07,b,5\n'

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'tributary-bad-rows-'))
  await writeFile(join(cwd, 'workspace.yaml'), WORKSPACE)
  await writeFile(join(cwd, 'sales.csv'), SALES)
})
afterAll(() => rm(cwd, { recursive: true }))

async function run(...argv: readonly string[]) {
  const captured = captureEffects({ cwd })
  const exitCode = await main(argv, captured.effects)
  return { exitCode, out: captured.stdout(), err: captured.stderr() }
}

const AT = ['--workspace', '.']
const CURRENT = ['--current', '2024-02', ...AT]

describe('--max-bad-rows', () => {
  test.each([
    [['query', 'amount', ...AT], '27'],
    [['explain', 'amount', '--by', 'shop', ...CURRENT], '+70.0 %'],
    [['causes', 'amount', ...CURRENT], '10'],
    [['tree', 'amount', ...CURRENT], '17'],
  ])('lets %j leave rows out, and says how many', async (argv, shown) => {
    const refused = await run(...argv)
    expect(refused).toMatchObject({ exitCode: 1, out: '' })
    expect(refused.err).toMatch(/sales\.csv cannot be read: (row|line) /)
    const { exitCode, out, err } = await run(...argv, '--max-bad-rows', '2')
    expect({ exitCode, err }).toEqual({
      exitCode: 0,
      err: 'warning: 2 rows are left out of sales.csv, of at most 2; `tributary validate` says what is wrong\n',
    })
    expect(out).toContain(shown)
    expect((await run(...argv, '--max-bad-rows', '1')).err).toContain('at most 1 may be left out')
  })

  test('is the number of bad rows that validate allows', async () => {
    expect((await run('validate', '.')).exitCode).toBe(1)
    const { exitCode, out } = await run('validate', '.', '--max-bad-rows', '2')
    expect([exitCode, out]).toEqual([0, expect.stringContaining('2 rows of')])
  })

  test.each([
    [['--max-bad-rows', 'few'], 'Expected a whole number'],
    [['--max-bad-rows', '2', '--data', 'x'], "cannot be used with option '--data"],
  ])('refuses %j', async (more, says) => {
    expect((await run('query', 'amount', ...more)).err).toContain(says)
  })
})

import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderOf } from '../../../../test/support/folder-of.ts'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../fixtures')

describe('tributary validate', () => {
  test('counts what a workspace without errors defines', async () => {
    const { effects, stdout } = captureEffects({ cwd })
    expect(await main(['validate', 'shop'], effects)).toBe(0)
    expect(stdout()).toBe('shop: 1 dataset, 1 dimension, 3 metrics, no errors\n')
  })

  test('takes no empty name for the working directory', async () => {
    const { effects, stderr } = captureEffects({ cwd: join(cwd, 'shop') })
    expect(await main(['validate', ''], effects)).toBe(1)
    expect(stderr()).toContain('write . for the current folder')
  })

  test('prints every error with its place and what to do, and ends with 1', async () => {
    const { effects, stdout, stderr } = captureEffects({ cwd })
    expect(await main(['validate', 'broken'], effects)).toBe(1)
    const lines = stdout().trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(
      /^broken\/workspace\.yaml:19:68 dimensions\[0\]\.column: .*"chanel".*did you mean "channel"/,
    )
    expect(lines[1]).toMatch(
      /^broken\/workspace\.yaml:38:24 metrics\[2\]\.expr: .*\[sale_cuont\].*\[sale_count\]/,
    )
    expect(lines[2]).toBe('broken: 2 errors')
    expect(stderr()).toBe('')
  })
})

test.each(['start', 'demo --once --workspace'])(
  'tributary %s refuses a workspace with errors and lists them all',
  async (command) => {
    const { effects, stdout, stderr } = captureEffects({ cwd })
    expect(await main([...command.split(' '), 'broken'], effects)).toBe(1)
    expect(stderr()).toMatch(/^error: The workspace broken has 2 errors and was not loaded:\n/)
    expect(stderr()).toContain('metrics[2].expr')
    expect(stdout()).toBe('')
  },
)

const DATA = {
  'orders.csv': 'day,shop,amount\n2024-05-01,a,10\n2024-06-01,b,12\n',
  'visits.csv': 'day,visits\n2024-05-01,many\n30.06.2024,2\n',
  'stock.csv': 'items\n1\nnone\n',
  'workspace.yaml': `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: shop, type: VARCHAR }, { name: amount, type: DOUBLE }]
  - name: visits
    source: { datasource: local, file: visits.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: visits, type: BIGINT }, { name: shop, type: VARCHAR }]
  - name: stock
    source: { datasource: local, file: stock.csv, format: { maxBadRows: 3 } }
    columns: [{ name: items, type: BIGINT }]
  - name: absent
    source: { datasource: local, file: absent.csv }
    columns: [{ name: items, type: BIGINT }]
dimensions: [{ name: shop, dataset: orders, column: shop }]
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
  - { name: visits, type: ATOMIC, dataset: visits, aggregate: SUM, expr: '[visits]' }
plans: [{ name: by_day, kind: RESULT, dimensions: [metric_time__day, shop], metrics: [revenue] }]
`,
}

async function badData(): Promise<string> {
  const { folder, remove } = await folderOf(DATA)
  onTestFinished(remove)
  return folder
}

const MONTHS = ['--current', '[metric_time__month] = "2024-06"'].concat(
  '--compare',
  '[metric_time__month] = "2024-05"',
)

describe('data with mistakes', () => {
  test('is reported in a single run, with skipped rows and unusable plans as warnings', async () => {
    const { effects, stdout } = captureEffects({ cwd: await badData() })
    expect(await main(['validate', '.'], effects)).toBe(1)
    const lines = stdout().trimEnd().split('\n')
    expect(lines.map((line) => line.replace(/\/\S*\//g, ''))).toEqual([
      expect.stringContaining('source.file: Expected a data file, found none at absent.csv'),
      expect.stringMatching(
        /^Dataset "visits" wants the column "shop", which visits\.csv does not/,
      ),
      expect.stringMatching(/^The file visits\.csv cannot be read: row 2, column "day".*dd\.MM/),
      expect.stringMatching(/^The file visits\.csv cannot be read: row 1, column "visits"/),
      expect.stringMatching(/^warning: 1 row of stock\.csv is left out, of at most 3/),
      expect.stringMatching(/^warning: The table of the plan "by_day" .* "revenue" adds doubles/),
      '.: 4 errors, 2 warnings',
    ])
  })

  test('is told as JSON', async () => {
    const { effects, stdout } = captureEffects({ cwd: await badData() })
    expect(await main(['validate', '.', '--json'], effects)).toBe(1)
    const { errors, warnings, contents } = JSON.parse(stdout())
    expect(errors).toMatchObject([
      { line: 17, path: 'datasets[3].source.file', datasets: [], dataColumn: null },
      { code: 'PLATFORM_SOURCE_MISMATCH', datasets: ['visits'], dataColumn: 'shop', line: null },
      { code: 'SQL_FILE_UNREADABLE', datasets: ['visits'], dataColumn: 'day' },
      { code: 'SQL_FILE_UNREADABLE', datasets: ['visits'], dataColumn: 'visits' },
    ])
    expect(warnings).toMatchObject([
      { datasets: ['stock'], plan: null },
      { plan: 'by_day', metric: 'revenue' },
    ])
    const keys = [...errors, ...warnings].map((one) => Object.keys(one).toSorted().join())
    expect(new Set(keys).size).toBe(1)
    expect(contents).toEqual({ datasets: 4, dimensions: 1, metrics: 2 })
  })

  test('does not keep other metrics from being explained', async () => {
    const cwd = await badData()
    const good = captureEffects({ cwd })
    const ask = (metric: string, by: string) =>
      ['explain', metric, '--workspace', '.', '--by', by].concat(MONTHS)
    expect(await main(ask('revenue', 'shop'), good.effects)).toBe(0)
    expect(good.stdout()).toContain('+20.0 %')
    const bad = captureEffects({ cwd })
    expect(await main(ask('visits', 'metric_time__day'), bad.effects)).toBe(1)
    expect(bad.stderr()).toMatch(/visits\.csv cannot be read: row 1, column "visits"/)
  })

  test('keeps a service from starting', async () => {
    const { effects, stderr } = captureEffects({ cwd: await badData() })
    expect(await main(['start', '.', '--port', '0'], effects)).toBe(1)
    expect(stderr()).toContain('absent.csv')
  })
})

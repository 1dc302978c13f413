import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-init-'))
  const orders = Array.from(
    { length: 40 },
    (_, i) => `${i};${1 + (i % 28)}.0${1 + (i % 2)}.2024;${i % 5};${i},50`,
  )
  await writeFile(join(home, 'orders.csv'), `id;Ordered;customer_id;Amount\n${orders.join('\n')}\n`)
  await writeFile(
    join(home, 'customers.csv'),
    'id,Town\n0,Ghent\n1,Bruges\n2,Ghent\n3,Lier\n4,Lier\n',
  )
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function run(...argv: readonly string[]) {
  const captured = captureEffects({ cwd: home })
  const exitCode = await main(argv, captured.effects)
  return { exitCode, out: captured.stdout(), err: captured.stderr() }
}

describe('tributary init', () => {
  test('counts people and stocks as of the last period', async () => {
    const rows = [1990, 2000].flatMap((year) => [`${year},Ghent,230000`, `${year},Lier,35000`])
    await writeFile(join(home, 'towns.csv'), `year,town,population\n${rows.join('\n')}\n`)
    const { out } = await run('init', 'towns', '--from', 'towns.csv')
    expect(out).toMatch(/^ {2}population +is there at a moment: of several periods the last one/m)
    const answer = await run('query', 'population', '--workspace', 'towns')
    expect(answer.out).toContain('265,000')
  })

  test('writes a workspace that can be validated and asked at once', async () => {
    const { exitCode, out } = await run('init', 'shop', '--from', 'orders.csv', 'customers.csv')
    expect(exitCode).toBe(0)
    expect(out).toContain('Ordered: DATE, written as dd.MM.yyyy')
    expect(out).toContain('relation customer: 5 of 5 values of customer_id are in customers.id')
    const datasets = await readFile(join(home, 'shop', 'datasets.yaml'), 'utf8')
    expect(datasets).toContain('decimal: ","')
    expect(datasets).toContain('  # time: Ordered by DAY, 2024-01-01 to 2024-02-28')
    expect((await run('validate', 'shop')).out).toContain('no errors')
    const next = [...out.matchAll(/^ {2}tributary (.*)$/gm)].map(([, line = '']) => line.split(' '))
    expect(next.map(([command]) => command)).toEqual(['explain', 'query', 'list'])
    expect(next[0]).toEqual(
      expect.arrayContaining(['--current', '2024-02', '--compare', '2024-01']),
    )
    for (const words of next) {
      expect(await run(...words)).toMatchObject({ exitCode: 0, err: '' })
    }
    const answer = await run(
      'explain',
      'amount',
      '--workspace',
      'shop',
      '--by',
      'town',
      '--current',
      '2024-02',
    )
    expect(answer.out).toContain('Ghent')
  })

  test('reads days from the names of files, and leaves out what is the same everywhere', async () => {
    for (const day of ['03', '04', '05']) {
      await writeFile(
        join(home, `sold-2024-06-${day}.csv`),
        'Shop,Country,Pieces\na,BE,3\nb,BE,4\n',
      )
    }
    const { out } = await run('init', 'sold', '--from', 'sold-2024-06-*.csv')
    expect(out).not.toContain('1970')
    const named = await run(
      'init',
      'named',
      '--from',
      ...['03', '04', '05'].map((day) => `sold-2024-06-${day}.csv`),
    )
    expect(named.out).toContain('time: file by DAY, 2024-06-03 to 2024-06-05')
    expect(named.out).toContain('--current 2024-06-05 --compare 2024-06-04')
    expect(named.out).not.toMatch(/^ {2}country /m)
    expect(named.out).toMatch(/^ {2}shop /m)
  })

  test('overwrites nothing', async () => {
    await run('init', 'shop', '--from', 'orders.csv')
    const before = await readFile(join(home, 'shop', 'workspace.yaml'), 'utf8')
    const { exitCode, err } = await run('init', 'shop', '--from', 'customers.csv')
    expect(exitCode).toBe(1)
    expect(err).toContain('The folder shop contains')
    expect(await readFile(join(home, 'shop', 'workspace.yaml'), 'utf8')).toBe(before)
  })

  test('takes the data files of the folder where none are named', async () => {
    const { out } = await run('init', '.')
    expect(out).toContain('orders.csv: 40 rows')
    expect(await readdir(home)).toContain('metrics.yaml')
  })

  test('names files that cannot be read, and makes nothing of them alone', async () => {
    await writeFile(join(home, 'bad.csv'), 'a,b\n1\n')
    const { out } = await run('init', 'shop', '--from', 'orders.csv', 'bad.csv')
    expect(out).toContain('bad.csv cannot be read: line 2: expected 2 cells, found 1')
    const alone = await run('init', 'other', '--from', 'bad.csv')
    expect(alone).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('There is no data file'),
    })
    expect(await readdir(home)).not.toContain('other')
    expect((await run('init', 'other', '--from', 'gone.csv')).err).toContain('gone.csv')
  })

  test('takes from flags how a text file is laid out', async () => {
    await writeFile(join(home, 'odd.csv'), 'x|y\n1|2\nday|sold\n2024-01-03|5\n2024-01-04|7\n3\n')
    const flags = ['--skip-rows', '2', '--delimiter', '|', '--max-bad-rows', '1']
    const { exitCode } = await run('init', 'odd', '--from', 'odd.csv', ...flags)
    expect(exitCode).toBe(0)
    expect((await run('query', 'sold', '--workspace', 'odd')).out).toContain('12')
    await writeFile(join(home, 'bare.csv'), 'a,b\nc,d\n')
    await run('init', 'bare', '--from', 'bare.csv', '--no-header')
    expect((await run('query', 'bare_count', '--workspace', 'bare')).out).toContain('2')
    const wrong = await run('init', 'w', '--from', 'odd.csv', '--skip-rows', 'two')
    expect(wrong).toMatchObject({ exitCode: 2, err: expect.stringContaining('two') })
  })

  test('refuses the folder of a Delta or Iceberg table', async () => {
    await mkdir(join(home, 'lake', '_delta_log'), { recursive: true })
    await writeFile(join(home, 'lake', 'part.parquet'), '')
    for (const path of ['lake', 'lake/part.parquet', 'lake/*.parquet']) {
      const { exitCode, err } = await run('init', 'w', '--from', path)
      expect({ exitCode, err }).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('Delta'),
      })
    }
    expect((await run('init', '.')).out).toContain('lake is a table of Delta')
  })
})

import { join } from 'node:path'
import { fixedClock } from '@tributary/core'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../fixtures')

async function run(argv: readonly string[], terminal: { readonly columns?: number } | null = null) {
  const captured = captureEffects({
    cwd,
    clock: fixedClock(new Date('2024-03-05T12:00:00Z')),
    ...(terminal !== null && { isTerminal: true, ...terminal, env: { NO_COLOR: '1' } }),
  })
  const exitCode = await main([...argv, '--workspace', 'shop'], captured.effects)
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() }
}

describe('tributary query', () => {
  test('prints a table of values, the largest first', async () => {
    const { exitCode, stdout } = await run(['query', 'revenue', '--by', 'channel'])
    expect(exitCode).toBe(0)
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'channel  revenue',
      'web          250',
      'app          180',
    ])
  })

  test('takes ranges by the clock, and conditions', async () => {
    const february = await run(['query', 'revenue', '--range', 'last-month', '--json'])
    expect(JSON.parse(february.stdout).table).toEqual({ revenue: [305] })
    const web = await run(['query', 'revenue', '--where', '[channel] = "web"', '--csv'])
    expect(web.stdout).toBe('revenue\n250\n')
  })

  test('draws bars and a line over time on a terminal only', async () => {
    const argv = ['query', 'revenue', '--by', 'metric_time__day']
    const { stdout } = await run(argv, { columns: 60 })
    expect(stdout).toMatch(/^revenue {2}[▁-█]+$/m)
    expect(stdout).toMatch(/^2024-02-10 .* 150 {2}█+$/m)
    expect((await run(argv)).stdout).not.toMatch(/[▁-█]/)
    const split = await run(['query', 'revenue', '--by', 'metric_time__day,channel'], {
      columns: 60,
    })
    expect(split.stdout).toMatch(/^revenue web {2,}[▁-█ ]+$/m)
  })

  test('prints years, quarters and months as --range takes them', async () => {
    for (const grain of ['year', 'quarter', 'month']) {
      const { stdout } = await run(['query', 'revenue', '--by', `metric_time__${grain}`])
      const [, first = ''] = stdout.split('\n')[1]!.split(/^(\S+)/)
      const ranged = await run(['query', 'revenue', '--range', first, '--csv'])
      expect(first).toMatch(/^2024(-Q1|-0[12])?$/)
      expect(stdout.split('\n')[1]).toContain(ranged.stdout.split('\n')[1])
    }
  })

  test.each([
    [['query', 'zzzzz'], 'METRIC'],
    [['query', 'revenue', '--by', 'zzzzz'], '--by'],
    [['query', 'revenue', '--where', '[zzzzz] = 1'], '--where'],
    [['query', 'revenue', '--having', '[zzzzz] > 1'], '--having'],
    [['query', 'revenue', '--order', 'zzzzz'], '--order'],
  ])('a name that is near none gets an example that works: %j', async (argv, option) => {
    const { exitCode, stderr } = await run(argv)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`error: ${option}: `)])
    const [, example = ''] = /^ {2}for example: (.*)$/m.exec(stderr) ?? []
    const words = [...example.matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain!,
    )
    const before = option === 'METRIC' ? ['query'] : ['query', 'revenue']
    expect(words).not.toEqual([])
    expect(await run([...before, ...words])).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test.each([
    [['query', 'revenu'], 'METRIC: No metric is called "revenu"; did you mean "revenue"?'],
    [['query', 'revenue', '--by', 'chanel'], '--by: No dimension is called "chanel"; did you mean'],
    [
      ['query', 'revenue', '--where', '[metric_time__quarter] = "2024-Q1"'],
      'write the first day of the period, 2024-01-01',
    ],
    [['query', 'revenue', '--range', 'last-mont'], 'for example: --range 2001-06'],
    [['query', 'revenue', '--where', '[chanel] = 1'], '--where: '],
    [['query', 'revenue', '--wherre', 'x'], "unknown option '--wherre'"],
  ])('answers %j in its own words', async (argv, says) => {
    const { exitCode, stderr } = await run(argv)
    expect(exitCode).toBeGreaterThan(0)
    expect(stderr).toContain(says)
  })
})

describe('tributary list', () => {
  test('lists what there is, by kind', async () => {
    const { stdout } = await run(['list'])
    expect(stdout).toContain('metrics (3)\naverage_sale  Average sale')
    expect(stdout).toContain('dimensions (1)\nchannel  Channel')
    expect(stdout).toContain('datasets (1)\nsales  Sales')
  })

  test('searches, and prints objects with names as JSON', async () => {
    const { stdout } = await run(['list', 'Metric', '--search', 'rev', '--json'])
    expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)[0]).toBe('revenue')
    const none = await run(['list', '--search', 'zzzzzz'])
    expect(none.stdout).toBe('There are no definitions that fit "zzzzzz".\n')
  })

  test('names the kind that may be meant', async () => {
    const { exitCode, stderr } = await run(['list', 'metrcs'])
    expect([exitCode, stderr.includes('Did you mean metrics?')]).toEqual([2, true])
  })
})

describe('tributary explain', () => {
  const explain = ['explain', 'revenue', '--current', 'last-month']

  test('compares with the period before, by the dimensions that explain most', async () => {
    const { stdout } = await run(explain)
    expect(stdout).toContain('comparison  260  2024-01 (previous)')
    expect(stdout).toContain('current     305  2024-02 (last-month)')
    expect(stdout).toContain('channel    web, app, new (3 of 5)')
    expect(stdout).toContain('by channel')
  })

  test('prints every row as comma-separated values', async () => {
    const { stdout } = await run([...explain, '--by', 'channel', '--csv'])
    const [header, overall, first] = stdout.split('\n')
    expect(header).toMatch(/^by,channel,comparison,current,change,change_rate,contribution/)
    expect(overall).toMatch(/^,,260,305,45,0.1730769231,45,/)
    expect(first).toMatch(/^channel,web,100,150,50,0.5,50,/)
  })

  test('compares peers', async () => {
    const { stdout } = await run([...explain, '--by', 'channel', '--peers', 'channel=web,app'])
    expect(stdout).toContain('Why does revenue differ between app and web?')
    expect(stdout).toContain('comparison  100  channel app, 2024-02 (last-month)')
  })

  test.each([
    [['--compare', 'yaer'], "--compare: 'yaer' is not a range of time; did you mean year?"],
    [['--compare', 'previous', '--peers', 'channel=a,b'], 'cannot be used with option'],
    [['--peers', 'channel'], 'such as origin_state=CA,TX'],
    [['--peers', 'chanel=web,app', '--by', 'channel'], '--peers: '],
    [['--by', 'Chanel'], '--by: '],
    [['--data', 'somewhere'], 'Pass --workspace or --data, not both'],
  ])('answers %j in its own words', async (more, says) => {
    const { exitCode, stderr } = await run([...explain, ...more])
    expect(exitCode).toBeGreaterThan(0)
    expect(stderr).toContain(says)
  })

  test.each(['explain', 'tree', 'causes'])(
    '%s names a slip in --current first',
    async (command) => {
      const argv = [command, 'revenue', '--current', '[metric_time] >> 1', '--by', 'channel']
      const { stderr } = await run(command === 'tree' ? argv.slice(0, 4) : argv)
      expect(stderr).toMatch(/^error: --current: [\s\S]*\[metric_time\] >> 1\n +\^/)
    },
  )

  test('needs a range where there is a condition', async () => {
    const condition = '[metric_time__month] = "2024-02"'
    const { stderr } = await run(['explain', 'revenue', '--current', condition, '--by', 'channel'])
    expect(stderr).toContain('--compare previous needs --current as a range of time')
  })
})

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../fixtures')

async function tree(metric: string, extra: readonly string[] = []) {
  const captured = captureEffects({ cwd })
  const argv = ['tree', metric, '--workspace', 'shop', '--current', '2024-02', ...extra]
  const exitCode = await main(argv, captured.effects)
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() }
}

describe('tributary tree', () => {
  test('prints the nodes with what each contributes, and how the change is divided', async () => {
    const { exitCode, stdout, stderr } = await tree('average_sale')
    expect([exitCode, stderr]).toEqual([0, ''])
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('Why did average_sale change?')
    // 260 of 5 sales, then 305 of 4.
    expect(lines[2]).toBe(
      '  average_sale rose from 52.00 to 76.25 (+24.25, +46.6 %). sale_count contributes most (58.3 % of the change).',
    )
    expect(stdout).toMatch(/├─ revenue +260 +305 +\+45 +\+17\.3 % .* \+41\.7 % +█+/)
    expect(stdout).toMatch(/└─ sale_count +5 +4 +-1 +-20\.0 % .* \+58\.3 % +█+/)
    expect(stdout).toContain(
      'average_sale = [revenue] / [sale_count]: divided by logarithmic means',
    )
  })

  test('prints with --json what the API answers', async () => {
    const { stdout } = await tree('average_sale', ['--json'])
    const { nodes } = JSON.parse(stdout)
    expect(nodes.map(({ metric }: { metric: string }) => metric)).toEqual([
      'average_sale',
      'revenue',
      'sale_count',
    ])
    const [root, ...below] = nodes.map(({ contribution }: { contribution: number }) => contribution)
    expect(below[0] + below[1]).toBeCloseTo(root, 12)
  })

  test('compares peers, over fewer rows', async () => {
    const peers = ['--peers', 'channel=web,app', '--where', '[revenue] > 10']
    const { stdout } = await tree('revenue', peers)
    expect(stdout).toContain('Why does revenue differ?')
    expect(stdout).toContain('revenue is higher, 150 against 100 (+50, +50.0 %).')
    expect(stdout).toContain(
      'channel web, 2024-02 against channel app, 2024-02, where [revenue] > 10',
    )
  })

  test('says that a side has no value', async () => {
    const { stdout } = await tree('average_sale', ['--compare', '2023-02'])
    expect(stdout).toContain('average_sale has no value on one side.')
    expect(stdout).toContain('NO_DATA_COMPARE')
  })

  test.each([
    [['revenu'], 'METRIC: No metric is called "revenu"; did you mean "revenue"?'],
    [['revenue', '--compare', 'yaer'], "--compare: 'yaer' is not a range of time"],
    [['revenue', '--where', '[chanel] = 1'], '--where: '],
    [['revenue', '--peers', 'chanel=web,app'], '--peers: '],
    [['revenue', '--peers', 'channel=web,app', '--compare', 'year'], 'cannot be used with option'],
  ])('answers %j in its own words', async ([metric = '', ...extra], says) => {
    const { exitCode, stderr } = await tree(metric, extra)
    expect(exitCode).toBeGreaterThan(0)
    expect(stderr).toContain(says)
  })
})

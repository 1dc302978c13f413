import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../fixtures')

async function movements(extra: readonly string[] = []) {
  const captured = captureEffects({ cwd })
  const argv = ['movements', '--workspace', 'shop', '--current', '2024-02', ...extra]
  const exitCode = await main(argv, captured.effects)
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() }
}

describe('tributary movements', () => {
  test('prints the metrics by how far they moved, then what stands out in each', async () => {
    const { exitCode, stdout, stderr } = await movements()
    expect([exitCode, stderr]).toEqual([0, ''])
    // The data begins with the month that is compared with.
    expect(stdout).toContain('3 of 3 metrics changed; without earlier periods nothing is known')
    expect(stdout).toContain('2024-02 against 2024-01 (previous); without a history')
    expect(stdout).toMatch(/^average_sale +52\.00 +76\.25 +\+24\.25 +\+46\.6 % /m)
    expect(stdout).toMatch(/^revenue +260 +305 +\+45 +\+17\.3 % /m)
    expect(stdout).toMatch(/^ {2}1 revenue rose/m)
  })

  test('prints fewer, without causes', async () => {
    const { stdout } = await movements(['--rows', '1', '--causes', '0'])
    expect(stdout).toContain('… 2 more metrics; --rows shows more')
    expect(stdout).not.toMatch(/rose/)
  })

  test('prints with --json what the API answers', async () => {
    const { stdout } = await movements(['--json', '--metrics', 'revenue,sale_count'])
    const { movements: rows, considered } = JSON.parse(stdout)
    expect(considered).toEqual({ metrics: 2, datasets: 1, history: 0 })
    expect(rows.map(({ metric }: { metric: string }) => metric)).toEqual(['revenue', 'sale_count'])
    expect(rows[0].cause.headline).toMatch(/^revenue rose/)
  })

  test.each([
    [['--metrics', 'revenu'], '--metrics: No metric is called "revenu"; did you mean "revenue"?'],
    [['--compare', 'yaer'], "--compare: 'yaer' is not a range of time"],
    [['--history', '9'], 'from 0 to 8'],
  ])('answers %j in its own words', async (extra, says) => {
    const { exitCode, stderr } = await movements(extra)
    expect(exitCode).toBeGreaterThan(0)
    expect(stderr).toContain(says)
  })
})

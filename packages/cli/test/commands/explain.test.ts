import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../fixtures')
const FEBRUARY = 'DateTrunc([metric_time], "MONTH") = "2024-02-01"'
const JANUARY = 'DateTrunc([metric_time], "MONTH") = "2024-01-01"'

async function explain(metric: string, extra: readonly string[] = []) {
  const captured = captureEffects({ cwd })
  const range = ['--current', FEBRUARY, '--compare', JANUARY, '--by', 'channel']
  const argv = ['explain', metric, '--workspace', 'shop', ...range, ...extra]
  const exitCode = await main(argv, captured.effects)
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() }
}

describe('tributary explain', () => {
  test('prints the tables', async () => {
    const { exitCode, stdout, stderr } = await explain('revenue')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Why did revenue change?')
    expect(stdout).toContain(`comparison  260  ${JANUARY}`)
    expect(stdout).toContain(
      'store            60       50     -10   -16.7 %           -10   -22.2 %',
    )
    expect(stdout).toContain(
      'all 5           260      305     +45   +17.3 %           +45  +100.0 %',
    )
  })

  test('prints with --json what the API answers', async () => {
    const { stdout } = await explain('revenue', ['--json'])
    const { tables } = JSON.parse(stdout)
    expect(tables[1].dimension).toBe('channel')
    expect(tables[1].table).toEqual({
      channel: ['web', 'app', 'new', 'store', 'gone'],
      '@currentValue': [150, 100, 5, 50, 0],
      '@compareValue': [100, 80, 0, 60, 20],
      '@growth': ['50', '20', '5', '-10', '-20'],
      '@growthRate': ['0.5', '0.25', null, '-0.1666666667', '-1'],
      '@overallContributionRate': [
        1.1111111111, 0.4444444444, 0.1111111111, -0.2222222222, -0.4444444444,
      ],
      '@relativeContributionRate': [
        1.1111111111, 0.4444444444, 0.1111111111, -0.2222222222, -0.4444444444,
      ],
    })
  })

  test('drills down with filters, compares means, and prints fewer rows', async () => {
    const filter = ['--where', '[channel] = "web"']
    const drilled = await explain('revenue', filter)
    expect(drilled.stdout).toMatch(/where +\[channel\] = "web"/)
    expect(drilled.stdout).toContain('all 1 ')
    const average = await explain('revenue', ['--average', '--rows', '1'])
    expect(average.stdout).toContain('average per period')
    expect(average.stdout).toContain('… 3 more')
  })

  test('names a misspelt metric and the near one', async () => {
    const { exitCode, stdout, stderr } = await explain('revenu')
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain('"revenu"')
    expect(stderr).toContain('did you mean "revenue"')
    expect(stderr).toContain('CATALOG_UNKNOWN_METRIC')
  })

  test('points into an expression that is wrong', async () => {
    const { exitCode, stderr } = await explain('revenue', ['--where', '[chanel] = "web"'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('  [chanel] = "web"\n  ^^^^^^^^\n  EXPRESSION_UNKNOWN_FIELD')
  })

  test('stops without a word when it is interrupted', async () => {
    const { effects, interrupt, stdout, stderr } = captureEffects({ cwd })
    const { interruptedError } = await import('../../src/errors.ts')
    interrupt(interruptedError('SIGINT', 130))
    const range = ['--current', FEBRUARY, '--compare', JANUARY, '--by', 'channel']
    expect(await main(['explain', 'revenue', '--workspace', 'shop', ...range], effects)).toBe(130)
    expect(stdout() + stderr()).toBe('')
  })
})

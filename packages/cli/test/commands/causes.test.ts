import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

test('tributary causes compares two peers, and says so', async () => {
  const captured = captureEffects({ cwd: join(import.meta.dirname, '../fixtures') })
  const argv = ['revenue', '--current', '2024-02', '--peers', 'channel=web,store']
  const exitCode = await main(['causes', ...argv, '--workspace', 'peers'], captured.effects)
  expect([exitCode, captured.stderr()]).toEqual([0, ''])
  expect(captured.stdout()).toMatch(/^revenue is higher/)
  expect(captured.stdout()).toMatch(/combinations of region; without a history/)
})

test('tributary causes prints what the parts of a formula contribute', async () => {
  const captured = captureEffects({ cwd: join(import.meta.dirname, '../fixtures') })
  const argv = ['pressure', '--current', '2024-02', '--peers', 'channel=web,store']
  const exitCode = await main(['causes', ...argv, '--workspace', 'peers'], captured.effects)
  expect([exitCode, captured.stderr()]).toEqual([0, ''])
  const lines = captured.stdout().split('\n')
  expect(lines.find((line) => line.startsWith('[revenue]'))).toMatch(/ 175 +205 +\+90 /)
  expect(lines.find((line) => line.startsWith('[sale_count]'))).toMatch(/ 3 +3 +0 /)
})

test('tributary causes prints the unexplained change when all rows differ in the same way', async () => {
  const captured = captureEffects({ cwd: join(import.meta.dirname, '../fixtures') })
  const argv = ['latest_price', '--current', '2024-02', '--peers', 'channel=web,store']
  const exitCode = await main(['causes', ...argv, '--workspace', 'peers'], captured.effects)
  expect([exitCode, captured.stderr()]).toEqual([0, ''])
  expect(captured.stdout()).toMatch(/^everything differs alike, .*\nnot explained: \+/m)
})

test.each([
  [
    ['revenu', '--current', '2024-02'],
    'METRIC: No metric is called "revenu"; did you mean "revenue"?',
  ],
  [['revenue', '--current', '2024-02', '--by', 'chanel'], '--by: '],
  [['revenue', '--current', 'febuary'], '--current: '],
  [['revenue', '--current', '2024-02', '--compare', 'before'], '--compare: '],
  [['revenue', '--current', '2024-02', '--where', '[chanel] = 1'], '--where: '],
  [['revenue', '--current', '2024-02', '--peers', 'chanel=web,app'], '--peers: '],
])('tributary causes answers %j in its own words', async (argv, says) => {
  const captured = captureEffects({ cwd: join(import.meta.dirname, '../fixtures') })
  const exitCode = await main(['causes', ...argv, '--workspace', 'shop'], captured.effects)
  expect([exitCode, captured.stderr()]).toEqual([1, expect.stringContaining(says)])
})

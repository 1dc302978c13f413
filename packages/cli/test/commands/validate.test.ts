import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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

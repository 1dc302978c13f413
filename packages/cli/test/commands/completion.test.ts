import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TRIBUTARY } from '../../../../test/support/command.ts'
import { SHELL_SCRIPTS, SHELLS } from '../../src/complete/shell-scripts.ts'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const flights = fileURLToPath(new URL('../../../../examples/flights', import.meta.url))

async function complete(...words: string[]): Promise<readonly string[]> {
  const captured = captureEffects({ cwd: flights })
  expect(await main(['__complete', '--', ...words], captured.effects)).toBe(0)
  expect(captured.stderr()).toBe('')
  return captured.stdout().split('\n').filter(Boolean)
}

describe('a completion', () => {
  test.each([
    [['ex'], ['explain', 'export']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['explain', 'late'],
      ['late_flights', 'late_rate'],
    ],
    [['explain', 'late_rate', '--by', 'origin_s'], ['origin_state']],
    [['explain', 'late_rate', '--by', 'origin,origin_s'], ['origin,origin_state']],
    [['explain', 'late_rate', '--by=distance_b'], ['--by=distance_band']],
    [['explain', '--workspace', ''], [':directories']],
    [['explain', '--workspace', 'nowhere', 'late'], []],
    [['start', '--data', ''], [':directories']],
    [['nothing', 'at', 'all'], []],
  ])('of %j is %j', async (words, expected) => {
    expect(await complete(...words)).toEqual(expected)
  })

  test('lists commands without the hidden one, and options', async () => {
    const commands = await complete('')
    expect(commands).toEqual(expect.arrayContaining(['start', 'mcp', 'completion']))
    expect(commands.some((one) => one.startsWith('__'))).toBe(false)
    expect(await complete('explain', '--')).toEqual(
      expect.arrayContaining(['--workspace', '--by', '--help']),
    )
  })

  test.each(SHELLS)('%s gets its script', async (shell) => {
    const captured = captureEffects()
    expect(await main(['completion', shell], captured.effects)).toBe(0)
    expect(captured.stdout()).toBe(SHELL_SCRIPTS[shell])
  })

  test('an unknown shell is refused with those there are', async () => {
    const captured = captureEffects()
    expect(await main(['completion', 'tcsh'], captured.effects)).toBe(2)
    expect(captured.stderr()).toContain('bash, zsh, fish')
  })
})

describe('in a real bash', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tributary-bash-'))
    writeFileSync(
      join(folder, 'tributary'),
      `#!/bin/sh\nexec ${[process.execPath, ...TRIBUTARY].map((word) => `'${word}'`).join(' ')} "$@"\n`,
      { mode: 0o755 },
    )
    symlinkSync(flights, join(folder, 'my flights'))
    writeFileSync(join(folder, 'completion.bash'), SHELL_SCRIPTS.bash)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** What bash offers for the words of a line, the cursor at its end. */
  function offered(...words: string[]): readonly string[] {
    const script = `
source ./completion.bash
compopt() { :; }
COMP_WORDS=(tributary "$@"); COMP_CWORD=$#
_tributary
for one in "\${COMPREPLY[@]}"; do echo "$one"; done`
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
    const options = { cwd: folder, env, encoding: 'utf8' } as const
    return execFileSync('bash', ['-c', script, 'bash', ...words], options)
      .split('\n')
      .filter(Boolean)
  }

  test('commands, metrics of a workspace, dimensions and folders are offered', () => {
    expect(offered('ex')).toEqual(['explain', 'export'])
    expect(offered('explain', '--workspace', 'my flights', 'late')).toEqual([
      'late_flights',
      'late_rate',
    ])
    expect(offered('explain', '--workspace', 'my flights', '--by', 'dist')).toEqual([
      'distance_band',
    ])
    expect(offered('explain', '--workspace', 'my')).toEqual(['my flights'])
  }, 120_000)
})

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { interruptedError } from '../src/errors.ts'
import { main, reportError } from '../src/main.ts'
import { captureEffects } from './support/captured-effects.ts'

describe('main', () => {
  test('prints its version and its help', async () => {
    const version = captureEffects()
    expect(await main(['--version'], version.effects)).toBe(0)
    expect(version.stdout()).toMatch(/^\d+\.\d+\.\d+\n$/)
    const help = captureEffects()
    expect(await main(['--help'], help.effects)).toBe(0)
    for (const name of ['demo', 'start', 'validate', 'explain', 'lineage']) {
      expect(help.stdout()).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    }
  })

  test.each([
    ['no command', [], 'Usage: tributary'],
    ['an unknown command', ['strat'], "unknown command 'strat'"],
    ['an unknown command that is near none', ['frobnicate'], 'for example: tributary demo'],
    ['an unknown option', ['demo', '--onec'], '(Did you mean --once?)'],
    ['a missing argument', ['validate'], "missing required argument 'dir'"],
    ['too many arguments', ['validate', 'a', 'b'], 'too many arguments'],
    ['a bad port', ['demo', '--port', '99999'], 'Expected a whole number from 0 to 65535.'],
    ['a missing option', ['import', 'm.yml'], "required option '--into <dir>' not specified"],
  ])('answers %s with what was wrong, on standard error, and 2', async (_name, argv, sentence) => {
    const { effects, stdout, stderr } = captureEffects()
    expect(await main(argv, effects)).toBe(2)
    expect(stderr()).toContain(sentence)
    expect(stdout()).toBe('')
  })

  test.each([
    ['validate', ['validate', 'exmples']],
    ['start', ['start', 'exmples']],
    ['demo', ['demo', '--workspace', 'exmples']],
    ['lineage', ['lineage', 'METRIC', 'm', '--workspace', 'exmples/flights']],
  ])('%s names a folder that is not there, and the near one', async (_name, argv) => {
    const root = join(import.meta.dirname, '../../..')
    const { effects, stdout, stderr } = captureEffects({ cwd: root })
    expect(await main(argv, effects)).toBe(1)
    expect(stderr()).toMatch(/^error: There is no folder exmples/)
    expect(stderr()).toContain('Did you mean examples?')
    expect(stderr()).toContain('CLI_WORKSPACE_MISSING')
    expect(stdout()).toBe('')
  })

  test('suggests a nearby workspace, or `tributary init`, when the workspace is missing', async () => {
    const root = join(import.meta.dirname, '../../../examples')
    for (const [cwd, advice] of [
      [root, /There is a workspace in \w+\./],
      [import.meta.dirname, /`tributary init zzzzz --from FILES` writes one/],
    ] as const) {
      const { effects, stderr } = captureEffects({ cwd })
      expect(await main(['list', '--workspace', 'zzzzz'], effects)).toBe(1)
      expect(stderr()).toMatch(advice)
    }
  })

  test('says that a file is not a folder', async () => {
    const { effects, stderr } = captureEffects({ cwd: import.meta.dirname })
    expect(await main(['validate', 'main.test.ts'], effects)).toBe(1)
    expect(stderr()).toContain('main.test.ts is a file; pass the folder')
  })
})

describe('reportError', () => {
  test('calls what nobody foresaw a bug, and shows the stack on demand only', () => {
    const short = captureEffects()
    expect(reportError(new RangeError('too deep'), short.effects)).toBe(1)
    expect(short.stderr()).toBe(
      'error: too deep\nThis is a bug in tributary; set TRIBUTARY_DEBUG=1 for a stack trace.\n',
    )
    const long = captureEffects({ env: { TRIBUTARY_DEBUG: '1' } })
    reportError(new RangeError('too deep'), long.effects)
    expect(long.stderr()).toContain('main.test.ts')
  })

  test('is silent about an interruption and gives its exit code', () => {
    const { effects, stderr, interrupt } = captureEffects()
    interrupt(interruptedError('SIGINT', 130))
    expect(reportError(new Error('aborted'), effects)).toBe(130)
    expect(stderr()).toBe('')
  })
})

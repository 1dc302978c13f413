import { describe, expect, test } from 'vitest'
import { hasPostgres, MISSING, startPostgres } from '../../../../test/support/postgres.ts'
import { interruptedError } from '../../src/errors.ts'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

describe('tributary worker', () => {
  test.each([
    [['worker']],
    [['worker', '--workers', '3']],
    [['worker', '--data', 'data']],
    [['worker', '--data', 'data', '--store', 'postgres://x/y']],
  ])('refuses %j, which names no PostgreSQL', async (argv) => {
    const { effects, stderr } = captureEffects()
    expect(await main(argv, effects)).toBe(1)
    expect(stderr()).toContain('CLI_STORE_MISSING')
    expect(stderr()).toContain('tributary start --workers N')
  })

  test.each(['0', '65', 'many'])('refuses --workers %s', async (count) => {
    const { effects, stderr } = captureEffects()
    expect(await main(['worker', '--workers', count], effects)).toBe(2)
    expect(stderr()).toContain('Expected a whole number from 1 to 64')
  })

  test('refuses a folder as --store and explains that it needs a PostgreSQL address', async () => {
    const { effects, stderr } = captureEffects()
    expect(await main(['worker', '--store', '/tmp/data'], effects)).toBe(1)
    expect(stderr()).toContain('postgres://')
  })

  const name = 'works until it is interrupted'
  test.skipIf(!hasPostgres())(hasPostgres() ? name : `${name} (left out: ${MISSING})`, async () => {
    const server = await startPostgres()
    try {
      let hear = (): void => {}
      const working = new Promise<void>((resolve) => {
        hear = resolve
      })
      const { effects, interrupt, stdout } = captureEffects({ onOutput: () => hear() })
      const ended = main(['worker', '--store', server.url, '--workers', '1'], effects)
      await Promise.race([working, ended])
      interrupt(interruptedError('SIGINT', 130))
      expect(await ended).toBe(0)
      expect(stdout()).toBe('running up to 1 instance at once\n')
    } finally {
      await server.stop()
    }
  })
})

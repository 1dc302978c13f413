import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from '@tributary/platform'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../fixtures')

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tributary-'))
})
afterEach(() => rm(data, { recursive: true, force: true }))

async function create(...more: readonly string[]) {
  const captured = captureEffects({ cwd })
  const argv = ['credential', 'create', 'shop', '--data', data, ...more]
  return { exitCode: await main(argv, captured.effects), captured }
}

describe('tributary credential create', () => {
  test('prints a secret and nothing else, which the service then knows', async () => {
    const { exitCode, captured } = await create('--account', 'owner')
    expect(exitCode).toBe(0)
    expect(captured.stdout()).toMatch(/^[\w-]{32}\n$/)
    const platform = await createPlatform({ workspace: join(cwd, 'shop'), data })
    const caller = await platform.authenticate({
      tenantId: 'shop',
      authType: 'APIKEY',
      authValue: captured.stdout().trim(),
    })
    expect(caller.account).toBe('owner')
    await platform.close()
  })

  test('says which account it does not know', async () => {
    const { exitCode, captured } = await create('--account', 'eve')
    expect(exitCode).toBe(1)
    expect(captured.stdout()).toBe('')
    expect(captured.stderr()).toContain('no account "eve"')
  })

  test('takes the two kinds of secret only', async () => {
    const { exitCode, captured } = await create('--account', 'owner', '--kind', 'ACCOUNT')
    expect(exitCode).toBe(2)
    expect(captured.stderr()).toContain('APIKEY, TOKEN')
  })
})

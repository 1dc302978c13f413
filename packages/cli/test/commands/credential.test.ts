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

describe('tributary credential list and revoke', () => {
  async function run(...argv: readonly string[]) {
    const captured = captureEffects({ cwd })
    return { exitCode: await main([...argv, '--data', data], captured.effects), captured }
  }

  test('lists the account of each credential, and a revoked credential is refused', async () => {
    const { captured: made } = await create('--account', 'owner')
    const { exitCode, captured } = await run('credential', 'list')
    expect(exitCode).toBe(0)
    expect(captured.stdout()).toMatch(
      /^id +account +kind +name +created +expires *\n[0-9a-f]{16} {2}owner +APIKEY +\d{4}-\d{2}-\d{2}T[\d:.]+Z +never *\n$/,
    )
    const id = captured.stdout().split('\n')[1]!.split(' ', 1)[0]!
    expect((await run('credential', 'revoke', id)).exitCode).toBe(0)
    const platform = await createPlatform({ data })
    const credentials = { tenantId: 'shop', authType: 'APIKEY', authValue: made.stdout().trim() }
    await expect(platform.authenticate(credentials)).rejects.toThrow('not known')
    await platform.close()
    const again = await run('credential', 'revoke', id)
    expect(again.exitCode).toBe(1)
    expect(again.captured.stderr()).toContain(`no credential "${id}"`)
  })

  test('shows what a secret is for and when it ends; after that it is refused', async () => {
    const { captured: made } = await create(
      ...['--account', 'owner', '--name', 'nightly report', '--expires', '2999-01-31'],
    )
    const { captured } = await run('credential', 'list')
    expect(captured.stdout()).toMatch(/ nightly report .* 2999-01-31T00:00:00\.000Z/)
    const credentials = { tenantId: 'shop', authType: 'APIKEY', authValue: made.stdout().trim() }
    const at = async (moment: string) => {
      const platform = await createPlatform({ data, clock: { now: () => new Date(moment) } })
      try {
        return (await platform.authenticate(credentials)).account
      } finally {
        await platform.close()
      }
    }
    expect(await at('2999-01-30T23:59:59.999Z')).toBe('owner')
    await expect(at('2999-01-31T00:00:00Z')).rejects.toThrow('not known')
  })

  test.each([
    [['--expires', '2001-01-01'], 1, 'Expected a moment after'],
    [['--expires', '2027-02-30'], 2, 'such as 2027-01-31T12:00:00Z'],
    [['--expires', 'tomorrow'], 2, 'such as 2027-01-31T12:00:00Z'],
    [['--name', ' '], 1, '1 to 128 characters'],
    [['--name', 'x'.repeat(129)], 1, '1 to 128 characters'],
  ])('refuses %j', async (flags, exitCode, part) => {
    const made = await create('--account', 'owner', ...flags)
    expect(made.exitCode).toBe(exitCode)
    expect(made.captured.stderr()).toContain(part)
    expect(made.captured.stdout()).toBe('')
  })

  test('makes one for what was applied before, without the files', async () => {
    await create('--account', 'owner')
    const { exitCode, captured } = await run('credential', 'create', '--account', 'owner')
    expect(exitCode).toBe(0)
    expect(captured.stdout()).toMatch(/^[\w-]{32}\n$/)
  })

  test('says that there is no such tenant', async () => {
    await create('--account', 'owner')
    for (const what of [['list'], ['revoke', 'x'], ['create', '--account', 'owner']]) {
      const { exitCode, captured } = await run('credential', ...what, '--tenant', 'shpo')
      expect(exitCode).toBe(1)
      expect(captured.stderr()).toContain('Nothing was applied for the tenant "shpo" yet')
    }
  })

  test('says that nothing was applied yet, and that a store is needed', async () => {
    const empty = await run('credential', 'list')
    expect(empty.exitCode).toBe(1)
    expect(empty.captured.stderr()).toContain('apply a workspace first')
    const captured = captureEffects({ cwd })
    expect(await main(['credential', 'list'], captured.effects)).toBe(1)
    expect(captured.stderr()).toContain('--data DIR')
  })
})

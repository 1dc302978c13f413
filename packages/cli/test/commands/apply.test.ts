import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const fixtures = join(import.meta.dirname, '../fixtures')

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-'))
  for (const name of ['workspace.yaml', 'sales.csv']) {
    await writeFile(join(home, name), await readFile(join(fixtures, 'shop', name)))
  }
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function run(...argv: readonly string[]) {
  const captured = captureEffects({ cwd: home })
  const exitCode = await main([...argv, '--data', 'data'], captured.effects)
  return { exitCode, out: captured.stdout(), err: captured.stderr() }
}

async function change(from: string, to: string): Promise<void> {
  const file = join(home, 'workspace.yaml')
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

describe('tributary apply', () => {
  test('prints the difference, applies it, and has nothing more to do', async () => {
    const dry = await run('apply', '.', '--dry-run')
    expect(dry.exitCode).toBe(0)
    expect(dry.out).toMatch(/^\+ account owner\n/)
    expect(dry.out).toMatch(/\ntenant shop: \d+ added, 0 changed, 0 removed, 0 unchanged\n$/)
    const first = await run('apply', '.')
    expect(first.out).toBe(`${dry.out}applied\n`)
    const count = Number(/(\d+) added/.exec(dry.out)![1])
    const second = await run('apply', '.')
    expect(second.out).toBe(`tenant shop: 0 added, 0 changed, 0 removed, ${count} unchanged\n`)
  })

  test('names what is different', async () => {
    await run('apply', '.')
    await change('displayName: Owner', 'displayName: The owner')
    const { out } = await run('apply', '.')
    expect(out.split('\n')[0]).toBe('~ account owner')
    expect(out).toContain('0 added, 1 changed, 0 removed')
  })

  test('changes nothing for a workspace with mistakes', async () => {
    await run('apply', '.')
    await change('role: OWNER', 'role: OWNR')
    const { exitCode, err } = await run('apply', '.')
    expect(exitCode).toBe(1)
    expect(err).toContain('did you mean "OWNER"?')
  })

  test('needs a store that lasts', async () => {
    const captured = captureEffects({ cwd: home })
    expect(await main(['apply', '.'], captured.effects)).toBe(1)
    expect(captured.stderr()).toContain('--data DIR')
    expect(await main(['apply', '.', '--data', ''], captured.effects)).toBe(1)
    expect(await readdir(home)).toEqual(['sales.csv', 'workspace.yaml'])
  })
})

describe('tributary export', () => {
  test('writes files that apply takes back unchanged', async () => {
    await run('apply', '.')
    const { exitCode, out } = await run('export', 'written')
    expect(exitCode).toBe(0)
    expect(out).toBe(
      ['workspace', 'datasets', 'dimensions', 'metrics']
        .map((name) => `written/${name}.yaml\n`)
        .join(''),
    )
    expect((await run('apply', 'written')).out).toMatch(/: 0 added, 0 changed, 0 removed/)
  })

  test('writes over nothing, and says when there is nothing to write', async () => {
    const empty = await run('export', 'written')
    expect(empty.exitCode).toBe(1)
    expect(empty.err).toContain('apply a workspace first')
    await run('apply', '.')
    const taken = await run('export', '.')
    expect(taken.exitCode).toBe(1)
    expect(taken.err).toContain('contains workspace.yaml already')
    const wrong = await run('export', 'written', '--tenant', 'other')
    expect(wrong.exitCode).toBe(1)
    expect(wrong.err).toContain('"other"')
  })

  test('says that a folder cannot be written, and makes none without definitions', async () => {
    await run('export', 'written')
    expect(await readdir(home)).not.toContain('written')
    await run('apply', '.')
    const { exitCode, err } = await run('export', 'sales.csv')
    expect(exitCode).toBe(1)
    expect(err).toContain('Cannot write to the folder sales.csv: EEXIST')
    expect(err).toContain('CLI_FOLDER_UNWRITABLE')
  })
})

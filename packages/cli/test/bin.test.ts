import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { TRIBUTARY } from '../../../test/support/command.ts'

const cwd = fileURLToPath(new URL('fixtures', import.meta.url))
const BIN = [fileURLToPath(new URL('../bin/tributary.js', import.meta.url))]

function run(args: readonly string[], nodeOptions: readonly string[] = []) {
  return spawnSync(process.execPath, [...nodeOptions, ...BIN, ...args], {
    encoding: 'utf8',
  })
}

/** Makes the process believe that it runs on an older Node. */
const PRETEND_18 =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.4"}})'

describe('the bin', () => {
  test('runs the command and gives its exit code to the shell', () => {
    const help = run(['--help'])
    expect(help.stdout).toContain('Usage: tributary')
    expect(help.status).toBe(0)
    expect(run(['demolish']).status).toBe(2)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('ends a server with 0 on %s', async (signal) => {
    const child = spawn(process.execPath, [...TRIBUTARY, 'start', 'shop', '--port', '0'], { cwd })
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await ended).toEqual([0, null])
  })

  test('is silent when its reader goes away', async () => {
    const args = [...TRIBUTARY, 'lineage', 'METRIC', 'revenue', '--workspace', 'shop']
    const child = spawn(process.execPath, args, { cwd })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    expect(await once(child, 'close')).toEqual([0, null])
    expect(stderr).toBe('')
  })

  test.runIf(existsSync('/dev/full'))('says that the disk is full', () => {
    const args = [...TRIBUTARY, 'lineage', 'export', '--workspace', 'shop']
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^error: Cannot write the output: ENOSPC.*\n$/)
  })

  test('says which Node it needs and how to get it, installed or in a clone', () => {
    const { status, stdout, stderr } = run(['--help'], ['--import', PRETEND_18])
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'tributary needs Node 24 or newer and this is Node 18.20.4. ' +
        'Install it from https://nodejs.org; in a clone of the repository, `npx -y pnpm@12.21.0 demo` does so for you.\n',
    )
  })
})

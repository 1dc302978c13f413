import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '@tributary/cli/main'
import { systemClock } from '@tributary/core'
import { RIGHTS } from '@tributary/platform/internal'
import { toStatus } from '@tributary/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

const PAGE = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')

const WORKSPACE = `tenant: shop
accounts:
  - { account: ann, role: OWNER }
datasources:
  - { name: local, type: FILES, root: . }
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    columns:
      - { name: city, type: VARCHAR }
      - { name: amount, type: BIGINT }
dimensions:
  - { name: city, dataset: orders, column: city }
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
`

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-operations-'))
  await writeFile(join(home, 'orders.csv'), 'city,amount\nGhent,10\n')
  await writeFile(join(home, 'workspace.yaml'), WORKSPACE)
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** Runs a line of the page with the folders of this test. */
async function run(line: string, id = ''): Promise<string> {
  const words = line.replace(/^tributary /, '').split(' ')
  const places: Readonly<Record<string, string>> = {
    DIR: home,
    DATA: join(home, 'data'),
    NEW: join(home, 'new'),
    ID: id,
  }
  const said: string[] = []
  const complaints: string[] = []
  const output = (texts: string[]) => ({
    write: (text: string) => void texts.push(text),
    isTerminal: false,
    columns: null,
  })
  const exitCode = await main(
    words.map((word) => places[word] ?? word),
    {
      stdout: output(said),
      stderr: output(complaints),
      env: {},
      cwd: home,
      signal: new AbortController().signal,
      clock: systemClock,
      exitWithin: () => {},
    },
  )
  expect(complaints).toEqual([])
  expect(exitCode).toBe(0)
  return said.join('')
}

function blockWith(text: string): readonly string[] {
  const blocks = [...PAGE.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  return blocks
    .find((block) => block.includes(text))!
    .trim()
    .split('\n')
}

describe('docs/operations.md', () => {
  test('shows commands that work, in this order', async () => {
    const lines = blockWith('tributary export')
    expect(lines).toHaveLength(4)
    const [dry, apply, start, exported] = lines as [string, string, string, string]
    expect(await run(dry)).toContain('+ metric revenue')
    expect(await run(apply)).toMatch(/applied\n$/)
    expect(start).toBe('tributary start --data DATA')
    expect(await run(exported)).toContain('metrics.yaml')
    expect(await run(apply.replace('DIR', 'NEW'))).toMatch(/: 0 added, 0 changed, 0 removed/)
  })

  test('shows a difference as it is printed', async () => {
    await run('tributary apply DIR --data DATA')
    const more = '  - { name: order_count, type: ATOMIC, dataset: orders, aggregate: COUNT }\n'
    await writeFile(
      join(home, 'workspace.yaml'),
      `${WORKSPACE.replace("'[amount]'", "'[amount] * 2'")}${more}`,
    )
    const printed = (await run('tributary apply DIR --data DATA')).trim().split('\n')
    const withoutCount = (lines: readonly string[]) =>
      lines.map((line) => line.replace(/\d+ unchanged/, 'N unchanged')).toSorted()
    expect(withoutCount(printed)).toEqual(withoutCount(blockWith('~ metric revenue')))
  })

  test('shows how to make, list and revoke a secret', async () => {
    await run('tributary apply DIR --data DATA')
    const [create, list, revoke] = blockWith('credential list') as [string, string, string]
    expect(await run(create)).toMatch(/^[\w-]{32}\n$/)
    const id = (await run(list)).split('\n')[1]!.split(' ', 1)[0]!
    await run(revoke, id)
    expect((await run(list)).trim().split('\n')).toHaveLength(1)
  })

  test('tells what each role may do, as the table of the code does', () => {
    const rowOf = (begin: string) =>
      PAGE.split('\n')
        .find((line) => line.startsWith(`| ${begin}`))!
        .split('|')
        .slice(2, 5)
        .map((cell) => cell.trim() === 'yes')
    const roles = [RIGHTS.OWNER, RIGHTS.ADMIN, RIGHTS.USAGER]
    expect(rowOf('use: ')).toEqual(roles.map(({ canUsage }) => canUsage))
    for (const right of ['canEdit', 'canDelete', 'canAuth'] as const) {
      expect(rowOf('edit, ')).toEqual(roles.map((role) => role[right]))
    }
    expect(rowOf('transfer ownership')).toEqual(roles.map(({ canTransfer }) => canTransfer))
  })

  test('tells the status that a fault is answered with', () => {
    for (const [, status, code = ''] of PAGE.matchAll(/(\d{3}) `([A-Z_]+)`/g)) {
      expect(String(toStatus(code)), code).toBe(status)
    }
  })
})

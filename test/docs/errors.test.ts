import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '@tributary/cli/main'
import { systemClock } from '@tributary/core'
import { DIAGNOSTICS } from '@tributary/expression'
import { toStatus } from '@tributary/server'
import { describe, expect, test } from 'vitest'
import { interruptedError } from '../../packages/cli/src/errors.ts'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')

/** The rows of the page's tables: name, status (or exit code), and what to do. */
const ROWS = [...PAGE.matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, name = '', status = '', advice = '']) => ({ name, status, advice }),
)

const WARNINGS = new Set<string>(
  Object.values(DIAGNOSTICS)
    .filter((one) => one.severity === 'warning')
    .map((one) => one.name),
)

/** The codes of each package with an `errors.ts`, read from its closed union; expression takes its from DIAGNOSTICS. */
const CODES: ReadonlyMap<string, readonly string[]> = new Map(
  globSync('packages/*/src/{errors,*/errors}.ts', { cwd: ROOT }).map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const union = /export type \w+ErrorCode =((?:\s*\|?\s*'[A-Z_]+')+)/.exec(text)?.[1] ?? ''
    const name = path.split(/[\\/]/)[1]!
    const codes = [...union.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => code)
    return [name, name === 'expression' ? Object.values(DIAGNOSTICS).map((d) => d.name) : codes]
  }),
)

describe('the tables', () => {
  test('have every code of every package, and nothing else', () => {
    const known = [...CODES.values()].flat()
    expect(ROWS.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
  })

  test('cover every package that has error codes', () => {
    const empty = [...CODES].filter(([, codes]) => codes.length === 0).map(([name]) => name)
    expect(empty).toEqual(['core'])
  })

  const served = ROWS.filter(({ name }) => !/^(CLI|CLIENT)_/.test(name) && !WARNINGS.has(name))
  test.each(served)('have the status that $name is answered with', ({ name, status }) => {
    expect(status).toBe(String(toStatus(name)))
  })

  test('call a warning a warning', () => {
    const told = ROWS.filter(({ status }) => status === 'warning').map(({ name }) => name)
    expect(told.toSorted()).toEqual([...WARNINGS].toSorted())
  })

  test('say in a sentence what to do', () => {
    for (const { name, advice } of ROWS) expect(advice, name).toMatch(/^[A-Z`].*[.]$/)
  })
})

describe('on the command line', () => {
  /** The exit code and the standard error of a command; `reason` ends it before it begins. */
  async function run(args: readonly string[], reason?: Error) {
    let stderr = ''
    const quiet = { write: () => {}, isTerminal: false, columns: null }
    const write = (text: string): void => {
      stderr += text
    }
    const exitCode = await main(args, {
      stdout: quiet,
      stderr: { ...quiet, write },
      env: {},
      cwd: ROOT,
      signal: reason === undefined ? new AbortController().signal : AbortSignal.abort(reason),
      clock: systemClock,
      exitWithin: () => {},
    })
    return { exitCode: String(exitCode), stderr }
  }

  /** Runs a command on a workspace of one file. */
  async function runOn(workspace: string, args: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'tributary-docs-'))
    try {
      writeFileSync(join(folder, 'workspace.yaml'), workspace)
      return await run([...args, '--workspace', folder])
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  function exitCodesOf(code: string): readonly string[] {
    return ROWS.find(({ name }) => name === code)!.status.split(', ')
  }

  const lineage = ['lineage', 'METRIC', 'x']

  test.each([
    ['CLI_WORKSPACE_MISSING', () => run([...lineage, '--workspace', 'no/such/folder'])],
    ['CLI_WORKSPACE_INVALID', () => runOn('tenant: [', lineage)],
    ['CLI_NO_OWNER', () => runOn('tenant: empty', lineage)],
  ])('%s exits as the page says and shows its name', async (code, running) => {
    const { exitCode, stderr } = await running()
    expect(exitCodesOf(code)).toEqual([exitCode])
    expect(stderr).toContain(code)
  })

  test('an interruption exits as the page says and shows nothing', async () => {
    const codes: string[] = []
    for (const [by, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['a closed pipe', 0],
    ] as const) {
      const flights = ['lineage', 'METRIC', 'late_rate', '--workspace', 'examples/flights']
      const { exitCode, stderr } = await run(flights, interruptedError(by, code))
      expect(stderr).toBe('')
      codes.push(exitCode)
    }
    expect(exitCodesOf('CLI_INTERRUPTED')).toEqual(codes)
    const effects = readFileSync(join(ROOT, 'packages/cli/src/terminal/effects.ts'), 'utf8')
    expect(effects).toMatch(/'SIGINT', 130.*'SIGTERM', 143.*'a closed pipe', 0/s)
  })

  test('wrong usage exits with 2', async () => {
    expect((await run(['lineage'])).exitCode).toBe('2')
  })
})

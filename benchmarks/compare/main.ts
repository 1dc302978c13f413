import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machineLine } from '../measure/machine.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import { type Comparison, compareTimes, medianOf } from './verdict.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What runs in both versions, so that the cases are the same whatever the other commit has. */
const CASES = ['benchmarks/compare', 'benchmarks/measure'] as const
/** Processes of each version, in turn. */
const ROUNDS = 6

interface ComparedCase extends Comparison {
  readonly name: string
  readonly before: number
  readonly now: number
}

/** `pnpm bench compare REF`: the working tree against another commit, whose files are laid beside it for the time. */
function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [ref] = positionals
  if (ref === undefined || positionals.length > 1) {
    process.stderr.write('usage: pnpm bench compare REF [--json]\n')
    return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'tributary-compare-'))
  const other = join(folder, 'other')
  try {
    run('git', ['worktree', 'add', '--quiet', '--detach', other, ref])
    run('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'], other)
    for (const cases of CASES) cpSync(join(ROOT, cases), join(other, cases), { recursive: true })
    const compared = compareVersions(other)
    process.stdout.write(
      values.json ? `${JSON.stringify(compared, null, 2)}\n` : textOf(ref, compared),
    )
    return compared.some(({ verdict }) => verdict === 'slower') ? 1 : 0
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', other], { cwd: ROOT })
    rmSync(folder, { recursive: true, force: true })
  }
}

function compareVersions(other: string): readonly ComparedCase[] {
  const before: Times[] = []
  const now: Times[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Each version is first as often as second.
    const turns = [() => before.push(timesOf(other)), () => now.push(timesOf(ROOT))]
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) turn()
  }
  return Object.keys(now[0]!).map((name) => {
    const [first, second] = [before, now].map((rounds) => rounds.map((times) => times[name]!))
    const medians = { before: medianOf(first!), now: medianOf(second!) }
    return { name, ...medians, ...compareTimes(first!, second!) }
  })
}

/** Processor time by case, in milliseconds. */
type Times = Readonly<Record<string, number>>

function timesOf(version: string): Times {
  const flags = ['--conditions=@tributary/source', '--expose-gc']
  const script = join(version, 'benchmarks/compare/run-cases.ts')
  return JSON.parse(run(process.execPath, [...flags, script], version)) as Times
}

/** What a command prints. Throws when it fails. */
function run(command: string, options: readonly string[], cwd: string = ROOT): string {
  const { status, stdout, stderr } = spawnSync(command, options, { cwd, encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${command} ${options.join(' ')} ended with ${status}: ${stderr}${stdout}`)
}

function textOf(ref: string, compared: readonly ComparedCase[]): string {
  const rows = compared.map(({ name, before, now, ratio, verdict }) => {
    return [name, timeText(before), timeText(now), ratioText(ratio), verdict]
  })
  const table = tableText(['processor time of', ref, 'now', 'now of before', ''], rows)
  return `${machineLine()}\n\n${table}\n`
}

process.exitCode = main()

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CACHE, type EngineOfTests, installStep, startChild } from './engine.ts'

/** The package of the embedded ClickHouse: the engine without a server. */
const PACKAGE = 'chdb-core==26.9.0'
const HOME = join(CACHE, 'chdb-core-26.9.0')
const PYTHON = join(HOME, 'bin', 'python')
const SHIM = join(import.meta.dirname, 'clickhouse-shim.py')
const ADVICE = `The embedded ClickHouse needs Python 3.9 or later with venv, the package ${PACKAGE} from PyPI, and 600 MB on the disk.`

/**
 * The embedded ClickHouse, chDB, behind a small HTTP server of ours: the SQL and the types are those of ClickHouse, while
 * accounts, limits of users, progress and clusters are only in a real server.
 */
export const clickhouse: EngineOfTests = {
  name: 'clickhouse',
  isInstalled: () => existsSync(PYTHON),
  install: async (report) => {
    if (existsSync(PYTHON)) return
    report(`fetching ${PACKAGE}, 181 MB`)
    const partial = `${HOME}.${process.pid}`
    const python = join(partial, 'bin', 'python')
    // What it depends on is for data frames, which the shim does without.
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--no-deps', PACKAGE]
    try {
      await installStep({
        ...{ command: 'python3', args: ['-m', 'venv', partial], seconds: 120, advice: ADVICE },
      })
      await installStep({ command: python, args: pip, seconds: 600, advice: ADVICE })
      if (!existsSync(HOME)) renameSync(partial, HOME)
    } finally {
      rmSync(partial, { recursive: true, force: true })
    }
  },
  start: async () => {
    if (!existsSync(PYTHON))
      throw new Error('Run "pnpm engines up clickhouse" once, which fetches it.')
    const data = mkdtempSync(join(tmpdir(), 'tributary-clickhouse-'))
    let url = ''
    const { stop } = await startChild({
      ...{ command: PYTHON, args: [SHIM, data], seconds: 60 },
      isReady: (written) => {
        url = /^ready (http:\S+)$/m.exec(written)?.[1] ?? ''
        return url !== ''
      },
    })
    return {
      url,
      stop: async () => {
        await stop()
        rmSync(data, { recursive: true, force: true })
      },
    }
  },
}

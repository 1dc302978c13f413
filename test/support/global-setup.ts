import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { BUNDLE, buildCommand } from '../../packages/cli/build.ts'
import { ROOT } from './imports.ts'
import { POSTGRES_OF_RUN, startPostgresServer, type TestPostgresServer } from './postgres-server.ts'

let postgres: Promise<TestPostgresServer> | null = null

const door = createServer((_request, response) => {
  postgres ??= startPostgresServer()
  postgres.then(
    ({ url }) => response.end(url),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

/** A file system in memory that Linux mounts. */
const IN_MEMORY = '/dev/shm'
const ENOUGH = 4 * 2 ** 30
let folder: string | null = null

/**
 * Before all tests: bundles the command, which tests start in processes of its own; offers a PostgreSQL, which is started
 * for the first test that wants one; puts temporary folders into memory where there is room. Stores wait for the disk at
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
  process.env[POSTGRES_OF_RUN] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
}

/** After all tests. */
export async function teardown(): Promise<void> {
  door.close()
  await (await postgres)?.stop()
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

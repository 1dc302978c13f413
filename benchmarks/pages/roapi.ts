import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CACHE, installStep } from '../../test/engines/support/engine.ts'

/** An HTTP service over files, on DataFusion: https://github.com/roapi/roapi. */
const PACKAGE = 'roapi==0.12.7'
const HOME = join(CACHE, 'roapi-0.12.7')
const ADVICE = `The rival needs Python 3.9 or later with venv, and the package ${PACKAGE} from PyPI.`

/** Seconds that it may take to read its files. */
const PATIENCE = 120

/** A rival that answers SQL over HTTP. */
export interface Roapi {
  readonly port: number
  stop(): Promise<void>
}

/** Installs it on first use and starts it over the files, which it reads into memory. */
export async function startRoapi(files: Readonly<Record<string, string>>): Promise<Roapi> {
  await install()
  const folder = mkdtempSync(join(tmpdir(), 'tributary-roapi-'))
  const port = await freePort()
  const tables = Object.entries(files).map(([name, uri]) => ({ name, uri }))
  const config = join(folder, 'roapi.yml')
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ addr: { http: `127.0.0.1:${port}` }, tables }))
  const child = spawn(join(HOME, 'bin', 'roapi'), ['--config', config], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === PATIENCE || child.exitCode !== null) {
      await stop()
      throw new Error('ROAPI did not start')
    }
    await setTimeout(1_000)
  }
  return { port, stop }
}

/** The rows of a statement. */
export async function rowsOf({ port }: Roapi, sql: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/sql`, { method: 'POST', body: sql })
  if (!answer.ok) throw new Error(`ROAPI: ${await answer.text()}`)
  return answer.json()
}

async function install(): Promise<void> {
  if (existsSync(HOME)) return
  const partial = `${HOME}.${process.pid}`
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', PACKAGE]
  try {
    await installStep({
      ...{ command: 'python3', args: ['-m', 'venv', partial], seconds: 120, advice: ADVICE },
    })
    const command = join(partial, 'bin', 'python')
    await installStep({ command, args: pip, seconds: 300, advice: ADVICE })
    if (!existsSync(HOME)) renameSync(partial, HOME)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/schema`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  server.close()
  await once(server, 'close')
  return port
}

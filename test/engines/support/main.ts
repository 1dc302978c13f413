import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, engineUp, isAlive, stateFile } from './engine.ts'
import { ENGINES } from './engines.ts'

const USAGE = `Usage: pnpm engines up|down|status [${Object.keys(ENGINES).join('|')}]…`
/** Seconds that an engine may take to start. */
const START = 300

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Fetches and starts an engine that goes on when this process ends. */
async function up(name: string): Promise<void> {
  const known = engineUp(name)
  if (known !== null) return say(`${name}: up at ${known.url}`)
  const begun = Date.now()
  await ENGINES[name]!.install((line) => say(`${name}: ${line}`))
  mkdirSync(CACHE, { recursive: true })
  const log = join(CACHE, `${name}.log`)
  const out = openSync(log, 'w')
  const keeper = spawn(
    process.execPath,
    [...process.execArgv, import.meta.filename, 'keep', name],
    { detached: true, stdio: ['ignore', out, out] },
  )
  keeper.unref()
  for (let waited = 0; waited < START * 10; waited++) {
    const state = engineUp(name)
    if (state !== null) {
      return say(`${name}: up at ${state.url} after ${Math.round((Date.now() - begun) / 1000)} s`)
    }
    if (keeper.exitCode !== null) break
    await pause(100)
  }
  keeper.kill()
  throw new Error(`${name} did not start: ${readFileSync(log, 'utf8').slice(-2000)}`)
}

/** Runs an engine until this process is terminated. */
async function keep(name: string): Promise<void> {
  const server = await ENGINES[name]!.start()
  const file = stateFile(name)
  writeFileSync(file, JSON.stringify({ url: server.url, files: server.files, keeper: process.pid }))
  const alive = setInterval(() => {}, 60_000)
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  clearInterval(alive)
  await server.stop()
  rmSync(file, { force: true })
}

async function down(name: string): Promise<void> {
  const known = engineUp(name)
  if (known === null) return say(`${name}: down`)
  process.kill(known.keeper, 'SIGTERM')
  for (let waited = 0; waited < 300 && isAlive(known.keeper); waited++) await pause(100)
  if (isAlive(known.keeper)) throw new Error(`${name} does not stop: process ${known.keeper}.`)
  say(`${name}: down`)
}

async function status(name: string): Promise<void> {
  const known = engineUp(name)
  const rest = ENGINES[name]!.isInstalled() ? 'down' : 'not installed'
  say(known === null ? `${name}: ${rest}` : `${name}: up at ${known.url}`)
}

const COMMANDS: Readonly<Record<string, (name: string) => Promise<void>>> = {
  up,
  down,
  status,
  keep,
}

const [command = '', ...names] = process.argv.slice(2)
const wanted = names.length === 0 && command !== 'up' ? Object.keys(ENGINES) : names
const work = COMMANDS[command]
if (
  work === undefined ||
  wanted.length === 0 ||
  wanted.some((name) => !Object.hasOwn(ENGINES, name))
) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  for (const name of wanted) {
    try {
      await work(name)
    } catch (error) {
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`)
      process.exitCode = 1
    }
  }
}

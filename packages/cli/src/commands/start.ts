import { createPlatform } from '@tributary/platform'
import type { Command } from 'commander'
import { parseHost, parseOwnWorkers, parsePort } from '../flags/parse.ts'
import { addServeFlags, type ServeFlags, serveSettingsOf } from '../flags/serve.ts'
import { addStoreFlags, lastingStoreOf, type StoreFlags, storeOf } from '../flags/store.ts'
import { openWorkspace } from '../session/open-workspace.ts'
import { logFaults, serveUntilInterrupted } from '../session/serve.ts'
import type { Run } from '../terminal/run.ts'

interface StartOptions extends ServeFlags, StoreFlags {
  readonly port: number
  readonly host: string
  readonly trustProxy?: true
  readonly workers: number
}

const ABOUT_TRUST = `
About --trust-proxy:
  The headers "auth-type: UID" and "auth-type: ACCOUNT" only name somebody; anybody could send them.
  With --trust-proxy the server believes them. Use it only behind a proxy that knows who is asking and
  sets these headers itself, and let nobody reach the server but that proxy.`

const HINT =
  'hint: requests with auth-type ACCOUNT or UID are refused; make a secret with `tributary credential create`, or see --trust-proxy in `tributary start --help`'

const NOTHING_HINT =
  'hint: nothing was applied in this store yet, so every request is refused; give it definitions with `tributary apply DIR`, or check where the store is'

/** Adds `tributary start DIR`, which serves a workspace until it is ended. */
export function addStart(program: Command, run: Run): void {
  const command = program
    .command('start')
    .description('serve the HTTP API of a workspace')
    .argument('[dir]', 'the folder with the YAML files; without it, what was applied to the store')
    .option('--port <n>', 'the port to listen on, 0 for any free one', parsePort, 8080)
    .option('--host <address>', 'the address to listen on', parseHost, '127.0.0.1')
    .option('--workers <n>', 'how many task instances to work on, 0 for none', parseOwnWorkers, 2)
    .option('--trust-proxy', 'believe the headers that name a caller (see below)')
    .addHelpText('after', ABOUT_TRUST)
    .action((folder: string | undefined, options: StartOptions) => start(folder, options, run))
  addStoreFlags(command)
  addServeFlags(command)
}

async function start(folder: string | undefined, options: StartOptions, run: Run): Promise<void> {
  const { effects, progress } = run
  const place =
    folder === undefined ? lastingStoreOf(options, effects.cwd) : storeOf(options, effects.cwd)
  if (folder !== undefined) progress.show('reading the workspace')
  const workspace =
    folder === undefined ? {} : { workspace: await openWorkspace(folder, effects.cwd) }
  const platform = await createPlatform({
    ...place,
    ...workspace,
    trustIdentityHeaders: options.trustProxy === true,
    workers: options.workers,
    onProgress: progress.show,
    ...(options.log !== 'silent' && { onFault: logFaults(effects.stderr) }),
  })
  progress.clear()
  try {
    await platform.openTenants()
    if (!options.trustProxy) effects.stderr.write(`${HINT}\n`)
    if ((await platform.tenants()).length === 0) effects.stderr.write(`${NOTHING_HINT}\n`)
    const { host, port } = options
    const settings = serveSettingsOf(options)
    await serveUntilInterrupted({ platform, host, port, effects, settings })
  } finally {
    await platform.close()
  }
}

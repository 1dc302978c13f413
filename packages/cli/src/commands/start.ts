import { createPlatform } from '@tributary/platform'
import type { Command } from 'commander'
import { parseHost, parseOwnWorkers, parsePort } from '../flags/parse.ts'
import { addServeFlags, type ServeFlags, serveSettingsOf } from '../flags/serve.ts'
import { addStoreFlags, requiredStoreOf, type StoreFlags, storeOf } from '../flags/store.ts'
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
  The headers "auth-type: UID" and "auth-type: ACCOUNT" name a caller without proof; anyone can send them.
  With --trust-proxy the server trusts them. Use it only behind a proxy that authenticates callers and sets
  these headers itself, and make sure that the server can be reached through that proxy only.`

const HINT =
  'hint: requests with auth-type ACCOUNT or UID are refused. Callers need a secret: create one with `tributary credential create`, or see --trust-proxy in `tributary start --help`'

const NOTHING_HINT =
  'hint: the store has no definitions yet, so every request is refused. Add some with `tributary apply DIR`, or check --data or --store'

/** Adds `tributary start [DIR]`, which serves the HTTP API until it is interrupted. */
export function addStart(program: Command, run: Run): void {
  const command = program
    .command('start')
    .description('serve the HTTP API')
    .argument(
      '[dir]',
      'folder with the YAML files; without it, the definitions in the store are served',
    )
    .option('--port <n>', 'port to listen on; 0 picks a free port', parsePort, 8080)
    .option('--host <address>', 'address to listen on', parseHost, '127.0.0.1')
    .option('--workers <n>', 'task instances to run at once; 0 for none', parseOwnWorkers, 2)
    .option('--trust-proxy', 'trust the identity headers set by a proxy (see below)')
    .addHelpText('after', ABOUT_TRUST)
    .action((folder: string | undefined, options: StartOptions) => start(folder, options, run))
  addStoreFlags(command)
  addServeFlags(command)
}

async function start(folder: string | undefined, options: StartOptions, run: Run): Promise<void> {
  const { effects, progress } = run
  const place =
    folder === undefined ? requiredStoreOf(options, effects.cwd) : storeOf(options, effects.cwd)
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

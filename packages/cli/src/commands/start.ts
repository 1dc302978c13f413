import { createPlatform } from '@tributary/platform'
import type { Command } from 'commander'
import { openWorkspace } from '../open-workspace.ts'
import { parsePort } from '../options.ts'
import type { Run } from '../run.ts'
import { serveUntilInterrupted } from '../serve-until-interrupted.ts'

interface StartOptions {
  readonly port: number
  readonly host: string
  readonly data?: string
  readonly trustProxy?: true
}

const ABOUT_TRUST = `
About --trust-proxy:
  The headers "auth-type: UID" and "auth-type: ACCOUNT" only name somebody; anybody could send them.
  With --trust-proxy the server believes them. Use it only behind a proxy that knows who is asking and
  sets these headers itself, and let nobody reach the server but that proxy.`

const HINT =
  'hint: requests with auth-type ACCOUNT or UID are refused; make a secret with `tributary credential create`, or see --trust-proxy in `tributary start --help`'

/** Adds `tributary start DIR`, which serves a workspace until it is ended. */
export function addStart(program: Command, run: Run): void {
  program
    .command('start')
    .description('serve the HTTP API of a workspace')
    .argument('<dir>', 'the folder with the YAML files')
    .option('--port <n>', 'the port to listen on, 0 for any free one', parsePort, 8080)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--data <dir>', 'the folder for what the service remembers')
    .option('--trust-proxy', 'believe the headers that name a caller (see below)')
    .addHelpText('after', ABOUT_TRUST)
    .action((folder: string, options: StartOptions) => start(folder, options, run))
}

async function start(folder: string, options: StartOptions, run: Run): Promise<void> {
  const { effects, progress } = run
  progress.show('reading the workspace')
  const workspace = await openWorkspace(folder, effects.cwd)
  const platform = await createPlatform({
    workspace,
    trustIdentityHeaders: options.trustProxy === true,
    onProgress: progress.show,
    ...(options.data === undefined ? {} : { data: options.data }),
  })
  progress.clear()
  try {
    if (!options.trustProxy) effects.stderr.write(`${HINT}\n`)
    await serveUntilInterrupted({ platform, host: options.host, port: options.port, effects })
  } finally {
    await platform.close()
  }
}

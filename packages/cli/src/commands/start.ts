import { createPlatform } from '@tributary/platform'
import type { Command } from 'commander'
import { addIssuerFlag, type IssuerFlags, readTokenIssuers } from '../flags/issuers.ts'
import { addLimitFlags, type LimitFlags, toLimitOptions } from '../flags/limits.ts'
import { parseHost, parseOwnWorkers, parsePort } from '../flags/parse.ts'
import { addServeFlags, type ServeFlags, toServeSettings } from '../flags/serve.ts'
import {
  addStoreFlags,
  requireStoreOptions,
  type StoreFlags,
  toStoreOptions,
} from '../flags/store.ts'
import { addTrustFlags, readTrustedProxy, type TrustFlags } from '../flags/trusted-proxy.ts'
import { openWorkspace } from '../session/open-workspace.ts'
import { logFaults, serveUntilInterrupt } from '../session/serve.ts'
import type { Run } from '../terminal/run.ts'

interface StartOptions extends ServeFlags, LimitFlags, StoreFlags, TrustFlags, IssuerFlags {
  readonly port: number
  readonly host: string
  readonly workers: number
}

const HINT =
  'hint: requests with auth-type ACCOUNT or UID are refused. Callers need a secret: create one with `tributary credential create`, or see --trust-proxy in `tributary start --help`'

const NOTHING_HINT =
  'hint: the store has no definitions yet, so every request is refused. Add some with `tributary apply DIR`, or check --data or --store'

/** Adds `tributary start [DIR]`, which serves the HTTP API until it is interrupted. */
export function addStart(command: Command, run: Run): void {
  command
    .argument(
      '[dir]',
      'folder with the YAML files; without it, the definitions in the store are served',
    )
    .option('--port <n>', 'port to listen on; 0 picks a free port', parsePort, 8080)
    .option('--host <address>', 'address to listen on', parseHost, '127.0.0.1')
    .option('--workers <n>', 'task instances to run at once; 0 for none', parseOwnWorkers, 2)
    .action((folder: string | undefined, options: StartOptions) => start(folder, options, run))
  addStoreFlags(command)
  addServeFlags(command)
  addLimitFlags(command)
  addTrustFlags(command)
  addIssuerFlag(command)
}

async function start(folder: string | undefined, options: StartOptions, run: Run): Promise<void> {
  const { effects, progress } = run
  const trustedProxy = await readTrustedProxy(options, options.host, effects)
  const issuers = await readTokenIssuers(options, effects)
  const place =
    folder === undefined
      ? requireStoreOptions(options, effects.cwd)
      : toStoreOptions(options, effects.cwd)
  if (folder !== undefined) progress.show('reading the workspace')
  const workspace =
    folder === undefined ? {} : { workspace: await openWorkspace(folder, effects.cwd) }
  const platform = await createPlatform({
    ...place,
    ...workspace,
    ...toLimitOptions(options),
    trustIdentityHeaders: trustedProxy !== undefined,
    issuers,
    workers: options.workers,
    onProgress: progress.show,
    ...(options.log !== 'silent' && { onFault: logFaults(effects.stderr) }),
  })
  progress.clear()
  try {
    await platform.openTenants()
    if (trustedProxy === undefined && issuers.length === 0) effects.stderr.write(`${HINT}\n`)
    if ((await platform.tenants()).length === 0) effects.stderr.write(`${NOTHING_HINT}\n`)
    const { host, port } = options
    const settings = { ...toServeSettings(options), ...(trustedProxy && { trustedProxy }) }
    await serveUntilInterrupt({ platform, host, port, effects, settings })
  } finally {
    await platform.close()
  }
}

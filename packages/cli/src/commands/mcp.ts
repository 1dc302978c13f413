import { TributaryError } from '@tributary/core'
import { createPlatform, type Platform } from '@tributary/platform'
import type { Command } from 'commander'
import { accountMissingError, createCliError } from '../errors.ts'
import { parseHost, parsePort } from '../flags/parse.ts'
import { addUrlFlags, readService, type ServiceFlags } from '../flags/service.ts'
import {
  addStoreFlags,
  requireStoreOptions,
  type StoreFlags,
  toStoreOptions,
} from '../flags/store.ts'
import type { McpOptions, McpSession } from '../mcp/create-server.ts'
import { findOwnerCredentials } from '../session/ask-as-owner.ts'
import { openWorkspace } from '../session/open-workspace.ts'
import { openPlatformSession } from '../session/platform-session.ts'
import { openService } from '../session/question-session.ts'
import { createServiceOperations } from '../session/service-operations.ts'
import { waitForInterrupt } from '../terminal/effects.ts'
import type { Run } from '../terminal/run.ts'
import { readVersion } from '../version.ts'

interface McpFlags extends StoreFlags, ServiceFlags {
  readonly http?: true
  readonly port: number
  readonly host: string
}

const HELP = `
Example, in the settings of a program that starts servers over stdio:
  { "command": "tributary", "args": ["mcp", "/path/to/workspace", "--account", "ann"] }`

/** Adds `tributary mcp [DIR]`, which serves read-only tools for models by the Model Context Protocol. */
export function addMcp(command: Command, run: Run): void {
  command
    .argument(
      '[dir]',
      'folder with the YAML files; without it, the definitions in the store or those of the service of --url',
    )
    .option(
      '--account <name>',
      'account whose rights the tools have; by default the first OWNER of dir',
    )
    .option('--tenant <name>', 'tenant: of the service of --url, or when the store has several')
    .option('--http', 'serve streamable HTTP on this machine instead of stdio')
    .option('--port <n>', 'port of --http; 0 picks a free port', parsePort, 8090)
    .option(
      '--host <address>',
      'address of --http: 127.0.0.1, ::1 or localhost',
      parseHost,
      '127.0.0.1',
    )
    .addHelpText('after', HELP)
    .action((folder: string | undefined, options: McpFlags) => mcp(folder, options, run))
  addUrlFlags(addStoreFlags(command))
}

async function mcp(folder: string | undefined, flags: McpFlags, run: Run): Promise<void> {
  const { effects } = run
  if (flags.http && !isLoopback(flags.host))
    throw createCliError('notLoopback', { host: flags.host })
  const { data, store } = flags
  const service = await readService(flags, { workspace: folder, data, store }, effects)
  if (service !== null) {
    const session = openService(createServiceOperations(service), run)
    await session.operations.caller({ signal: effects.signal })
    const { authType, authValue, tenantId } = service.credentials
    const name = authType === 'ACCOUNT' ? authValue : `a key of ${tenantId}`
    return serveTools({ name, openSession: async () => session }, flags, run)
  }
  await withPlatform(folder, flags, run, async ({ platform, account, tenant }) => {
    const credentials = { tenantId: tenant, authType: 'ACCOUNT', authValue: account }
    const onPartFailed = createFaultReport(effects)
    const session = { platform, credentials, clock: effects.clock, onPartFailed }
    const openSession = (): Promise<McpSession> => openPlatformSession(session)
    await openSession()
    await serveTools({ name: account, openSession }, flags, run)
  })
}

interface OpenPlatform {
  readonly platform: Platform
  readonly account: string
  readonly tenant: string
}

/** Opens the platform and says as which account the tools answer; closes it in any case. */
async function withPlatform(
  folder: string | undefined,
  flags: McpFlags,
  { effects, progress }: Run,
  use: (open: OpenPlatform) => Promise<void>,
): Promise<void> {
  const place =
    folder === undefined
      ? requireStoreOptions(flags, effects.cwd)
      : toStoreOptions(flags, effects.cwd)
  // A store that outlives the command takes no definitions whose data was not looked at.
  const seeksData = 'data' in place || 'store' in place
  const workspace =
    folder === undefined ? null : await openWorkspace(folder, effects.cwd, { seeksData })
  const platform = await createPlatform({
    ...place,
    ...(workspace && { workspace, checksSources: seeksData }),
    trustIdentityHeaders: true,
    onProgress: progress.show,
  })
  progress.clear()
  try {
    const usual =
      workspace && flags.account === undefined ? findOwnerCredentials(workspace, folder!) : null
    const tenants = workspace === null ? await platform.tenants() : [workspace.tenant]
    const account = flags.account ?? usual?.authValue
    const tenant = flags.tenant ?? (tenants.length === 1 ? tenants[0] : undefined)
    if (account === undefined || tenant === undefined) throw accountMissingError(tenants)
    await use({ platform, account, tenant })
  } finally {
    await platform.close()
  }
}

async function serveTools(
  { name, openSession }: Pick<McpOptions, 'openSession'> & { readonly name: string },
  { http, host, port }: McpFlags,
  { effects }: Run,
): Promise<void> {
  const onFault = createFaultReport(effects)
  const options: McpOptions = { version: readVersion(), openSession, onFault }
  // The protocol is loaded only by this command.
  if (http) {
    const { serveMcpHttp } = await import('../mcp/serve-http.ts')
    const server = await serveMcpHttp(options, { host, port })
    effects.stdout.write(`listening on ${server.url} as ${name}\n`)
    await waitForInterrupt(effects.signal)
    await server.close()
    return
  }
  const { serveMcpStdio } = await import('../mcp/serve-stdio.ts')
  await serveMcpStdio(options, effects.signal)
}

function createFaultReport({ stderr }: Run['effects']): (error: unknown) => void {
  return (error) => stderr.write(`error: a tool failed: ${withCauses(error)}\n`)
}

/** An error with its code and stack, and those of its causes. */
function withCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = error instanceof TributaryError ? ` (${error.code})` : ''
  const cause = error.cause === undefined ? '' : `\nCaused by: ${withCauses(error.cause)}`
  return `${error.stack ?? error.message}${code}${cause}`
}

function isLoopback(host: string): boolean {
  return ['127.0.0.1', '::1', 'localhost'].includes(host.toLowerCase())
}

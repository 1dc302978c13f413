import { hostname } from 'node:os'
import type { Credentials, Platform } from '@tributary/platform'
import type { OnFault } from '@tributary/platform/internal'
import { serve, THIS_MACHINE } from '@tributary/server'
import type { ServeSettings } from '../flags/serve.ts'
import { type Effects, type Output, waitForInterrupt } from '../terminal/effects.ts'

/** Options of {@link serveUntilInterrupt}. */
export interface ServeOptions {
  readonly platform: Platform
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly effects: Effects
  /** Limits and log. @defaultValue the server's limits, a log of faults only */
  readonly settings?: ServeSettings
  /**
   * Called with the address when the server listens, before it is printed. Resolves to the path of the web page to name;
   * to nothing for its first page.
   */
  readonly onListening?: (url: string) => Promise<string | undefined>
}

/**
 * Serves the API and prints `listening on http://HOST:PORT`, and the address of the web page where it is served. Resolves when the user has interrupted it and the server
 * is closed; rejects with one sentence when the port is in use.
 */
export async function serveUntilInterrupt(options: ServeOptions): Promise<void> {
  const { platform, host, port, effects, settings = {} } = options
  const { logLevel = 'error', ...limits } = settings
  effects.signal.throwIfAborted()
  const server = await serve({
    platform,
    host,
    port,
    closeTimeout: CLOSE_TIMEOUT,
    ...limits,
    logger: { level: logLevel, stream: effects.stderr },
  })
  try {
    const page = (await options.onListening?.(server.url)) ?? '/explorer'
    effects.stdout.write(`listening on ${server.url}\n`)
    if (limits.explorer) effects.stdout.write(`web page: ${server.url}${page}\n`)
    await waitForInterrupt(effects.signal)
    // Half of the second is for the connections and the store, the other half for the system to take back the memory.
    effects.exitWithin((limits.closeTimeout ?? CLOSE_TIMEOUT) + 500)
  } finally {
    await server.close()
  }
}

/** The address of this machine, which no other machine reaches. */
export const LOOPBACK = '127.0.0.1'

/** Options of {@link servePage}. */
export interface PageOptions extends Pick<ServeOptions, 'port' | 'onListening'> {
  /** The account that the page asks as. */
  readonly credentials: Credentials
}

/** Serves the API and the web page to this machine alone, so the page names its account without a secret; see {@link serveUntilInterrupt}. */
export async function servePage(
  platform: Platform,
  { credentials, ...options }: PageOptions,
  effects: Effects,
): Promise<void> {
  const { tenantId, authValue } = credentials
  await serveUntilInterrupt({
    ...options,
    platform,
    host: LOOPBACK,
    effects,
    settings: {
      trustedProxy: THIS_MACHINE,
      explorer: { caller: { tenantId, authType: 'ACCOUNT', authValue } },
    },
  })
}

/** How long running requests may take at the end where nothing else is said, in milliseconds. */
const CLOSE_TIMEOUT = 10_000

/** The level `error` of pino, which writes the server's log. */
const ERROR = 50

/** Creates a listener that writes each background fault as a line of JSON, in the format of the server's log. */
export function logFaults(stderr: Pick<Output, 'write'>): OnFault {
  return ({ message, tenant, plan, table, scheduleTime, error }) => {
    const fault = {
      level: ERROR,
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
      tenant,
      ...(plan !== null && { plan }),
      ...(table !== null && { table }),
      scheduleTime,
      ...(error instanceof Error && { err: toErrorFields(error) }),
      msg: message,
    }
    stderr.write(`${JSON.stringify(fault)}\n`)
  }
}

function toErrorFields(error: Error): Readonly<Record<string, unknown>> {
  const code = 'code' in error ? { code: error.code } : {}
  return { type: error.name, ...code, message: error.message, stack: error.stack }
}

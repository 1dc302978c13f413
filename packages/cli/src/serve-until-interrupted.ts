import type { Platform } from '@tributary/platform'
import { serve } from '@tributary/server'
import type { Effects } from './effects.ts'
import { interrupted } from './interrupted.ts'
import type { ServeSettings } from './serve-flags.ts'

/** What to serve, and where. */
export interface ServeOptions {
  readonly platform: Platform
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly effects: Effects
  /** Limits and log. @defaultValue the server's limits, a log of faults alone */
  readonly settings?: ServeSettings
  /** Called with the address when the server takes requests, before the line that says so. */
  readonly onListening?: (url: string) => void
}

/**
 * Serves the API, prints `listening on http://HOST:PORT`, and resolves when the person has ended it and
 * the server is closed. A port in use rejects with one sentence.
 */
export async function serveUntilInterrupted(options: ServeOptions): Promise<void> {
  const { platform, host, port, effects, settings = {} } = options
  const { logLevel = 'error', ...limits } = settings
  effects.signal.throwIfAborted()
  const server = await serve({
    platform,
    host,
    port,
    ...limits,
    logger: { level: logLevel, stream: effects.stderr },
  })
  try {
    options.onListening?.(server.url)
    effects.stdout.write(`listening on ${server.url}\n`)
    await interrupted(effects.signal)
  } finally {
    await server.close()
  }
}

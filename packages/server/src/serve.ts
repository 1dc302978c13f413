import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import { cannotListenError, portInUseError, ServerError } from './errors.ts'

/** Options of {@link serve}. */
export interface ServeOptions extends AppOptions {
  /** Address to listen on. @defaultValue 127.0.0.1 */
  readonly host?: string
  /** Port; 0 for any free one. */
  readonly port: number
  /** How long `close` waits for running requests, in milliseconds; then it cuts their connections. @defaultValue 10,000 */
  readonly closeTimeout?: number
}

/** A server that listens. */
export interface Served {
  /** Its address, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /**
   * Stops listening, answers the running requests, and resolves when the last answer is sent. Connections that are idle
   * or send no more of a request do not delay it. Requests that take longer than `closeTimeout` are aborted. Does not close the platform. A second call changes nothing.
   */
  close(): Promise<void>
}

/**
 * Starts a server for the application of {@link createApp}. Rejects with `SERVER_PORT_IN_USE`,
 * `SERVER_CANNOT_LISTEN` or `SERVER_INVALID_PROXY`.
 *
 * @example
 * ```ts
 * import { createPlatform } from '@tributary/platform'
 * import { serve } from '@tributary/platform/server'
 *
 * const platform = await createPlatform({})
 * const server = await serve({ platform, port: 0 })
 * const answer = await fetch(`${server.url}/healthz`)
 * answer.status // => 200
 * await server.close()
 * await platform.close()
 * ```
 */
export async function serve({
  host = '127.0.0.1',
  port,
  closeTimeout = 10_000,
  ...options
}: ServeOptions): Promise<Served> {
  const app = createApp(options)
  try {
    const url = await app.listen({ host, port })
    return { url, close: () => closeWithin(app, closeTimeout) }
  } catch (error) {
    await app.close()
    if (error instanceof ServerError) throw error
    const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    throw inUse ? portInUseError(host, port, error) : cannotListenError(host, port, error)
  }
}

/** Closing a connection aborts the signal of its request, which ends its query. */
async function closeWithin(app: FastifyInstance, limit: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), limit)
  try {
    await app.close()
  } finally {
    clearTimeout(timer)
  }
}

import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import { cannotListen, portInUse } from './errors.ts'

/** Where to listen, and what with. */
export interface ServeOptions extends AppOptions {
  /** Address of the interface. @defaultValue 127.0.0.1 */
  readonly host?: string
  /** Port; 0 for any free one. */
  readonly port: number
  /** How long `close` waits for what runs, in milliseconds; then connections are cut. @defaultValue 10,000 */
  readonly closeTimeout?: number
}

/** A server that listens. */
export interface Served {
  /** Where, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /**
   * Stops listening, answers the requests that run, and resolves when the last connection is closed. What
   * takes longer than `closeTimeout` is stopped. Does not close the platform. Closing twice is closing once.
   */
  close(): Promise<void>
}

/**
 * Serves the app of {@link createApp}. Rejects with `SERVER_PORT_IN_USE` or `SERVER_CANNOT_LISTEN`.
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
    const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    throw inUse ? portInUse(host, port, error) : cannotListen(host, port, error)
  }
}

/** Cutting a connection aborts the signal of its request, and so ends the query behind it. */
async function closeWithin(app: FastifyInstance, limit: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), limit)
  try {
    await app.close()
  } finally {
    clearTimeout(timer)
  }
}

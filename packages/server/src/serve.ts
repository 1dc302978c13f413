import { type AppOptions, createApp } from './app.ts'
import { cannotListen, portInUse } from './errors.ts'

/** Where to listen, and what with. */
export interface ServeOptions extends AppOptions {
  /** Address of the interface. @defaultValue 127.0.0.1 */
  readonly host?: string
  /** Port; 0 for any free one. */
  readonly port: number
}

/** A server that listens. */
export interface Served {
  /** Where, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Stops listening once running requests have been answered. Does not close the platform. */
  close(): Promise<void>
}

/**
 * Serves the app of {@link createApp}. Rejects with `SERVER_PORT_IN_USE` or `SERVER_CANNOT_LISTEN`.
 */
export async function serve({
  host = '127.0.0.1',
  port,
  ...options
}: ServeOptions): Promise<Served> {
  const app = createApp(options)
  try {
    const url = await app.listen({ host, port })
    return { url, close: () => app.close() }
  } catch (error) {
    await app.close()
    const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    throw inUse ? portInUse(host, port, error) : cannotListen(host, port, error)
  }
}

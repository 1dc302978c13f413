import { join } from 'node:path'
import { createPlatform, type Platform, type PlatformOptions } from '@tributary/platform'
import { type Served, type ServeOptions, serve } from '@tributary/server'
import { ROOT } from './imports.ts'

/** The folder of the sample workspace. */
export const FLIGHTS: string = join(ROOT, 'examples/flights')

/** The folder of the data that the sample workspace reads, as npm ships it. */
export const VEGA_DATA: string = join(FLIGHTS, 'node_modules/vega-datasets/data')

/** The headers that the demo accepts. */
export const DEMO_HEADERS = {
  'tenant-id': 'demo',
  'auth-type': 'ACCOUNT',
  'auth-value': 'demo',
} as const

/** The sample workspace, served on a free port. */
export interface ServedFlights {
  readonly platform: Platform
  readonly url: string
  /** Asks with the demo's headers; `body` makes it a POST. */
  ask(path: string, body?: unknown): Promise<Answer>
  close(): Promise<void>
}

/** An answer, its body read as JSON. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  readonly body: any
}

/** Serves the sample workspace as the demo does. */
export async function serveFlights({
  explorer = false,
  ...options
}: Pick<PlatformOptions, 'clock'> & Pick<ServeOptions, 'explorer'> = {}): Promise<ServedFlights> {
  const all = { workspace: FLIGHTS, trustIdentityHeaders: true, ...options }
  const platform = await createPlatform(all)
  const serving: Served = await serve({ platform, host: '127.0.0.1', port: 0, explorer })
  return {
    platform,
    url: serving.url,
    ask: async (path, body) => {
      const response = await fetch(`${serving.url}${path}`, {
        ...(body === undefined
          ? { headers: DEMO_HEADERS }
          : {
              method: 'POST',
              headers: { ...DEMO_HEADERS, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
      })
      return { status: response.status, body: await response.json() }
    },
    close: async () => {
      await serving.close()
      await platform.close()
    },
  }
}

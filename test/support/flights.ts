import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPlatform, type Platform, type PlatformOptions } from '@tributary/platform'
import { type Served, type ServeOptions, serve, THIS_MACHINE } from '@tributary/server'
import { queryRows } from './duckdb.ts'
import { folderOf } from './folder-of.ts'
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

/**
 * Writes the sample workspace with every tenth flight, for what does not depend on how many there are: a question takes
 * a tenth of the time. The file is still large enough to be brought into memory. `remove` takes the folder away again.
 */
export async function fewerFlights(): Promise<{
  readonly folder: string
  remove(): Promise<void>
}> {
  const workspace = readFileSync(join(FLIGHTS, 'workspace.yaml'), 'utf8')
  const made = await folderOf({ 'workspace.yaml': workspace.replace(/root: .*/, 'root: .') })
  copyFileSync(join(VEGA_DATA, 'airports.csv'), join(made.folder, 'airports.csv'))
  const file = 'flights-3m.parquet'
  const all = `read_parquet('${join(VEGA_DATA, file)}', file_row_number = true)`
  const some = `SELECT * EXCLUDE (file_row_number) FROM ${all} WHERE file_row_number % 10 = 0`
  await queryRows(`COPY (${some}) TO '${join(made.folder, file)}' (FORMAT PARQUET)`)
  return made
}

/** Serves the sample workspace as the demo does, or another folder. */
export async function serveFlights({
  explorer = false,
  ...options
}: Pick<PlatformOptions, 'clock' | 'workers' | 'workspace'> &
  Pick<ServeOptions, 'explorer'> = {}): Promise<ServedFlights> {
  const all = { workspace: FLIGHTS, trustIdentityHeaders: true, ...options }
  const platform = await createPlatform(all)
  const serving: Served = await serve({
    platform,
    port: 0,
    trustedProxy: THIS_MACHINE,
    explorer,
  })
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

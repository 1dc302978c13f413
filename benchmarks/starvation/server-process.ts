import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { loadWorkspace } from '@tributary/catalog'
import { createPlatform } from '@tributary/platform'
import { serve } from '@tributary/server'
import { answerCalls } from '../measure/called-process.ts'

/** Where the service listens, and the secrets of its callers. */
export interface ServerReady {
  readonly port: number
  readonly owner: string
  readonly viewer: string
}

/** What the process has used since {@link ServerCalls.reset}. */
export interface ServerUsage {
  /** Milliseconds of processor time, those of the engine's threads included. */
  readonly cpu: number
  /** The longest interval between two turns of the event loop, in milliseconds. */
  readonly longestTurn: number
  readonly residentBytes: number
}

/** What the process does when it is called. */
export type ServerCalls = {
  open(_: null): Promise<ServerReady>
  reset(_: null): void
  usage(_: null): ServerUsage
}

const FLIGHTS = fileURLToPath(new URL('../../examples/flights', import.meta.url))

/** What the viewer asks for; each is a right of its own. */
const SHOWN = [
  'origin',
  'destination',
  'origin_city',
  'origin_state',
  'destination_state',
  'distance_band',
]

const delay = monitorEventLoopDelay({ resolution: 1 })
let before = process.cpuUsage()

/** As `tributary start examples/flights --data …` serves, with a right of the viewer to each of six dimensions. */
async function open(): Promise<ServerReady> {
  const data = mkdtempSync(join(tmpdir(), 'tributary-bench-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
  const flights = await loadWorkspace(FLIGHTS)
  const granted = new Set(
    flights.grants.flatMap((one) => (one.account === 'viewer' ? [one.resource.name] : [])),
  )
  const shown = SHOWN.filter((name) => !granted.has(name)).map((name) => ({
    account: 'viewer',
    role: 'USAGER' as const,
    resource: { type: 'DIMENSION' as const, name },
    expires: null,
  }))
  const platform = await createPlatform({
    workspace: { ...flights, grants: [...flights.grants, ...shown] },
    data,
  })
  const secretOf = (account: string) => platform.createCredential({ account, kind: 'APIKEY' })
  const [owner, viewer] = [await secretOf('demo'), await secretOf('viewer')]
  const logger = { level: 'info', stream: { write: () => {} } }
  const server = await serve({ platform, port: 0, logger, answerTimeout: 600_000 })
  delay.enable()
  return { port: Number(new URL(server.url).port), owner, viewer }
}

answerCalls({
  open,
  reset: () => {
    delay.reset()
    before = process.cpuUsage()
  },
  usage: () => {
    const { user, system } = process.cpuUsage(before)
    const longestTurn = delay.max / 1e6
    return { cpu: (user + system) / 1_000, longestTurn, residentBytes: process.memoryUsage.rss() }
  },
} satisfies ServerCalls)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadWorkspace } from '@tributary/catalog'
import { countWaitingJobs } from '@tributary/core/internal'
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
  /** Milliseconds that the garbage collector has stopped the process, and the longest time at once. */
  readonly collector: { readonly all: number; readonly longest: number }
  readonly residentBytes: number
}

/** What the process does when it is called. */
export type ServerCalls = {
  open(_: null): Promise<ServerReady>
  reset(_: null): void
  usage(_: null): ServerUsage
  settled(_: null): Promise<void>
  untilIdle(_: null): Promise<ServerIdle>
  held(_: null): number
}

/** When the process stops to work, in the second after it was asked. */
export interface ServerIdle {
  /** Whether it worked when it was asked. */
  readonly wasBusy: boolean
  /** Milliseconds since 1970, to a hundredth of a second. */
  readonly at: number
  /** When no work in slices waited any more, likewise. */
  readonly slicesAt: number
  /** Milliseconds of processor time in the second after it was asked. */
  readonly cpu: number
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
let collector = { all: 0, longest: 0 }
const collections = new PerformanceObserver((list) => count(list.getEntries()))

function count(entries: readonly PerformanceEntry[]): void {
  for (const { duration } of entries) {
    const { all, longest } = collector
    collector = { all: all + duration, longest: Math.max(longest, duration) }
  }
}

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
  // Definitions that are given at each start are not changed over HTTP.
  const platform = await createPlatform({ data })
  await platform.apply({ ...flights, grants: [...flights.grants, ...shown] })
  const secretOf = (account: string) =>
    platform.createCredential({ tenant: flights.tenant, account, kind: 'APIKEY' })
  const [owner, viewer] = [await secretOf('demo'), await secretOf('viewer')]
  const logger = { level: 'info', stream: { write: () => {} } }
  const server = await serve({
    platform,
    port: 0,
    logger,
    answerTimeout: 600_000,
    accountRateLimit: 'off',
  })
  delay.enable()
  collections.observe({ entryTypes: ['gc'] })
  return { port: Number(new URL(server.url).port), owner, viewer }
}

/** Milliseconds of one look at the processor, and those of its time above which the process works. */
const WINDOW = 10
const WORKS = 2

/** Whether the process works for the next {@link WINDOW}. */
async function works(): Promise<boolean> {
  const begun = process.cpuUsage()
  await setTimeout(WINDOW)
  return cpuSince(begun) > WORKS
}

function cpuSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

/** Windows without work after which a request has ended, and those after which nothing is left of any. */
const PAUSE = 5
const QUIET = 30

/** Resolves when the process has done what it does beside requests: load datasets, write snapshots, collect garbage. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < QUIET; ) quiet = (await works()) ? 0 : quiet + 1
}

async function untilIdle(): Promise<ServerIdle> {
  const now = (): number => performance.timeOrigin + performance.now()
  const begun = process.cpuUsage()
  const begin = now()
  const wasBusy = await works()
  let at = now()
  let slicesAt = begin
  for (let quiet = 0; quiet < PAUSE && now() < begin + 1_000; quiet++) {
    const isWorking = await works()
    if (countWaitingJobs() > 0) slicesAt = now()
    else if (!isWorking) continue
    at = now()
    quiet = -1
  }
  await setTimeout(Math.max(1, begin + 1_000 - now()))
  return { wasBusy, at, slicesAt, cpu: cpuSince(begun) }
}

/** Bytes of the heap and of the arrays beside it, after a collection. */
function held(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

answerCalls({
  open,
  settled,
  untilIdle,
  held,
  reset: () => {
    delay.reset()
    collections.takeRecords()
    collector = { all: 0, longest: 0 }
    before = process.cpuUsage()
  },
  usage: () => {
    count(collections.takeRecords())
    const residentBytes = process.memoryUsage.rss()
    return {
      cpu: cpuSince(before),
      longestTurn: delay.max / 1e6,
      collector,
      residentBytes,
    }
  },
} satisfies ServerCalls)

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createCatalog } from '@tributary/catalog'
import { createPlatform, type Platform } from '@tributary/platform'
import { readWorkspace, type Workspace } from '@tributary/platform/internal'
import { metricName, sizesOf, writeLargeFiles } from './large-files.ts'

/** What a tenant of one size takes; times in milliseconds. */
export interface CatalogFigures {
  readonly metrics: number
  readonly dimensions: number
  readonly datasets: number
  /** From files to definitions: parsing and checking. */
  readonly read: number
  /** From definitions to an empty store, every data file opened, the lineage kept. */
  readonly apply: number
  /** Ten definitions changed, from files that are read already. */
  readonly applyTen: number
  /** How many definitions that changed in the store, counted by it. */
  readonly touched: number
  /** From the store alone, in a process of its own, to the first answer. */
  readonly start: number
  /** The same to the first answer about lineage. */
  readonly lineage: number
  /** One name looked up. */
  readonly resolve: number
  /** A misspelt name refused with names that may have been meant; the median. */
  readonly suggest: number
  /** Megabytes of the process that started. */
  readonly memory: number
}

/** Applies, starts and asks a workspace of so many metrics in a folder of its own, on the embedded store. */
export async function measureCatalog(metrics: number): Promise<CatalogFigures> {
  const home = await mkdtemp(join(tmpdir(), 'tributary-catalog-'))
  const data = join(home, 'data')
  try {
    await writeLargeFiles(home, metrics)
    const [read, workspace] = await timed(() => readWhole(home))
    const applied = await onPlatform(data, async (platform) => {
      const [apply] = await timed(() => platform.apply(workspace))
      const changed = changeTen(workspace)
      const [applyTen, difference] = await timed(() => platform.apply(changed))
      return { apply, applyTen, touched: difference.changes.length }
    })
    const started = await startAlone(data)
    return {
      metrics,
      ...sizesOf(metrics),
      read,
      ...applied,
      ...started,
      resolve: resolveTime(workspace),
      suggest: suggestTime(workspace),
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

const SCRIPT = fileURLToPath(new URL('start.ts', import.meta.url))

/** A start in a process that has done nothing else. */
async function startAlone(
  data: string,
): Promise<Pick<CatalogFigures, 'start' | 'lineage' | 'memory'>> {
  const args = [SCRIPT, data]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

async function readWhole(folder: string): Promise<Workspace> {
  const { workspace, problems } = await readWorkspace(folder)
  if (workspace === null) throw new Error(problems[0]?.message)
  return workspace
}

async function onPlatform<T>(data: string, work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await createPlatform({ data, trustIdentityHeaders: true })
  try {
    return await work(platform)
  } finally {
    await platform.close()
  }
}

function changeTen(workspace: Workspace): Workspace {
  const step = Math.floor(workspace.metrics.length / 10)
  const metrics = workspace.metrics.map((metric, i) =>
    i % step === 3 && i < step * 10
      ? { ...metric, description: `${metric.description} New.` }
      : metric,
  )
  return { ...workspace, metrics }
}

/** The mean of many lookups all over the names. */
function resolveTime(workspace: Workspace): number {
  const catalog = createCatalog(workspace)
  const { length } = workspace.metrics
  const rounds = 200_000
  const start = performance.now()
  let found = 0
  for (let i = 0; i < rounds; i++) {
    found += catalog.metric(metricName((i * 7_919) % length)).name.length
  }
  const time = (performance.now() - start) / rounds
  if (found === 0) throw new Error('nothing was found')
  return time
}

function suggestTime(workspace: Workspace): number {
  const catalog = createCatalog(workspace)
  const { length } = workspace.metrics
  const times = Array.from({ length: 101 }, (_, i) => {
    const name = metricName((i * 613) % length)
    const misspelt = [name.slice(1), `${name}x`, name.replace('_', ''), name.replace('a', 'e')]
    const start = performance.now()
    try {
      catalog.metric(`${misspelt[i % 4]}?`)
    } catch {
      // That it is unknown is the point.
    }
    return performance.now() - start
  })
  return times.toSorted((a, b) => a - b)[50]!
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [time: number, result: T]> {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

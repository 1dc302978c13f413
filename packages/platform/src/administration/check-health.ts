import type { DuckDb, SqlStatement } from '@tributary/sql'
import type { TenantSources } from '../sources/tenant-sources.ts'
import { isStoreInPlace } from '../store/database/large-writes.ts'
import type { Store } from '../store/schema.ts'

/** Which parts of a platform answer at this moment. */
export interface PlatformHealth {
  /** Whether the store can be read, and what is written to it is kept. */
  readonly store: boolean
  /** Whether the file of the store was moved, deleted or replaced; then it is only read. */
  readonly storeMoved: boolean
  /** Whether the engine of every open tenant runs a query. */
  readonly engine: boolean
  /** The datasources of every open tenant, as they answered in the last half minute. */
  readonly datasources: readonly DatasourceHealth[]
}

/** Whether a datasource answers. */
export interface DatasourceHealth {
  readonly tenant: string
  readonly datasource: string
  readonly answers: boolean
}

/** The parts that are checked. */
interface HealthParts {
  readonly store: Store
  readonly engines: readonly Pick<DuckDb, 'run'>[]
  readonly datasources: () => Promise<readonly DatasourceHealth[]>
}

/** How long a part may take to answer, in milliseconds, before it counts as one that does not. */
const PATIENCE = 2_000

const SMALLEST: SqlStatement = { text: 'SELECT 1', parameters: [] }

/** Asks the store and the engines the smallest question each. Never rejects. */
export async function checkHealth({
  store,
  engines,
  datasources,
}: HealthParts): Promise<PlatformHealth> {
  const [storeAnswers, engineAnswers, sources] = await Promise.all([
    answers(() => store.selectFrom('tenant').select('tenant').limit(1).execute()),
    answers((signal) => Promise.all(engines.map((engine) => engine.run(SMALLEST, { signal })))),
    datasources(),
  ])
  const storeMoved = !isStoreInPlace(store)
  return {
    store: storeAnswers && !storeMoved,
    storeMoved,
    engine: engineAnswers,
    datasources: sources,
  }
}

/** How old an answer of a datasource may be before it is asked again, and before that is waited for, in milliseconds. */
const FRESH = 5_000
const OLD = 30_000

/** A tenant whose datasources are asked. */
interface TenantProbes {
  readonly tenant: string
  readonly probes: TenantSources['probes']
}

/**
 * Creates the check whether the datasources answer. All are asked together, at most every five seconds and however often
 * the check is called; it gives their latest answers, and waits for them only when these are older than half a minute.
 */
export function createDatasourceCheck(
  tenants: () => readonly TenantProbes[],
): () => Promise<readonly DatasourceHealth[]> {
  let latest: readonly DatasourceHealth[] = []
  let since = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  const askAll = async (): Promise<void> => {
    const begun = performance.now()
    const all = tenants().flatMap(({ tenant, probes }) =>
      probes.map(async ({ datasource, ask }) => ({
        tenant,
        datasource,
        answers: await answers((signal) => ask(signal)),
      })),
    )
    latest = await Promise.all(all)
    since = begun
    asking = null
  }
  return async () => {
    if (performance.now() - since >= FRESH) asking ??= askAll()
    if (performance.now() - since >= OLD) await asking
    return latest
  }
}

/** Whether `ask` resolves in time; its signal is aborted when it does not. */
async function answers(ask: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
  const patience = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false)
      patience.abort()
    }, PATIENCE)
  })
  try {
    return await Promise.race([ask(patience.signal).then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

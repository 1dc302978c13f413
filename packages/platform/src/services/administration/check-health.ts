import type { DuckDb, SqlStatement } from '@tributary/sql'
import { isStoreInPlace } from '../../store/large-writes.ts'
import type { Store } from '../../store/open-store.ts'

/** Which parts of a platform answer at this moment. */
export interface PlatformHealth {
  /** Whether the store can be read, and what is written to it is kept. */
  readonly store: boolean
  /** Whether the engine of every open tenant runs a query. */
  readonly engine: boolean
}

/** How long a part may take to answer, in milliseconds, before it counts as one that does not. */
const PATIENCE = 2_000

const SMALLEST: SqlStatement = { text: 'SELECT 1', parameters: [] }

/** Asks the store and the engines the smallest question each. Never rejects. */
export async function checkHealth({
  store,
  engines,
}: {
  readonly store: Store
  readonly engines: readonly Pick<DuckDb, 'run'>[]
}): Promise<PlatformHealth> {
  const [storeAnswers, engineAnswers] = await Promise.all([
    answers(() => store.selectFrom('tenant').select('tenant').limit(1).execute()),
    answers((signal) => Promise.all(engines.map((engine) => engine.run(SMALLEST, { signal })))),
  ])
  return { store: storeAnswers && isStoreInPlace(store), engine: engineAnswers }
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

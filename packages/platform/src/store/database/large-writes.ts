import { Kysely } from 'kysely'
import type { Store, StoreSchema } from '../schema.ts'
import type { IsInPlace } from '../sqlite/store-file.ts'
import { ThreadDialect } from '../sqlite/thread-dialect.ts'

/** The file of an embedded store that is open. */
interface StoreFile {
  readonly path: string
  readonly isInPlace: IsInPlace
}

const files = new WeakMap<object, StoreFile>()

/** The large write of a store that is under way or waits for the transactions before it. */
const largeWrites = new WeakMap<object, Promise<void>>()

/** The transactions of a store that run on this thread. */
const runningTransactions = new WeakMap<object, Set<Promise<unknown>>>()

/** Remembers that large writes of a store go to a file of SQLite. */
export function rememberFile(store: Store, file: StoreFile): void {
  files.set(store, file)
}

/** Whether the file of a store was not moved, deleted or replaced, so that its rows are found when it is opened again. */
export function isStoreInPlace(store: Store): boolean {
  return files.get(store)?.isInPlace() ?? true
}

/**
 * Runs a transaction of this thread, after the large write that is under way: one that finds the database locked holds the
 * event loop, and the connection that readers need.
 */
export async function runBetweenLargeWrites<T>(store: Store, work: () => Promise<T>): Promise<T> {
  for (
    let largeWrite = largeWrites.get(store);
    largeWrite !== undefined;
    largeWrite = largeWrites.get(store)
  )
    await largeWrite
  const all = runningTransactions.get(store) ?? new Set()
  runningTransactions.set(store, all)
  const done = work()
  all.add(done)
  try {
    return await done
  } finally {
    all.delete(done)
  }
}

/**
 * Does `work` with a store whose statements do not block the event loop: those of the embedded store run on a thread of their
 * own, on a connection of their own. Other statements of this thread read the state before; its transactions wait.
 */
export async function runLargeWrite<T>(
  store: Store,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const file = files.get(store)
  // A database of another process does not block, and one in memory has neither another connection nor a disk.
  if (file === undefined) return work(store)
  for (
    let largeWrite = largeWrites.get(store);
    largeWrite !== undefined;
    largeWrite = largeWrites.get(store)
  )
    await largeWrite
  const { promise, resolve } = Promise.withResolvers<void>()
  largeWrites.set(store, promise)
  await Promise.allSettled(runningTransactions.get(store) ?? [])
  const threadStore = new Kysely<StoreSchema>({
    dialect: new ThreadDialect(file.path, file.isInPlace),
  })
  try {
    return await work(threadStore)
  } finally {
    await threadStore.destroy()
    largeWrites.delete(store)
    resolve()
  }
}

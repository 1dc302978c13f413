import type { Worker } from 'node:worker_threads'
import { startWorker } from '@tributary/core/internal'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { StoreSchema } from './schema.ts'
import { toStoreFault } from './store-faults.ts'

/** A statement for the thread of a large write. */
export interface ThreadStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What came of a statement. */
export type ThreadAnswer =
  | { readonly rows: readonly unknown[]; readonly changes: number | null }
  | {
      readonly failed: {
        readonly message: string
        readonly code: string | undefined
        readonly errcode: number | undefined
      }
    }

/** What `openStore` gives. */
type Store = Kysely<StoreSchema>

/** How long a large write waits for others to end theirs, in milliseconds. */
const PATIENCE = 10_000

/** The files of the embedded stores that are open. */
const files = new WeakMap<object, string>()

/** The large write of a store that is under way or waits for the transactions before it. */
const underWay = new WeakMap<object, Promise<void>>()

/** The transactions of a store that run on this thread. */
const running = new WeakMap<object, Set<Promise<unknown>>>()

/** Remembers that large writes of a store go to a file of SQLite. */
export function hasFile(store: Store, path: string): void {
  files.set(store, path)
}

/**
 * Runs a transaction of this thread, after the large write that is under way: one that finds the database locked holds the
 * event loop, and the connection that readers need.
 */
export async function besideNoLargeWrite<T>(store: Store, work: () => Promise<T>): Promise<T> {
  for (let one = underWay.get(store); one !== undefined; one = underWay.get(store)) await one
  const all = running.get(store) ?? new Set()
  running.set(store, all)
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
 * own, on a connection of their own. Other statements of this thread read what was committed before; its transactions wait.
 */
export async function onLargeStore<T>(
  store: Store,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const path = files.get(store)
  // A database of another process does not block, and one in memory has neither another connection nor a disk.
  if (path === undefined) return work(store)
  for (let one = underWay.get(store); one !== undefined; one = underWay.get(store)) await one
  const { promise, resolve } = Promise.withResolvers<void>()
  underWay.set(store, promise)
  await Promise.allSettled(running.get(store) ?? [])
  const own = new Kysely<StoreSchema>({ dialect: new ThreadDialect(path) })
  try {
    return await work(own)
  } finally {
    await own.destroy()
    underWay.delete(store)
    resolve()
  }
}

class ThreadDialect implements Dialect {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  createDriver(): Driver {
    return new ThreadDriver(this.#path)
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter()
  }

  createIntrospector(store: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(store)
  }
}

class ThreadDriver implements Driver {
  readonly #path: string
  #connection: ThreadConnection | null = null

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    this.#connection = new ThreadConnection(this.#path)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection!
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#connection?.close()
  }
}

class ThreadConnection implements DatabaseConnection {
  readonly #worker: Worker
  /** Who waits for the answer to the statement that runs; there is one at a time. */
  #waiting: PromiseWithResolvers<ThreadAnswer> | null = null

  constructor(path: string) {
    this.#worker = startWorker(import.meta.url, './sqlite-thread.ts', {
      workerData: { path, patience: PATIENCE },
    })
    this.#worker.on('message', (answer: ThreadAnswer) => this.#waiting?.resolve(answer))
    this.#worker.on('error', (error) => this.#waiting?.reject(error))
    this.#worker.on('exit', () =>
      this.#waiting?.reject(new Error('The thread of the store ended.')),
    )
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#waiting = Promise.withResolvers<ThreadAnswer>()
    this.#worker.postMessage({ sql, parameters } satisfies ThreadStatement)
    const answer = await this.#waiting.promise
    if ('failed' in answer) {
      const { message, ...codes } = answer.failed
      throw toStoreFault(Object.assign(new Error(message), codes))
    }
    const { rows, changes } = answer
    return {
      rows: rows as Row[],
      ...(changes !== null && { numAffectedRows: BigInt(changes) }),
    }
  }

  // biome-ignore lint/correctness/useYield: nothing is streamed on this connection.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('A large write streams nothing.')
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

import type { Worker } from 'node:worker_threads'
import { startWorker } from '@tributary/core/internal'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { toStoreFault } from '../store-faults.ts'
import { assertInPlace, type IsInPlace } from './store-file.ts'

/** A statement for the thread. */
export interface ThreadStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The result of a statement. */
export type ThreadAnswer =
  | { readonly rows: readonly unknown[]; readonly changes: number | null }
  | {
      readonly failed: {
        readonly message: string
        readonly code: string | undefined
        readonly errcode: number | undefined
      }
    }

/** How long a transaction waits for those of others to end, in milliseconds. */
const PATIENCE = 10_000

/** SQLite on a thread of its own, which opens the file by itself. */
export class ThreadDialect implements Dialect {
  readonly #path: string
  readonly #isInPlace: IsInPlace

  constructor(path: string, isInPlace: IsInPlace) {
    this.#path = path
    this.#isInPlace = isInPlace
  }

  createDriver(): Driver {
    return new ThreadDriver(this.#path, this.#isInPlace)
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
  readonly #isInPlace: IsInPlace
  #connection: ThreadConnection | null = null

  constructor(path: string, isInPlace: IsInPlace) {
    this.#path = path
    this.#isInPlace = isInPlace
  }

  async init(): Promise<void> {
    this.#connection = new ThreadConnection(this.#path)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection!
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    assertInPlace(this.#isInPlace)
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    assertInPlace(this.#isInPlace)
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
    throw new Error('The thread of the store streams nothing.')
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

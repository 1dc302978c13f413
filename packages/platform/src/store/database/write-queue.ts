import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { ControlledTransaction, Transaction } from 'kysely'
import type { Store, StoreSchema } from '../schema.ts'
import { runBetweenLargeWrites, runLargeWrite } from './large-writes.ts'

/** Work on the store that is done wholly or not at all. */
export type Work<T> = (transaction: Transaction<StoreSchema>) => Promise<T>

/**
 * Does work that writes a tenant's rows. The rows are on the disk when it resolves; when the work throws, nothing has
 * changed. One piece of work of a tenant runs at a time, in all processes on the store.
 */
export type Write = <T>(work: Work<T>) => Promise<T>

type Begin = (transaction: Transaction<StoreSchema>) => Promise<void>

/** Pieces that share one commit at most, so that the first need not wait long for the last. */
const BATCH = 128

/** How long a commit waits at most for as many as shared those before it, in milliseconds. */
const COMPANY = 2

interface Piece {
  readonly run: (transaction: Transaction<StoreSchema>) => Promise<void>
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** {@link Write} of a tenant for work of many rows, which does not block the event loop; it shares no commit. */
export function createLargeWrite(store: Store, tenant: string): Write {
  return (work) =>
    runLargeWrite(store, (large) =>
      inTransaction(large, async (transaction) => {
        await lockTenant(transaction, tenant)
        return work(transaction)
      }),
    )
}

/** The {@link Write} of a tenant. */
export function createWrite(store: Store, tenant: string): Write {
  return createSharedWrite(store, (transaction) => lockTenant(transaction, tenant))
}

/**
 * Runs pieces of work one after the other, each completely or not at all. Pieces that arrive during a commit wait and
 * share the next one, because the write to the disk is the expensive part. When recent commits were shared, the next one
 * waits a moment for about as many pieces, since callers that were answered together tend to return together; a single
 * writer does not wait. Each piece has a savepoint of its own. `begin` runs first in every transaction.
 */
export function createSharedWrite(store: Store, begin: Begin = async () => {}): Write {
  const waiting: Piece[] = []
  let isRunning = false
  /** How many shared each of the last two commits. */
  let [last, before] = [1, 1]
  let wanted = Number.POSITIVE_INFINITY
  let enough = () => {}

  const waitForCompany = async (): Promise<void> => {
    // Who reads before it writes shares the connection: let those who are just through with that come along.
    await setImmediate()
    wanted = (last + before) / 2
    if (waiting.length < wanted) {
      const come = Promise.withResolvers<void>()
      enough = come.resolve
      await Promise.race([come.promise, delay(COMPANY)])
    }
    wanted = Number.POSITIVE_INFINITY
  }
  const runAll = async (): Promise<void> => {
    isRunning = true
    try {
      while (waiting.length > 0) {
        await waitForCompany()
        const pieces = waiting.splice(0, BATCH)
        before = last
        last = pieces.length
        await commitTogether(store, begin, pieces)
      }
    } finally {
      isRunning = false
    }
  }
  return (work) =>
    new Promise((resolve, reject) => {
      let result: Parameters<typeof resolve>[0]
      waiting.push({
        run: async (transaction) => {
          result = await work(transaction)
        },
        done: () => resolve(result),
        failed: reject,
      })
      if (!isRunning) void runAll()
      else if (waiting.length >= wanted) enough()
    })
}

async function commitTogether(store: Store, begin: Begin, pieces: readonly Piece[]): Promise<void> {
  try {
    const commit = async (transaction: ControlledTransaction<StoreSchema>) => {
      await begin(transaction)
      const [only] = pieces
      // A single piece may end the whole transaction, and needs no savepoint.
      if (only !== undefined && pieces.length === 1) {
        await only.run(transaction)
        return only.done
      }
      const settled: (() => void)[] = []
      for (const piece of pieces) settled.push(await runPiece(transaction, piece))
      return () => {
        for (const notify of settled) notify()
      }
    }
    const settle = await runBetweenLargeWrites(store, () => inTransaction(store, commit))
    settle()
  } catch (error) {
    for (const { failed } of pieces) failed(error)
  }
}

async function inTransaction<T>(
  store: Store,
  work: (transaction: ControlledTransaction<StoreSchema>) => Promise<T>,
): Promise<T> {
  const transaction = await store.startTransaction().execute()
  try {
    const result = await work(transaction)
    await transaction.commit().execute()
    return result
  } catch (error) {
    // The store may be gone; then there is nothing to undo, and the first error says why.
    if (!transaction.isCommitted)
      await transaction
        .rollback()
        .execute()
        .catch(() => {})
    throw error
  }
}

/** How to tell the caller of a piece once everything is committed. */
async function runPiece(
  transaction: ControlledTransaction<StoreSchema>,
  piece: Piece,
): Promise<() => void> {
  const nestedTransaction = await transaction.savepoint('piece').execute()
  try {
    await piece.run(nestedTransaction)
    await nestedTransaction.releaseSavepoint('piece').execute()
    return piece.done
  } catch (error) {
    await nestedTransaction.rollbackToSavepoint('piece').execute()
    return () => piece.failed(error)
  }
}

/** Locks the tenant's row until the transaction ends: other processes that write the tenant wait. */
async function lockTenant(transaction: Transaction<StoreSchema>, tenant: string): Promise<void> {
  await transaction
    .insertInto('tenant')
    .values({ tenant, writes: 1 })
    .onConflict((conflict) =>
      conflict
        .column('tenant')
        .doUpdateSet(({ ref, eb }) => ({ writes: eb(ref('tenant.writes'), '+', 1) })),
    )
    .execute()
}

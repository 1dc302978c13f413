import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  PlatformError,
  type TableHolder,
  tablesElsewhereError,
  tablesInUseError,
} from '../../model/errors.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'

/** The lock of one process on the materialised tables of an embedded store; the process's end releases it. */
export interface TableLock {
  /**
   * Takes the lock unless this process has it. A process with workers keeps it; one without releases it when another
   * requests it. Throws `PLATFORM_TABLES_IN_USE`, in words for a caller, when another has or requests it.
   */
  take(): void
  /**
   * Takes the lock; requests it from a process without workers and waits some seconds for it. The error names the
   * {@link TableHolder} when it is known.
   */
  claim(): Promise<void>
  /** Releases the lock. It can be taken again. */
  close(): void
}

/** Options of {@link createTableLock}. */
export interface TableLockOptions {
  /** The folder of the store; it is there. */
  readonly folder: string
  /** How many instances this process runs at the same time. */
  readonly workers: number
  /** Closes the tables; called before the lock is released to another process. */
  readonly release: () => Promise<void>
}

/** How often a holder without workers looks for lock requests, in milliseconds. */
const LOOK = 200
/** How often, and how long, a process with workers tries to take the lock, in milliseconds. */
const TRY = 50
const PATIENCE = 5_000

/** Creates the lock of a folder, not taken yet. */
export function createTableLock({ folder, workers, release }: TableLockOptions): TableLock {
  let folderLock: FolderLock | null = null
  let looking: NodeJS.Timeout | undefined
  let isGoing = false

  const close = (): void => {
    clearInterval(looking)
    folderLock?.close()
    folderLock = null
  }
  const look = async (): Promise<void> => {
    if (isGoing || !hasLockRequest(folder)) return
    isGoing = true
    try {
      await release()
    } finally {
      close()
      isGoing = false
    }
  }
  const takeNow = (): void => {
    if (isGoing || (workers === 0 && hasLockRequest(folder))) throw tablesInUseError(folder, null)
    if (folderLock !== null) return
    folderLock = lockFolder(folder, workers)
    if (workers > 0) return
    looking = setInterval(() => void look().catch(() => {}), LOOK)
    looking.unref()
  }
  const take = (): void => {
    try {
      takeNow()
    } catch (error) {
      throw isInUse(error) ? tablesElsewhereError(error) : error
    }
  }
  return { take, claim: () => claim(takeNow, folder), close }
}

async function claim(take: () => void, folder: string): Promise<void> {
  const end = performance.now() + PATIENCE
  let hasMarked = false
  try {
    for (;;) {
      try {
        take()
        return
      } catch (error) {
        if (!isHeldByIdle(error) || performance.now() > end) throw error
      }
      requestLock(folder)
      hasMarked = true
      await delay(TRY)
    }
  } finally {
    if (hasMarked) withdrawLockRequest(folder)
  }
}

/** Whether the lock belongs to a process without workers; also true when the holder cannot be read. */
function isHeldByIdle(error: unknown): boolean {
  if (!isInUse(error)) return false
  const { holder } = error.details as { readonly holder: TableHolder | null }
  return holder === null || holder.workers === 0
}

function isInUse(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.code === 'PLATFORM_TABLES_IN_USE'
}

/** How long a request counts after it was last renewed, in milliseconds: its process may have died. */
const LASTS = 10_000

/** Requests the lock of a folder from a holder without workers; must be renewed within ten seconds. */
export function requestLock(folder: string): void {
  writeFileSync(toRequestPath(folder), '')
  // Of an empty file that is there, writing nothing changes no time on some systems.
  const now = new Date()
  utimesSync(toRequestPath(folder), now, now)
}

/** Withdraws the request. */
function withdrawLockRequest(folder: string): void {
  rmSync(toRequestPath(folder), { force: true })
}

/** Whether a process requests the lock of a folder now. */
function hasLockRequest(folder: string): boolean {
  const requestStats = statSync(toRequestPath(folder), { throwIfNoEntry: false })
  return requestStats !== undefined && Date.now() - requestStats.mtimeMs < LASTS
}

function toRequestPath(folder: string): string {
  return join(folder, 'tributary.sqlite.wanted')
}

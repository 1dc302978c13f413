import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  PlatformError,
  type TableHolder,
  tablesElsewhereError,
  tablesInUseError,
} from '../model/errors.ts'
import { type HolderLock, takeHolderLock } from './folder-lock.ts'

/** The right of one process to the materialised tables beside an embedded store; it ends with the process at the latest. */
export interface TableHold {
  /**
   * Takes hold, unless it has it. A process with workers keeps it; one without lets go when another wants to work. Throws
   * `PLATFORM_TABLES_IN_USE`, fit to be told to a caller, when another has it or wants it.
   */
  take(): void
  /**
   * The same, but of a process without workers it asks the tables, and waits some seconds for them. The error names the
   * {@link TableHolder} where it is known.
   */
  claim(): Promise<void>
  /** Lets go. Later takes are new ones. */
  close(): void
}

/** What is held, and what the others are told. */
export interface TableHoldOptions {
  /** The folder of the store; it is there. */
  readonly folder: string
  /** How many instances this process works on at once. */
  readonly workers: number
  /** Closes what is open of the tables, before they are let go to another. */
  readonly letGo: () => Promise<void>
}

/** How often whoever holds without working looks whether the tables are wanted, in milliseconds. */
const LOOK = 200
/** How often, and how long, a process with workers tries to get them. */
const TRY = 50
const PATIENCE = 5_000

/** The hold on a folder; nothing is held yet. */
export function tableHold({ folder, workers, letGo }: TableHoldOptions): TableHold {
  let held: HolderLock | null = null
  let looking: NodeJS.Timeout | undefined
  let isGoing = false

  const close = (): void => {
    clearInterval(looking)
    held?.close()
    held = null
  }
  const look = async (): Promise<void> => {
    if (isGoing || !isWanted(folder)) return
    isGoing = true
    try {
      await letGo()
    } finally {
      close()
      isGoing = false
    }
  }
  const takeNow = (): void => {
    if (isGoing || (workers === 0 && isWanted(folder))) throw tablesInUseError(folder, null)
    if (held !== null) return
    held = takeHolderLock(folder, workers)
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
        if (!isOfIdle(error) || performance.now() > end) throw error
      }
      markWanted(folder)
      hasMarked = true
      await delay(TRY)
    }
  } finally {
    if (hasMarked) clearWanted(folder)
  }
}

/** Whether the tables are in the hands of a process that does not work; also when it cannot be read who it is. */
function isOfIdle(error: unknown): boolean {
  if (!isInUse(error)) return false
  const { holder } = error.details as { readonly holder: TableHolder | null }
  return holder === null || holder.workers === 0
}

function isInUse(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.code === 'PLATFORM_TABLES_IN_USE'
}

/** How long a mark says something after it was set last, in milliseconds: whoever set it may have died. */
const LASTS = 10_000

/** Says to whoever holds the tables of a folder without working that they are wanted; to be said again and again. */
export function markWanted(folder: string): void {
  writeFileSync(pathIn(folder), '')
  // Of an empty file that is there, writing nothing changes no time on some systems.
  const now = new Date()
  utimesSync(pathIn(folder), now, now)
}

/** Takes the mark away. */
export function clearWanted(folder: string): void {
  rmSync(pathIn(folder), { force: true })
}

/** Whether somebody wants the tables now. */
export function isWanted(folder: string): boolean {
  const found = statSync(pathIn(folder), { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs < LASTS
}

function pathIn(folder: string): string {
  return join(folder, 'tributary.sqlite.wanted')
}

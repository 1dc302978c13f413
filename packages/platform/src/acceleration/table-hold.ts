import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tablesInUseError } from '../errors.ts'
import { isBusy, toStoreFault } from '../store/store-faults.ts'

/** Which process has the materialised tables of a folder. */
export interface TableHolder {
  readonly pid: number
  readonly host: string
  /** How many instances it works on at once; 0 for one that only asks and answers. */
  readonly workers: number
  /** When it took hold, ISO 8601 in UTC. */
  readonly since: string
}

/** The right of one process to the materialised tables beside an embedded store; it ends with the process at the latest. */
export interface TableHold {
  /**
   * Takes hold, once for all. Throws `PLATFORM_TABLES_IN_USE`, with the {@link TableHolder} where it is known, when
   * another has it.
   */
  take(): void
  /** Lets go. Later takes are new ones. */
  close(): void
}

/** What is held, and what the others are told. */
export interface TableHoldOptions {
  /** The folder of the store; it is there. */
  readonly folder: string
  readonly workers: number
}

/**
 * The hold on a folder. It is a lock of SQLite's on a file beside the store, which the system takes from a process that
 * dies, however it dies; the file stays, and says nothing about who has it now unless it is locked.
 */
export function tableHold({ folder, workers }: TableHoldOptions): TableHold {
  let held: DatabaseSync | null = null
  return {
    take: () => {
      if (held !== null) return
      const database = new DatabaseSync(join(folder, 'tributary.sqlite.holder'))
      try {
        hold(database, folder, {
          pid: process.pid,
          host: hostname(),
          workers,
          since: new Date().toISOString(),
        })
        held = database
      } catch (error) {
        database.close()
        throw toStoreFault(error)
      }
    },
    close: () => {
      held?.close()
      held = null
    },
  }
}

/** Readers of who has it are quick; one may be reading while a new holder puts itself down, in milliseconds. */
const PATIENCE = 1_000

function hold(database: DatabaseSync, folder: string, own: TableHolder): void {
  lock(database, folder)
  database.exec(`PRAGMA busy_timeout=${PATIENCE}`)
  database.exec('CREATE TABLE IF NOT EXISTS holder (pid, host, workers, since)')
  database.exec('DELETE FROM holder')
  const { pid, host, workers, since } = own
  const put = database.prepare('INSERT INTO holder VALUES (?, ?, ?, ?)')
  put.run(pid, host, workers, since)
  database.exec('COMMIT')
  lock(database, folder)
}

/** A transaction that has the right to write and uses it not: nobody else gets that right, and all may read. */
function lock(database: DatabaseSync, folder: string): void {
  database.exec('PRAGMA busy_timeout=0')
  try {
    database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    throw isBusy(error) ? tablesInUseError(folder, holderIn(database)) : error
  }
}

/** Who has put itself down last; null when that cannot be read now. */
function holderIn(database: DatabaseSync): TableHolder | null {
  try {
    const row = database.prepare('SELECT pid, host, workers, since FROM holder').get()
    if (row === undefined) return null
    const { pid, host, workers, since } = row
    return {
      pid: Number(pid),
      host: String(host),
      workers: Number(workers),
      since: String(since),
    }
  } catch {
    return null
  }
}

import { hostname } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type TableHolder, tablesInUseError } from '../../model/errors.ts'
import { makePrivateFile } from '../../store/private-files.ts'
import { isBusy, toStoreFault } from '../../store/store-faults.ts'

/** A lock that is held until it is closed. */
export interface FolderLock {
  close(): void
}

/**
 * Acquires the lock of a folder: a lock of SQLite on a file beside the store. The operating system releases it when the
 * process ends for any reason. The file remains; its content is valid only while it is locked. Throws
 * `PLATFORM_TABLES_IN_USE`, with the {@link TableHolder} if known, when another process has the lock.
 */
export function lockFolder(folder: string, workers: number): FolderLock {
  let database: DatabaseSync | null = null
  try {
    // Loaded here, so that an older Node gets as far as the sentence in index.ts.
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const path = join(folder, 'tributary.sqlite.holder')
    makePrivateFile(path)
    database = new DatabaseSync(path)
    lock(database, folder)
    writeHolder(database, workers)
    lock(database, folder)
    return database
  } catch (error) {
    database?.close()
    throw toStoreFault(error)
  }
}

/** Begins a write transaction that writes nothing: no other process can begin one, and all can read. */
function lock(database: DatabaseSync, folder: string): void {
  database.exec('PRAGMA busy_timeout=0')
  try {
    database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    throw isBusy(error) ? tablesInUseError(folder, readHolder(database)) : error
  }
}

/** Readers of who has it are quick; one may be reading while a new holder puts itself down, in milliseconds. */
const PATIENCE = 1_000

/** Ends the transaction. */
function writeHolder(database: DatabaseSync, workers: number): void {
  database.exec(`PRAGMA busy_timeout=${PATIENCE}`)
  database.exec('CREATE TABLE IF NOT EXISTS holder (pid, host, workers, since)')
  database.exec('DELETE FROM holder')
  const put = database.prepare('INSERT INTO holder VALUES (?, ?, ?, ?)')
  put.run(process.pid, hostname(), workers, new Date().toISOString())
  database.exec('COMMIT')
}

/** Who has put itself down last; null when that cannot be read now. */
function readHolder(database: DatabaseSync): TableHolder | null {
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

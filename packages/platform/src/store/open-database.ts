import type { DatabaseSync } from 'node:sqlite'

/**
 * Pages of the log that are brought into the file at once, which is done in the commit that exceeds them and holds the
 * event loop: with the default of 1,000 for up to 0.1 s. Fewer do not take longer in all.
 */
const CHECKPOINT = 64

/**
 * Opens a database of SQLite of which every commit is on the disk when it returns. A statement that finds it locked waits
 * for so many milliseconds, and its thread with it.
 */
export function openDatabase(path: string, patience: number): DatabaseSync {
  // Loaded here, so that an older Node gets as far as the sentence in index.ts.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(path)
  database.exec(
    `PRAGMA busy_timeout=${patience}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;
    PRAGMA wal_autocheckpoint=${CHECKPOINT}`,
  )
  return database
}

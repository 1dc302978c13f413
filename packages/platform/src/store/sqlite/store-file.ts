import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { storeMovedError } from '../../model/errors.ts'
import { makePrivateFile, tighten } from '../private-files.ts'

/**
 * Pages of the log that are brought into the file at once, which is done in the commit that exceeds them and holds the
 * event loop: with the default of 1,000 for up to 0.1 s. Fewer do not take longer in all.
 */
const CHECKPOINT = 64

/**
 * Opens a database of SQLite of which every commit is on the disk when it returns. A statement that finds it locked waits
 * for so many milliseconds, and its thread with it. The file must exist, see {@link makeStoreFile}.
 */
export function openDatabase(path: string, patience: number): DatabaseSync {
  const database = connect(path)
  database.exec(
    `PRAGMA busy_timeout=${patience}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;
    PRAGMA wal_autocheckpoint=${CHECKPOINT}`,
  )
  return database
}

/** SQLite would make a file that is missing, and take one of 0 bytes for a new database. */
function connect(path: string): DatabaseSync {
  // Loaded here, so that an older Node gets as far as the sentence in index.ts.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  if (path === ':memory:') return new DatabaseSync(path)
  const url = pathToFileURL(path)
  url.search = '?mode=rw'
  return new DatabaseSync(url)
}

/**
 * Makes the file of a store where there is none, readable by its owner alone; one that exists loses the permissions of
 * others. A file appears with its first page or not at all, so one of 0 bytes was a store that something has emptied:
 * it is refused, as is a missing file whose log is there.
 */
export function makeStoreFile(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false })
  if (file !== undefined) {
    if (file.size === 0) throw new Error(EMPTY)
    tighten(path, 0o600)
    return
  }
  if ((statSync(toLogPath(path), { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Error(MISSING)
  const newPath = `${path}.${randomUUID()}.new`
  makePrivateFile(newPath)
  try {
    const database = connect(newPath)
    // Writes the first page.
    database.exec('PRAGMA synchronous=FULL; PRAGMA journal_mode=WAL')
    database.close()
    nameFile(newPath, path)
  } finally {
    rmSync(newPath, { force: true })
  }
}

const EMPTY =
  'the file has 0 bytes, which no store has: something has emptied it. Restore it from a backup; to begin with an empty store, delete it.'

const MISSING =
  'the file is missing, but its log (-wal) is there: something has moved or deleted it. Put it back or restore it from a backup; to begin with an empty store, delete the files whose names end with -wal and -shm.'

/** Gives a file its name, unless another process has made one of that name. */
function nameFile(newPath: string, path: string): void {
  try {
    linkSync(newPath, path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (!WITHOUT_LINKS.has(code) || existsSync(path)) throw error
    renameSync(newPath, path)
  }
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Codes of file systems without hard links. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/** Whether the files of a store that is open still are where they were. */
export type IsInPlace = () => boolean

/**
 * Watches the file of a store from when it is opened, and its log. Rows that are written after one of them was moved, deleted
 * or replaced would be lost when the process ends.
 */
export function watchStoreFile(path: string): IsInPlace {
  const file = identify(path)
  let log = identify(toLogPath(path))
  return () => {
    if (identify(path) !== file) return false
    // The log is made by the first statement.
    log ??= identify(toLogPath(path))
    return log === null || identify(toLogPath(path)) === log
  }
}

/** Throws `PLATFORM_STORE_UNAVAILABLE` when the files are not in place. */
export function assertInPlace(isInPlace: IsInPlace): void {
  if (!isInPlace()) throw storeMovedError()
}

/** The identity of the file at a path; null when there is none. A file that is open keeps its number. */
function identify(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.dev} ${stats.ino}`
}

function toLogPath(path: string): string {
  return `${path}-wal`
}

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Workspace } from '@tributary/catalog'
import { createDuckDb, type DuckDb } from '@tributary/sql'
import { closedError } from '../../model/errors.ts'
import { findDefaultEngineBytes, formatEngineMemory } from '../../model/limits.ts'
import { pickFileDefinitions, toEngineKey } from '../../sources/source-kinds.ts'
import { createSources, type Sources } from '../../sources/sources.ts'
import { makePrivateFolder, tighten } from '../../store/private-files.ts'

/** Options of a {@link TableEngine}. */
export interface TableEngineOptions {
  /** The tenant's definitions as they are now. */
  readonly workspace: () => Workspace
  /** A database file that holds the tables, or `:memory:`; null for an engine that only reads files. */
  readonly path: string | null
  /** The largest memory of the engine, in bytes. @defaultValue a quarter of what this process may use */
  readonly engineBytes?: number | undefined
}

/** A DuckDB over a tenant's files, opened at its first use and again when the tenant's time zone changes. */
export interface TableEngine {
  /** Whether there may be tables: the engine was opened, or a process before has left its file. */
  hasTables(): boolean
  /** The engine, and the files as its tables by the definitions of now. */
  open(): Promise<{ readonly engine: DuckDb; readonly sources: Sources }>
  /** Closes the engine and ends what runs; the next use opens it again. */
  release(): Promise<void>
  /** Ends what runs; later calls reject with `PLATFORM_CLOSED`. */
  close(): Promise<void>
}

/** The catalog of materialised tables. */
export const TABLES_CATALOG = 'tributary'

/** Creates an engine that is not open yet. */
export function createTableEngine({
  workspace,
  path,
  engineBytes,
}: TableEngineOptions): TableEngine {
  let opening: { readonly timeZone: string; readonly engine: Promise<DuckDb> } | null = null
  let files: { readonly reads: string; readonly engine: DuckDb; readonly sources: Sources } | null =
    null
  let closed = false

  const opened = async (timeZone: string): Promise<DuckDb> => {
    const before = opening
    if (before?.timeZone === timeZone) return before.engine
    const engine = Promise.resolve(
      before?.engine.then((previousEngine) => previousEngine.close()),
    ).then(() => openAt(path, timeZone, engineBytes))
    const now = { timeZone, engine }
    opening = now
    // A failed opening is tried again: another process may have had the file.
    engine.catch(() => {
      if (opening === now) opening = null
    })
    return engine
  }
  const closeNow = async (): Promise<void> => {
    const before = opening
    opening = null
    files = null
    await before?.engine.then(
      (engine) => engine.close(),
      () => {},
    )
  }
  return {
    hasTables: () => opening !== null || (path !== null && existsSync(path)),
    open: async () => {
      if (closed) throw closedError()
      const current = workspace()
      const engine = await opened(current.timeZone)
      const reads = toEngineKey(current)
      if (files?.engine !== engine || files.reads !== reads) {
        files = {
          reads,
          engine,
          sources: createSources(engine, pickFileDefinitions(current)),
        }
      }
      return { engine, sources: files.sources }
    },
    release: closeNow,
    close: async () => {
      closed = true
      await closeNow()
    },
  }
}

/** The folder is ours alone; what DuckDB makes in it need not be private itself. */
function makeTablesFolder(folder: string): void {
  makePrivateFolder(folder)
  tighten(folder, 0o700)
}

async function openAt(
  path: string | null,
  timeZone: string,
  engineBytes = findDefaultEngineBytes(),
): Promise<DuckDb> {
  if (path !== null && path !== ':memory:') makeTablesFolder(dirname(path))
  const engine = await createDuckDb({ timeZone, memoryLimit: formatEngineMemory(engineBytes) })
  try {
    if (path !== null) await engine.attach(path, TABLES_CATALOG)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

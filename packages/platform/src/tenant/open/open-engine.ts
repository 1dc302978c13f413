import type { AggregateSource } from '@tributary/attribution'
import type { Workspace } from '@tributary/catalog'
import { createDuckDb, createSqlSource, type DuckDb, duckdbDialect } from '@tributary/sql'
import { createCachedSource } from '../../memory/cached-source.ts'
import type { DataMemory } from '../../memory/data-memory.ts'
import { formatEngineMemory } from '../../model/limits.ts'
import { toEngineKey } from '../../sources/source-kinds.ts'
import type { RowsLeftOut } from '../../sources/sources.ts'
import { createTenantSources, type TenantSources } from '../../sources/tenant-sources.ts'

/** The engine of a tenant over the files of its datasets, and its connections to databases. */
export interface TenantEngine {
  readonly engine: DuckDb
  readonly sources: TenantSources
  readonly source: AggregateSource
  /** The same text for workspaces that this engine can serve. */
  readonly reads: string
  close(): Promise<void>
}

/** Options of every engine of a platform. */
export interface EngineDeps {
  readonly onProgress: (step: string) => void
  readonly onRowsLeftOut: (leftOut: RowsLeftOut) => void
  /** Memory for datasets that are queried repeatedly; null keeps none. */
  readonly memory: DataMemory | null
  /** The largest memory of an engine, in bytes. */
  readonly engineBytes: number
}

/** Opens an engine for the sources of a workspace; no file is opened yet. */
export async function openEngine(
  workspace: Workspace,
  { onProgress, onRowsLeftOut, memory, engineBytes }: EngineDeps,
): Promise<TenantEngine> {
  const { tenant: owner, timeZone } = workspace
  const engine = await createDuckDb({ timeZone, memoryLimit: formatEngineMemory(engineBytes) })
  const sources = createTenantSources(engine, workspace, { onProgress, onRowsLeftOut })
  const { findFile } = sources
  const files = createSqlSource({ driver: engine, dialect: duckdbDialect, timeZone })
  const source =
    memory === null
      ? files
      : createCachedSource(files, { memory, owner, timeZone, engine, findFile, onProgress })
  const close = async (): Promise<void> => {
    await Promise.all([engine.close(), sources.close()])
  }
  return { engine, sources, source: sources.ready(source), reads: toEngineKey(workspace), close }
}

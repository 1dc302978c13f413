import { join } from 'node:path'
import type { Workspace } from '@tributary/catalog'
import { isPostgresUrl } from '../../store/postgresql.ts'
import { createTableLock, type TableLock } from '../lock/table-lock.ts'
import type { StoredTables } from '../material-tables.ts'
import { createDuckDbTables } from './duckdb-tables.ts'
import { createExternalTables, type ExternalTables } from './external-tables.ts'
import { createPostgreSqlTables } from './postgresql-tables.ts'

/** The materialised tables of every tenant that is open; they stay when its definitions become others. */
export interface TableStores {
  /** The tables of the workspace's tenant, which from now on follow this workspace. */
  get(workspace: Workspace): StoredTables
  /**
   * Takes the tables and tasks of the embedded store for this process; a process without workers releases them. Rejects
   * with `PLATFORM_TABLES_IN_USE`. Does nothing for PostgreSQL.
   */
  acquire(): Promise<void>
  close(): Promise<void>
}

interface TableStore {
  readonly tables: StoredTables
  workspace: Workspace
}

/** The table stores of the store at `place`, each opened at its first use; `workers` is the number of workers of this process. */
export function createTableStores(
  place: string | undefined,
  { workers, engineBytes }: { readonly workers: number; readonly engineBytes?: number },
): TableStores {
  const stores = new Map<string, TableStore>()
  const isEmbedded = place !== undefined && !isPostgresUrl(place)
  const release = async (): Promise<void> => {
    await Promise.all(Array.from(stores.values(), ({ tables }) => tables.release()))
  }
  const lock = isEmbedded ? createTableLock({ folder: place, workers, release }) : null
  return {
    get: (workspace) => {
      const { tenant } = workspace
      const cachedStore = stores.get(tenant)
      if (cachedStore !== undefined) {
        cachedStore.workspace = workspace
        return cachedStore.tables
      }
      const tables = openMaterialTables({
        place,
        tenant,
        lock,
        workspace: () => store.workspace,
        engineBytes,
      })
      const store: TableStore = { tables, workspace }
      stores.set(tenant, store)
      return tables
    },
    acquire: async () => lock?.claim(),
    close: async () => {
      await Promise.all(Array.from(stores.values(), ({ tables }) => tables.close()))
      lock?.close()
    },
  }
}

/** Whose tables, and beside which store. */
export interface MaterialTablesOptions {
  /** The place of the store, as `openStore` takes it. */
  readonly place: string | undefined
  readonly tenant: string
  /** Taken before the tables of an embedded store are opened. @defaultValue no lock */
  readonly lock?: TableLock | null
  /** The tenant's definitions as they are now: asked at each use. */
  readonly workspace: () => Workspace
  /** The largest memory of the engine, in bytes. @defaultValue a quarter of what this process may use */
  readonly engineBytes?: number | undefined
}

/** The materialised tables of a tenant, beside the store. Nothing is opened before it is needed; close it when done. */
export function openMaterialTables({
  place,
  tenant,
  lock = null,
  workspace,
  engineBytes,
}: MaterialTablesOptions): StoredTables {
  const storedTables =
    place !== undefined && isPostgresUrl(place)
      ? createPostgreSqlTables({ url: place, tenant, workspace, engineBytes })
      : createDuckDbTables({ path: toTablesPath(place, tenant), lock, workspace, engineBytes })
  return withExternalTables(storedTables, createExternalTables(workspace, engineBytes))
}

/** Adds the tables of external plans, which are read from their files, to the tables that this service writes. */
function withExternalTables(storedTables: StoredTables, external: ExternalTables): StoredTables {
  return {
    ...storedTables,
    state: (table) => (external.has(table) ? external.state(table) : storedTables.state(table)),
    changes: async () => `${await storedTables.changes()} ${await external.changes()}`,
    // A table that others fill is not ours to take away.
    drop: async (table) => (external.has(table) ? undefined : storedTables.drop(table)),
    // Another's file is read where it is, and never kept.
    read: (table, columns) => (external.has(table) ? external : storedTables).read(table, columns),
    source: {
      aggregate: (request, options) => {
        const tables = external.has(request.rows.base.table) ? external : storedTables
        return tables.source.aggregate(request, options)
      },
    },
    close: async () => {
      await Promise.all([storedTables.close(), external.close()])
    },
  }
}

/** The file of a tenant's tables beside the embedded store in `folder`; `:memory:` beside one in memory. */
export function toTablesPath(folder: string | undefined, tenant: string): string {
  if (folder === undefined) return ':memory:'
  // Some file systems take upper and lower case for the same.
  const name = tenant.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`)
  return join(folder, 'tributary.sqlite.tables', `${name}.duckdb`)
}

import { join } from 'node:path'
import type { Workspace } from '@tributary/catalog'
import { isPostgresUrl } from '../store/postgresql.ts'
import { duckdbTables } from './duckdb-tables.ts'
import { type ExternalTables, externalTables } from './external-tables.ts'
import type { MaterialTables } from './material-tables.ts'
import { postgresqlTables } from './postgresql-tables.ts'
import { type TableHold, tableHold } from './table-lock.ts'

/** The materialised tables of every tenant that is open; they stay when its definitions become others. */
export interface TableHomes {
  /** The tables of the workspace's tenant, which from now on read what this workspace says. */
  of(workspace: Workspace): MaterialTables
  /**
   * Makes sure that no other process opens tables beside the embedded store, or works on its tasks; one that does not
   * work lets go of them. Rejects with `PLATFORM_TABLES_IN_USE`. Nothing for a store that several may work on.
   */
  hold(): Promise<void>
  close(): Promise<void>
}

interface Home {
  readonly tables: MaterialTables
  workspace: Workspace
}

/** The homes beside the store at `place`, each opened when it is first asked for, by a process of so many workers. */
export function createTableHomes(place: string | undefined, workers: number): TableHomes {
  const homes = new Map<string, Home>()
  const isEmbedded = place !== undefined && !isPostgresUrl(place)
  const letGo = async (): Promise<void> => {
    await Promise.all(Array.from(homes.values(), ({ tables }) => tables.letGo()))
  }
  const hold = isEmbedded ? tableHold({ folder: place, workers, letGo }) : null
  return {
    of: (workspace) => {
      const { tenant } = workspace
      const known = homes.get(tenant)
      if (known !== undefined) {
        known.workspace = workspace
        return known.tables
      }
      const tables = openMaterialTables({ place, tenant, hold, workspace: () => home.workspace })
      const home: Home = { tables, workspace }
      homes.set(tenant, home)
      return tables
    },
    hold: async () => hold?.claim(),
    close: async () => {
      await Promise.all(Array.from(homes.values(), ({ tables }) => tables.close()))
      hold?.close()
    },
  }
}

/** Whose tables, and beside which store. */
export interface MaterialTablesOptions {
  /** The place of the store, as `openStore` takes it. */
  readonly place: string | undefined
  readonly tenant: string
  /** Who may open the tables beside an embedded store. @defaultValue whoever comes first, as the engine has it */
  readonly hold?: TableHold | null
  /** The tenant's definitions as they are now: asked at each use. */
  readonly workspace: () => Workspace
}

/** The materialised tables of a tenant, beside the store. Nothing is opened before it is needed; close it when done. */
export function openMaterialTables({
  place,
  tenant,
  hold = null,
  workspace,
}: MaterialTablesOptions): MaterialTables {
  const own =
    place !== undefined && isPostgresUrl(place)
      ? postgresqlTables({ url: place, tenant, workspace })
      : duckdbTables({ path: tablesPath(place, tenant), hold, workspace })
  return withExternalTables(own, externalTables(workspace))
}

/** The tables of a home, and those that somebody else fills: what is asked of the latter is read from their files. */
export function withExternalTables(own: MaterialTables, external: ExternalTables): MaterialTables {
  return {
    begin: (instance) => own.begin(instance),
    replace: (job, options) => own.replace(job, options),
    state: (table) => (external.has(table) ? external.state(table) : own.state(table)),
    changes: async () => `${await own.changes()} ${await external.changes()}`,
    // A table that others fill is not ours to take away.
    drop: async (table) => (external.has(table) ? undefined : own.drop(table)),
    // Another's file is read where it is, and never kept.
    read: (table, columns) => (external.has(table) ? external : own).read(table, columns),
    source: {
      aggregate: (request, options) => {
        const tables = external.has(request.rows.base.table) ? external : own
        return tables.source.aggregate(request, options)
      },
    },
    letGo: () => own.letGo(),
    close: async () => {
      await Promise.all([own.close(), external.close()])
    },
  }
}

/** The file of a tenant's tables beside the embedded store in `folder`; `:memory:` beside one in memory. */
export function tablesPath(folder: string | undefined, tenant: string): string {
  if (folder === undefined) return ':memory:'
  // Some file systems take upper and lower case for the same.
  const name = tenant.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`)
  return join(folder, 'tributary.sqlite.tables', `${name}.duckdb`)
}

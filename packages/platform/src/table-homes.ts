import type { Workspace } from '@tributary/catalog'
import type { MaterialTables } from './acceleration/material-tables.ts'
import { openMaterialTables } from './acceleration/open-material-tables.ts'
import { tableHold } from './acceleration/table-hold.ts'
import { isPostgresUrl } from './store/postgresql.ts'

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

import type { Workspace } from '@tributary/catalog'
import type { MaterialTables } from './acceleration/material-tables.ts'
import { openMaterialTables } from './acceleration/open-material-tables.ts'

/** The materialised tables of every tenant that is open; they stay when its definitions become others. */
export interface TableHomes {
  /** The tables of the workspace's tenant, which from now on read what this workspace says. */
  of(workspace: Workspace): MaterialTables
  close(): Promise<void>
}

interface Home {
  readonly tables: MaterialTables
  workspace: Workspace
}

/** The homes beside the store at `place`, each opened when it is first asked for. */
export function createTableHomes(place: string | undefined): TableHomes {
  const homes = new Map<string, Home>()
  return {
    of: (workspace) => {
      const { tenant } = workspace
      const known = homes.get(tenant)
      if (known !== undefined) {
        known.workspace = workspace
        return known.tables
      }
      const tables = openMaterialTables({ place, tenant, workspace: () => home.workspace })
      const home: Home = { tables, workspace }
      homes.set(tenant, home)
      return tables
    },
    close: async () => {
      await Promise.all(Array.from(homes.values(), ({ tables }) => tables.close()))
    },
  }
}

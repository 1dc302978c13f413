import type { Workspace } from '@tributary/catalog'
import { isPostgresUrl } from '../store/postgresql.ts'
import { duckdbTables } from './duckdb-tables.ts'
import { externalTables } from './external-tables.ts'
import type { MaterialTables } from './material-tables.ts'
import { postgresqlTables } from './postgresql-tables.ts'
import type { TableHold } from './table-hold.ts'
import { tablesPath } from './tables-path.ts'
import { withExternalTables } from './with-external-tables.ts'

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

import type { Workspace } from '@tributary/catalog'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import type { Kysely } from 'kysely'
import type { Store } from './open-store.ts'
import type { DefinitionKind, DefinitionTable, StoreSchema } from './schema.ts'
import { prepareQuery } from './statements.ts'
import { type DefinitionRow, fromRows } from './workspace-rows.ts'

/** Every definition of a tenant as it is stored, in no order. */
export async function readDefinitions(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<readonly DefinitionRow[]> {
  return store
    .selectFrom('definition')
    .select(['kind', 'name', 'body'])
    .where('tenant', '=', tenant)
    .execute()
}

/** What is stored of a tenant itself; of the calendar what differs from the usual. */
export interface StoredSettings {
  readonly timeZone: string
  readonly calendar?: Partial<Workspace['calendar']>
}

/** A workspace with the version of the definitions that it was read at. */
export interface StoredWorkspace {
  readonly workspace: Workspace
  readonly version: number
}

/** What was last applied for a tenant; null for a tenant that nothing was applied for. */
export async function readStoredWorkspace(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<StoredWorkspace | null> {
  const row = await readTenant(store, tenant)
  if (row === undefined || row.definitions_version === 0) return null
  const rows = await readDefinitions(store, tenant)
  const orders = await store
    .selectFrom('definition_order')
    .select(['kind', 'names'])
    .where('tenant', '=', tenant)
    .execute()
  const again = await readTenant(store, tenant)
  // Other definitions were applied in between: what was read may be half of each.
  if (again?.definitions_version !== row.definitions_version)
    return readStoredWorkspace(store, tenant)
  const { timeZone, calendar } = JSON.parse(row.settings) as StoredSettings
  const orderOf = new Map<DefinitionKind, readonly string[]>(
    orders.map(({ kind, names }) => [kind, JSON.parse(names) as string[]]),
  )
  return {
    workspace: fromRows(
      { tenant, timeZone, calendar: { ...PLAIN_CALENDAR, ...calendar } },
      rows,
      orderOf,
    ),
    version: row.definitions_version,
  }
}

function readTenant(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<{ readonly definitions_version: number; readonly settings: string } | undefined> {
  return store
    .selectFrom('tenant')
    .select(['definitions_version', 'settings'])
    .where('tenant', '=', tenant)
    .executeTakeFirst()
}

/** A tenant, and the version of its definitions. */
export interface TenantVersion {
  readonly tenant: string
  readonly version: number
}

/** Every tenant that something was applied for, by name. */
export async function readTenantVersions(
  store: Kysely<StoreSchema>,
): Promise<readonly TenantVersion[]> {
  return store
    .selectFrom('tenant')
    .select(['tenant', 'definitions_version as version'])
    .where('definitions_version', '>', 0)
    .orderBy('tenant')
    .execute()
}

/** What the store knows of a definition's history; times in milliseconds since 1970 UTC. */
export interface DefinitionStamp {
  readonly version: number
  readonly createTime: number
  readonly updateTime: number
}

/** When a definition was first and last changed, and how often. Rejects when it was never applied. */
export async function definitionStamp(
  store: Store,
  tenant: string,
  kind: DefinitionTable['kind'],
  name: string,
): Promise<DefinitionStamp> {
  const [row] = await stampOf(store, { tenant, kind, name })
  if (row === undefined) throw new Error(`The ${kind} ${name} of ${tenant} was never applied.`)
  return {
    version: row.version,
    createTime: Date.parse(row.created_at),
    updateTime: Date.parse(row.updated_at),
  }
}

const stampOf = prepareQuery(
  (store, { tenant, kind, name }: Pick<DefinitionTable, 'tenant' | 'kind' | 'name'>) =>
    store
      .selectFrom('definition')
      .select(['version', 'created_at', 'updated_at'])
      .where('tenant', '=', tenant)
      .where('kind', '=', kind)
      .where('name', '=', name),
)

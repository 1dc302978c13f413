import { setImmediate } from 'node:timers/promises'
import type { Workspace } from '@tributary/catalog'
import { runInSlices } from '@tributary/core/internal'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import type { Kysely } from 'kysely'
import type { DefinitionKind, DefinitionTable, Store, StoreSchema } from '../schema.ts'
import { prepareQuery } from '../statements.ts'
import { type DefinitionRow, KINDS, toWorkspace } from './workspace-rows.ts'

/** Rows of one statement. The embedded store reads them in one piece, in less than two milliseconds. */
const PAGE = 500

/** The stored definitions of a tenant at a version. */
export interface StoredDefinitions {
  /** 0 for a tenant that nothing was applied for. */
  readonly version: number
  /** Of the tenant itself, as JSON; null for one that the store does not know. */
  readonly settings: string | null
  /** By kind, then by name. */
  readonly rows: readonly DefinitionRow[]
}

/** Every definition of a tenant as it is stored, all of one version. */
export async function readDefinitions(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<StoredDefinitions> {
  for (;;) {
    const row = await readTenant(store, tenant)
    const rows = await readPages(store, tenant)
    const again = await readTenant(store, tenant)
    const version = row?.definitions_version ?? 0
    // Other definitions were applied in between: what was read may be half of each.
    if ((again?.definitions_version ?? 0) !== version) continue
    return { version, settings: row?.settings ?? null, rows }
  }
}

async function readPages(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<readonly DefinitionRow[]> {
  const rows: DefinitionRow[] = []
  for (const kind of KINDS) {
    for (let after: string | null = null; ; await setImmediate()) {
      const page: readonly DefinitionRow[] = await (after === null
        ? selectFirstPage(store, { tenant, kind })
        : selectNextPage(store, { tenant, kind, after }))
      rows.push(...page)
      if (page.length < PAGE) break
      after = page.at(-1)!.name
    }
  }
  return rows
}

const createPageQuery = (store: Kysely<StoreSchema>, { tenant, kind }: PageKey) =>
  store
    .selectFrom('definition')
    .select(['kind', 'name', 'body'])
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .orderBy('name')
    .limit(PAGE)

type PageKey = Pick<DefinitionTable, 'tenant' | 'kind'>

const selectFirstPage = prepareQuery(createPageQuery)
const selectNextPage = prepareQuery((store, page: PageKey & { readonly after: string }) =>
  createPageQuery(store, page).where('name', '>', page.after),
)

/** The stored settings of a tenant itself; of the calendar only the differences from the default. */
export interface StoredSettings {
  readonly timeZone: string
  readonly calendar?: Partial<Workspace['calendar']>
}

/** A workspace with the version of the definitions that it was read at. */
export interface StoredWorkspace {
  readonly workspace: Workspace
  readonly version: number
}

/** The workspace that was last applied for a tenant; null when none was. */
export async function readStoredWorkspace(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<StoredWorkspace | null> {
  const { version, settings: stored, rows } = await readDefinitions(store, tenant)
  if (version === 0 || stored === null) return null
  const orders = await store
    .selectFrom('definition_order')
    .select(['kind', 'names'])
    .where('tenant', '=', tenant)
    .execute()
  const again = await readTenant(store, tenant)
  if (again?.definitions_version !== version) return readStoredWorkspace(store, tenant)
  const { timeZone, calendar } = JSON.parse(stored) as StoredSettings
  const ordersByKind = new Map<DefinitionKind, readonly string[]>(
    orders.map(({ kind, names }) => [kind, JSON.parse(names) as string[]]),
  )
  const settings = { tenant, timeZone, calendar: { ...PLAIN_CALENDAR, ...calendar } }
  return {
    workspace: await runInSlices(toWorkspace(settings, rows, ordersByKind)),
    version,
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

/** The history of a definition; times in milliseconds since 1970 UTC. */
export interface DefinitionStamp {
  readonly version: number
  readonly createTime: number
  readonly updateTime: number
}

/** When a definition was first and last changed, and how often. Rejects when it was never applied. */
export async function readDefinitionStamp(
  store: Store,
  tenant: string,
  kind: DefinitionTable['kind'],
  name: string,
): Promise<DefinitionStamp> {
  const [row] = await selectDefinitionStamp(store, { tenant, kind, name })
  if (row === undefined) throw new Error(`The ${kind} ${name} of ${tenant} was never applied.`)
  return {
    version: row.version,
    createTime: Date.parse(row.created_at),
    updateTime: Date.parse(row.updated_at),
  }
}

const selectDefinitionStamp = prepareQuery(
  (store, { tenant, kind, name }: Pick<DefinitionTable, 'tenant' | 'kind' | 'name'>) =>
    store
      .selectFrom('definition')
      .select(['version', 'created_at', 'updated_at'])
      .where('tenant', '=', tenant)
      .where('kind', '=', kind)
      .where('name', '=', name),
)

import type { Kysely } from 'kysely'
import type { StoreSchema } from './schema.ts'

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

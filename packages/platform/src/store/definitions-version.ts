import type { Transaction } from 'kysely'
import type { StoreSchema } from './schema.ts'

/** The version of a tenant's definitions, raised by `step`; a tenant that something was applied for has at least 1. */
export async function raiseVersion(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  step: 0 | 1,
): Promise<number> {
  const before = await transaction
    .selectFrom('tenant')
    .select('definitions_version')
    .where('tenant', '=', tenant)
    .executeTakeFirstOrThrow()
  const version = Math.max(1, before.definitions_version + step)
  if (version === before.definitions_version) return version
  await transaction
    .updateTable('tenant')
    .set({ definitions_version: version })
    .where('tenant', '=', tenant)
    .execute()
  return version
}

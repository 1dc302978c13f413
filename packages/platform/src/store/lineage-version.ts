import type { Store } from './open-store.ts'
import type { Write } from './write-queue.ts'

/**
 * The version of the definitions that a tenant's lineage was last brought to; 0 for none. What definitions that did
 * not change give is not worked out again: when that becomes something else, a migration sets this to 0.
 */
export async function readLineageVersion(store: Store, tenant: string): Promise<number> {
  const row = await store
    .selectFrom('tenant')
    .select('lineage_version')
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  return row?.lineage_version ?? 0
}

/** Remembers that a tenant's lineage says what the definitions of that version do. */
export async function writeLineageVersion(
  write: Write,
  tenant: string,
  version: number,
): Promise<void> {
  await write(async (transaction) => {
    await transaction
      .updateTable('tenant')
      .set({ lineage_version: version })
      .where('tenant', '=', tenant)
      .execute()
  })
}

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The definitions that a tenant's lineage was last brought to. */
export const lineageVersion: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('tenant')
      .addColumn('lineage_version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

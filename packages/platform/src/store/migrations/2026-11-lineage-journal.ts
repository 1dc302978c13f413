import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Every change of a tenant's lineage, in order. */
export const lineageJournal: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('lineage_change')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('change', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('lineage_change_key', ['tenant', 'version'])
      .execute()
  },
}

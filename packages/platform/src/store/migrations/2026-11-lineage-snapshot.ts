import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A tenant's lineage at a version, in pieces: what is in the journal up to then need not be read again. */
export const lineageSnapshot: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('lineage_snapshot')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('piece', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      // SQLite has no such type and keeps bytes as they are.
      .addColumn('bytes', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('lineage_snapshot_key', ['tenant', 'piece'])
      .execute()
  },
}

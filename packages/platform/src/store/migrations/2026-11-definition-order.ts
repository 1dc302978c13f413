import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** In which order the definitions of a kind stand: one row a kind, so that one more definition moves no other. */
export const definitionOrder: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('definition_order')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('names', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('definition_order_key', ['tenant', 'kind'])
      .execute()
  },
}

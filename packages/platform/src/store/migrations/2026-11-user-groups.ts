import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The groups of users: a tree in which the children of a group have an order. */
export const userGroups: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('user_group')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('parent', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_group_key', ['tenant', 'id'])
      .addUniqueConstraint('user_group_code', ['tenant', 'code'])
      .execute()
  },
}

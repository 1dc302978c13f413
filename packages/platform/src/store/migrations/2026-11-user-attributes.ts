import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The attributes of users; those of an account go with it. */
export const userAttributes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('user_attribute')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('user_attribute_key', ['tenant', 'account', 'name'])
      .addForeignKeyConstraint(
        'user_attribute_account',
        ['tenant', 'account'],
        'account',
        ['tenant', 'account'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
  },
}

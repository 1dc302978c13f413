import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Accounts, their credentials, and the definitions that were applied. */
export const accountsAndDefinitions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('account')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('display_name', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('account_key', ['tenant', 'account'])
      .execute()
    await db.schema
      .createTable('credential')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('credential_key', ['tenant', 'kind', 'secret_hash'])
      .addForeignKeyConstraint(
        'credential_account',
        ['tenant', 'account'],
        'account',
        ['tenant', 'account'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createTable('definition')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('definition_key', ['tenant', 'kind', 'name'])
      .execute()
  },
}

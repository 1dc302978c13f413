import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The tenants of the store; a row is also what a writer of its tenant holds. */
export const tenants: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('tenant')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('writes', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('definitions_version', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('settings', 'text', (column) => column.notNull().defaultTo('{}'))
      .addPrimaryKeyConstraint('tenant_key', ['tenant'])
      .execute()
  },
}

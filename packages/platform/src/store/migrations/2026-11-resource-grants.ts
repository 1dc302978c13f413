import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Rights to single resources; what an account may do with the whole tenant becomes one of them. */
export const resourceGrants: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('resource_grant')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('resource_type', 'text', (column) => column.notNull())
      .addColumn('resource_name', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('granted_at', 'text', (column) => column.notNull())
      .addColumn('made_by', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('resource_grant_key', [
        'tenant',
        'account',
        'resource_type',
        'resource_name',
        'made_by',
      ])
      .addForeignKeyConstraint(
        'resource_grant_account',
        ['tenant', 'account'],
        'account',
        ['tenant', 'account'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('resource_grant_of_resource')
      .on('resource_grant')
      .columns(['tenant', 'resource_type', 'resource_name'])
      .execute()
    await sql`
      insert into resource_grant (tenant, account, resource_type, resource_name, role, granted_at, made_by)
      select tenant, account, 'TENANT', tenant, role, '1970-01-01T00:00:00.000Z', 'FILE' from account
    `.execute(db)
    await db.schema.alterTable('account').dropColumn('role').execute()
  },
}

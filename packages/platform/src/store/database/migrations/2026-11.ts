import { type Kysely, sql } from 'kysely'
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

/** Metric views: what they say with its names mapped, and which metrics and dimensions they name. */
export const metricViews: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('metric_view')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('display_name', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('definition', 'text', (column) => column.notNull())
      .addColumn('names', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('metric_view_key', ['tenant', 'name'])
      .execute()
  },
}

/** The definitions that a tenant's lineage was last brought to. */
export const lineageVersion: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('tenant')
      .addColumn('lineage_version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

/** Tasks, their instances, which instance comes after which, and until when each schedule was followed. */
export const tasks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('task')
      .addColumn('dag_name', 'text', (column) => column.primaryKey())
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('created', 'integer', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .execute()
    await createInstances(db)
    await createIndexes(db)
    await db.schema
      .createTable('task_dependency')
      .addColumn('instance', 'integer', (column) => column.notNull())
      .addColumn('upstream', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('task_dependency_key', ['instance', 'upstream'])
      .execute()
    await db.schema
      .createIndex('task_dependency_upstream')
      .on('task_dependency')
      .columns(['upstream', 'instance'])
      .execute()
    await db.schema
      .createTable('task_target')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('task_target_key', ['tenant', 'target'])
      .execute()
    await db.schema
      .createTable('task_schedule')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('cron', 'text', (column) => column.notNull())
      .addColumn('followed_until', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('task_schedule_key', ['tenant', 'subject'])
      .execute()
    await createCounters(db)
  },
}

async function createInstances(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('task_instance')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('dag_name', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('task_type', 'text', (column) => column.notNull())
    .addColumn('run_type', 'text', (column) => column.notNull())
    .addColumn('plan_id', 'text')
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('start_partition', 'text')
    .addColumn('end_partition', 'text')
    .addColumn('schedule_time', 'text', (column) => column.notNull())
    .addColumn('schedule_key', 'text')
    .addColumn('resource_group', 'text', (column) => column.notNull())
    .addColumn('priority', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('retries', 'integer', (column) => column.notNull())
    .addColumn('retry_count', 'integer', (column) => column.notNull())
    .addColumn('retry_interval', 'integer', (column) => column.notNull())
    .addColumn('losses', 'integer', (column) => column.notNull())
    .addColumn('ready_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('status_times', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('original_sql', 'text')
    .addColumn('formatted_sql', 'text')
    .addColumn('server', 'text')
    .addUniqueConstraint('task_instance_schedule', ['tenant', 'schedule_key'])
    .execute()
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('task_instance_in_task')
    .unique()
    .on('task_instance')
    .columns(['tenant', 'dag_name', 'sequence'])
    .execute()
  await db.schema
    .createIndex('task_instance_of_plan')
    .on('task_instance')
    .columns(['tenant', 'plan_id', 'started_at', 'id'])
    .execute()
  // The head of each table's queue is found without reading past those that wait behind it.
  await sql`create index task_instance_waiting on task_instance
    (tenant, target, priority desc, id) where status = 'WAITING'`.execute(db)
  // One writer a table: the store itself refuses a second one.
  await sql`create unique index task_instance_running on task_instance
    (tenant, target) where status = 'RUNNING'`.execute(db)
}

/** Numbers that are given out once, and a row that whoever changes the queue holds meanwhile. */
async function createCounters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('task_counter')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute()
}

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

/** The purpose and the end of a credential; null for none. */
export const credentialEnds: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // SQLite adds one column a statement.
    await db.schema.alterTable('credential').addColumn('name', 'text').execute()
    await db.schema.alterTable('credential').addColumn('expires_at', 'text').execute()
  },
}

/** The changes of imports of lineage in pieces, which a row of the journal names. */
export const lineagePieces: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('lineage_piece')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('import', 'text', (column) => column.notNull())
      .addColumn('piece', 'integer', (column) => column.notNull())
      .addColumn('written_at', 'text', (column) => column.notNull())
      .addColumn('changes', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('lineage_piece_key', ['tenant', 'import', 'piece'])
      .execute()
  },
}

/** The imports of lineage, those that run and those of the last days. */
export const lineageImports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('lineage_import')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('step', 'text')
      .addColumn('done', 'integer')
      .addColumn('total', 'integer')
      .addColumn('format', 'text')
      .addColumn('vertices', 'integer')
      .addColumn('edges', 'integer')
      .addColumn('new_vertices', 'integer')
      .addColumn('new_edges', 'integer')
      .addColumn('message', 'text')
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('beat_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addPrimaryKeyConstraint('lineage_import_key', ['tenant', 'id'])
      .execute()
    await db.schema
      .createIndex('lineage_import_begun')
      .on('lineage_import')
      .columns(['tenant', 'started_at'])
      .execute()
  },
}

/** The definitions that imports from other tools wrote, a row for each file. */
export const definitionImports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('definition_import')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('objects', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('definition_import_key', ['tenant', 'file'])
      .execute()
  },
}

/** Imports of definitions that can be asked for, and what they answered. */
export const definitionImportTasks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('definition_import_task')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('step', 'text')
      .addColumn('message', 'text')
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('beat_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addPrimaryKeyConstraint('definition_import_task_key', ['tenant', 'id'])
      .execute()
    await db.schema
      .createTable('definition_import_answer')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('import', 'text', (column) => column.notNull())
      .addColumn('piece', 'integer', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('definition_import_answer_key', ['tenant', 'import', 'piece'])
      .execute()
  },
}

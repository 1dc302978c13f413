import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

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

import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

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

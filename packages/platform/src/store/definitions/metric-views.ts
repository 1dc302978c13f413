import type { ResourceRef } from '@tributary/catalog'
import type { ViewDefinition } from '@tributary/catalog/internal'
import type { Kysely, Selectable } from 'kysely'
import type { StoreSchema } from '../schema.ts'

/** A stored metric view. */
export interface MetricView {
  readonly name: string
  readonly displayName: string
  readonly description: string | null
  readonly definition: ViewDefinition
  /** The metrics and dimensions that it names. */
  readonly names: readonly ResourceRef[]
  /** Where it comes from. */
  readonly source: 'OPENAPI'
  readonly createdBy: string
  /** UTC as ISO text. */
  readonly createdAt: string
}

/** A view in a list. */
export type MetricViewHead = Pick<
  MetricView,
  'name' | 'displayName' | 'description' | 'createdBy' | 'createdAt'
>

/** Inserts a view. Rejects with the store's own error when there is one of that name; see `isDuplicate`. */
export async function insertView(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  view: MetricView,
): Promise<void> {
  await transaction
    .insertInto('metric_view')
    .values({
      tenant,
      name: view.name,
      display_name: view.displayName,
      description: view.description,
      definition: JSON.stringify(view.definition),
      names: JSON.stringify(view.names),
      source: view.source,
      created_by: view.createdBy,
      created_at: view.createdAt,
    })
    .execute()
}

/** Whether the tenant has a view of that name. */
export async function hasView(
  store: Kysely<StoreSchema>,
  tenant: string,
  name: string,
): Promise<boolean> {
  const row = await store
    .selectFrom('metric_view')
    .select('name')
    .where('tenant', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

/** All views of a tenant, by name. */
export async function readViews(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<readonly MetricView[]> {
  const rows = await store
    .selectFrom('metric_view')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('name')
    .execute()
  return rows.map(toMetricView)
}

/** One view of a tenant; null when there is none of that name. */
export async function readView(
  store: Kysely<StoreSchema>,
  tenant: string,
  name: string,
): Promise<MetricView | null> {
  const row = await store
    .selectFrom('metric_view')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst()
  return row === undefined ? null : toMetricView(row)
}

function toMetricView(row: Selectable<StoreSchema['metric_view']>): MetricView {
  return {
    name: row.name,
    displayName: row.display_name,
    description: row.description,
    definition: JSON.parse(row.definition) as ViewDefinition,
    names: JSON.parse(row.names) as readonly ResourceRef[],
    source: row.source,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}

/** Deletes a view with the rights to it that were given over the API. */
export async function deleteViewRow(
  transaction: Kysely<StoreSchema>,
  tenant: string,
  name: string,
): Promise<void> {
  await transaction
    .deleteFrom('metric_view')
    .where('tenant', '=', tenant)
    .where('name', '=', name)
    .execute()
  await transaction
    .deleteFrom('resource_grant')
    .where('tenant', '=', tenant)
    .where('resource_type', '=', 'ANALYSIS_VIEW')
    .where('resource_name', '=', name)
    .where('made_by', '=', 'API')
    .execute()
}

/** The views of a tenant as a list shows them, by name. */
export async function readViewHeads(
  store: Kysely<StoreSchema>,
  tenant: string,
): Promise<readonly MetricViewHead[]> {
  const rows = await store
    .selectFrom('metric_view')
    .select(['name', 'display_name', 'description', 'created_by', 'created_at'])
    .where('tenant', '=', tenant)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    name: row.name,
    displayName: row.display_name,
    description: row.description,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }))
}

import type { ResourceRef, Role } from '@tributary/catalog/internal'
import type { Transaction } from 'kysely'
import type { Grant } from '../access/grant.ts'
import type { ResourceGrantTable, StoreSchema } from './schema.ts'

/** What a row says of the right itself. */
export function toGrant(
  row: Pick<
    ResourceGrantTable,
    'role' | 'resource_type' | 'resource_name' | 'expires_at' | 'granted_at'
  >,
): Grant {
  return {
    role: row.role,
    resource: { type: row.resource_type, name: row.resource_name },
    expires: row.expires_at === null ? null : Date.parse(row.expires_at),
    granted: Date.parse(row.granted_at),
  }
}

/** Makes somebody the owner of something that was made over the API: a view. What workspace files say leaves it alone. */
export async function ownThing(
  transaction: Transaction<StoreSchema>,
  owner: { readonly tenant: string; readonly account: string },
  { resource, at }: { readonly resource: ResourceRef; readonly at: string },
): Promise<void> {
  const role: Role = 'OWNER'
  await transaction
    .insertInto('resource_grant')
    .values({
      ...owner,
      resource_type: resource.type,
      resource_name: resource.name,
      role,
      expires_at: null,
      granted_at: at,
      made_by: 'API',
    })
    .execute()
}

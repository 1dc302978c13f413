import type { Catalog, ResourceRef } from '@tributary/catalog'
import { listParentResources, listRightEntries, type RightEntry } from '../model/rights.ts'
import type { Store } from '../store/schema.ts'
import { toGrant } from '../store/users/grants.ts'

/** A right and the account that has it. */
export interface AccountEntry {
  readonly account: string
  readonly displayName: string
  readonly entry: RightEntry
}

/**
 * The accounts that have a right to the resource at `now`, in order; an account with a direct and an inherited right is listed
 * twice, the direct one first. Expired rights are left out.
 */
export async function listEntries(
  { store, catalog }: { readonly store: Store; readonly catalog: Catalog },
  resource: ResourceRef,
  now: Date,
): Promise<readonly AccountEntry[]> {
  const above = listParentResources(catalog, resource)
  const { tenant } = catalog.workspace
  const rows = await store
    .selectFrom('resource_grant')
    .innerJoin('account', (join) =>
      join
        .onRef('account.tenant', '=', 'resource_grant.tenant')
        .onRef('account.account', '=', 'resource_grant.account'),
    )
    .selectAll('resource_grant')
    .select('account.display_name')
    .where('resource_grant.tenant', '=', tenant)
    .where((where) =>
      where.or(
        [resource, ...above].map(({ type, name }) =>
          where.and({
            'resource_grant.resource_type': type,
            'resource_grant.resource_name': name,
          }),
        ),
      ),
    )
    .orderBy('resource_grant.account')
    .execute()
  const byAccount = Map.groupBy(rows, (row) => row.account)
  return [...byAccount].flatMap(([account, accountRows]) =>
    listRightEntries(accountRows.map(toGrant), { resource, above, now: now.valueOf() }).map(
      (entry) => ({
        account,
        displayName: accountRows[0]!.display_name,
        entry,
      }),
    ),
  )
}

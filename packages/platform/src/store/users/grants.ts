import type {
  AccountDefinition,
  GrantDefinition,
  ResourceRef,
  Role,
  Workspace,
} from '@tributary/catalog'
import type { Transaction } from 'kysely'
import { type Grant, toTenantResource } from '../../model/rights.ts'
import type { ResourceGrantTable, StoreSchema } from '../schema.ts'

/**
 * Replaces the accounts of a tenant and their rights by those of the workspace, at the time `at`. Rights that were given over
 * the API stay, as long as their accounts do; an unchanged right keeps its time.
 */
export async function applyAccounts(
  transaction: Transaction<StoreSchema>,
  workspace: Workspace,
  at: string,
): Promise<void> {
  await writeAccounts(transaction, workspace)
  await writeGrants(transaction, workspace, at)
}

async function writeAccounts(
  transaction: Transaction<StoreSchema>,
  { tenant, accounts }: Workspace,
): Promise<void> {
  const before = await transaction
    .selectFrom('account')
    .select(['account', 'display_name'])
    .where('tenant', '=', tenant)
    .execute()
  const displayNames = new Map(before.map((row) => [row.account, row.display_name]))
  for (const { account, displayName } of accounts) {
    const previousName = displayNames.get(account)
    displayNames.delete(account)
    if (previousName === displayName) continue
    await transaction
      .insertInto('account')
      .values({ tenant, account, display_name: displayName })
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'account']).doUpdateSet({ display_name: displayName }),
      )
      .execute()
  }
  for (const account of displayNames.keys()) {
    await transaction
      .deleteFrom('account')
      .where('tenant', '=', tenant)
      .where('account', '=', account)
      .execute()
  }
}

async function writeGrants(
  transaction: Transaction<StoreSchema>,
  workspace: Workspace,
  at: string,
): Promise<void> {
  const { tenant } = workspace
  const before = await transaction
    .selectFrom('resource_grant')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('made_by', '=', 'FILE')
    .execute()
  const storedGrants = new Map(before.map((row) => [toGrantKey(row), row]))
  for (const { account, role, resource, expires } of collectGrants(workspace)) {
    const row: ResourceGrantTable = {
      tenant,
      account,
      resource_type: resource.type,
      resource_name: resource.name,
      role,
      expires_at: expires,
      granted_at: at,
      made_by: 'FILE',
    }
    const old = storedGrants.get(toGrantKey(row))
    storedGrants.delete(toGrantKey(row))
    if (old?.role === role && old.expires_at === expires) continue
    if (old !== undefined) await deleteGrant(transaction, old)
    await transaction.insertInto('resource_grant').values(row).execute()
  }
  for (const row of storedGrants.values()) await deleteGrant(transaction, row)
}

/** Every right that the workspace gives: by role, by ownership of a dataset, by grant; once for a resource. */
function collectGrants(workspace: Workspace): Iterable<GrantDefinition> {
  const { tenant, accounts, datasets, grants } = workspace
  const roles = accounts.flatMap(({ account, role }) =>
    role === null ? [] : [createLastingGrant({ account, role }, toTenantResource(tenant))],
  )
  const owners = datasets.flatMap(({ name, owner }) =>
    owner === null
      ? []
      : [createLastingGrant({ account: owner, role: 'OWNER' }, { type: 'DATASET', name })],
  )
  // Owning a dataset is more than any grant to it could give, so it comes last.
  const all = [...roles, ...grants, ...owners]
  return new Map(
    all.map((grant) => [JSON.stringify([grant.account, grant.resource]), grant]),
  ).values()
}

function createLastingGrant(
  { account, role }: { account: string; role: NonNullable<AccountDefinition['role']> },
  resource: GrantDefinition['resource'],
): GrantDefinition {
  return { account, role, resource, expires: null }
}

function toGrantKey(row: ResourceGrantTable): string {
  return JSON.stringify([row.account, row.resource_type, row.resource_name])
}

async function deleteGrant(
  transaction: Transaction<StoreSchema>,
  row: ResourceGrantTable,
): Promise<void> {
  await transaction
    .deleteFrom('resource_grant')
    .where('tenant', '=', row.tenant)
    .where('account', '=', row.account)
    .where('resource_type', '=', row.resource_type)
    .where('resource_name', '=', row.resource_name)
    .where('made_by', '=', row.made_by)
    .execute()
}

/** The right of a row. */
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

/** Makes an account the owner of a view that was made over the API. Applying workspace files does not change it. */
export async function grantOwnership(
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

import { unauthenticatedError } from '../errors.ts'
import type { Store } from '../store/open-store.ts'
import { toGrant } from '../store/resource-grants.ts'
import type { Caller, Credentials } from './caller.ts'
import { hashSecret } from './credentials.ts'

/** Who asks, and what his tenant's state is now. */
export interface Authenticated {
  readonly caller: Caller
  /** Of the definitions. */
  readonly version: number
  /** Of the journal of the lineage. */
  readonly lineage: number
}

/**
 * Who the credentials name. `TOKEN` and `APIKEY` are secrets. `ACCOUNT` and `UID` only name somebody (a user's
 * id is the account's name), and are believed only with `trustIdentityHeaders`. Everything else rejects with
 * `ACCESS_UNAUTHENTICATED`, always the same.
 */
export async function authenticate(
  store: Store,
  { tenantId, authType, authValue }: Credentials,
  trustIdentityHeaders: boolean,
): Promise<Authenticated> {
  const account = await accountOf(store, { tenantId, authType, authValue }, trustIdentityHeaders)
  const caller = account === undefined ? undefined : await callerNamed(store, tenantId, account)
  if (caller === undefined) throw unauthenticatedError()
  return caller
}

/** An account with all its rights, in one question to the store. */
async function callerNamed(
  store: Store,
  tenant: string,
  account: string,
): Promise<Authenticated | undefined> {
  const rows = await store
    .selectFrom('account')
    .innerJoin('tenant', 'tenant.tenant', 'account.tenant')
    .leftJoin('resource_grant', (join) =>
      join
        .onRef('resource_grant.tenant', '=', 'account.tenant')
        .onRef('resource_grant.account', '=', 'account.account'),
    )
    .select([
      'account.account',
      'account.display_name',
      'tenant.definitions_version',
      'resource_grant.role',
      'resource_grant.resource_type',
      'resource_grant.resource_name',
      'resource_grant.expires_at',
      'resource_grant.granted_at',
      (eb) =>
        eb
          .selectFrom('lineage_change')
          .select('lineage_change.version')
          .whereRef('lineage_change.tenant', '=', 'account.tenant')
          .orderBy('lineage_change.version', 'desc')
          .limit(1)
          .as('lineage'),
    ])
    .where('account.tenant', '=', tenant)
    .where('account.account', '=', account)
    .execute()
  const first = rows[0]
  if (first === undefined) return undefined
  const grants = rows.flatMap(({ role, resource_type, resource_name, expires_at, granted_at }) =>
    role === null || resource_type === null || resource_name === null || granted_at === null
      ? []
      : [toGrant({ role, resource_type, resource_name, expires_at, granted_at })],
  )
  const whole = grants.find(({ resource }) => resource.type === 'TENANT')
  const caller: Caller = {
    tenant,
    account: first.account,
    displayName: first.display_name,
    role: whole?.role ?? null,
    grants: grants.filter((grant) => grant !== whole),
  }
  return { caller, version: first.definitions_version, lineage: first.lineage ?? 0 }
}

async function accountOf(
  store: Store,
  { tenantId, authType, authValue }: Credentials,
  trustIdentityHeaders: boolean,
): Promise<string | undefined> {
  switch (authType) {
    case 'ACCOUNT':
    case 'UID':
      return trustIdentityHeaders ? authValue : undefined
    case 'TOKEN':
    case 'APIKEY': {
      const row = await store
        .selectFrom('credential')
        .select('account')
        .where('tenant', '=', tenantId)
        .where('kind', '=', authType)
        .where('secret_hash', '=', hashSecret(authValue))
        .executeTakeFirst()
      return row?.account
    }
    default:
      return undefined
  }
}

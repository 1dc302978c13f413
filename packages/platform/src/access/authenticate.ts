import { unauthenticatedError } from '../errors.ts'
import type { Store } from '../store/open-store.ts'
import type { Caller, Credentials } from './caller.ts'
import { hashSecret } from './credentials.ts'

/**
 * Who the credentials name. `TOKEN` and `APIKEY` are secrets. `ACCOUNT` and `UID` only name somebody (a user's
 * id is the account's name), and are believed only with `trustIdentityHeaders`. Everything else rejects with
 * `ACCESS_UNAUTHENTICATED`, always the same.
 */
export async function authenticate(
  store: Store,
  { tenantId, authType, authValue }: Credentials,
  trustIdentityHeaders: boolean,
): Promise<Caller> {
  const account = await accountOf(store, { tenantId, authType, authValue }, trustIdentityHeaders)
  const row =
    account === undefined
      ? undefined
      : await store
          .selectFrom('account')
          .select(['account', 'display_name', 'role'])
          .where('tenant', '=', tenantId)
          .where('account', '=', account)
          .executeTakeFirst()
  if (row === undefined) throw unauthenticatedError()
  return {
    tenant: tenantId,
    account: row.account,
    displayName: row.display_name,
    role: row.role,
  }
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

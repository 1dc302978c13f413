import { setImmediate } from 'node:timers/promises'
import { unauthenticatedError } from '../model/errors.ts'
import type { Caller, Credentials } from '../model/rights.ts'
import { type AccountRow, rowsOfAccount, rowsOfSecret } from '../store/accounts.ts'
import { toGrant } from '../store/grants.ts'
import type { Store } from '../store/open-store.ts'
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
 * Who the credentials name. `TOKEN` and `APIKEY` are secrets. `ACCOUNT` and `UID` name an account without proof (a user's
 * id is the account's name), and are believed only with `trustIdentityHeaders`. Everything else rejects with
 * `ACCESS_UNAUTHENTICATED`, always the same.
 */
export async function authenticate(
  store: Store,
  credentials: Credentials,
  trustIdentityHeaders: boolean,
): Promise<Authenticated> {
  const rows = await rowsOf(store, credentials, trustIdentityHeaders)
  const [first] = rows
  if (first === undefined) throw unauthenticatedError()
  const { definitions_version: version, lineage } = first
  return { caller: toCaller(credentials.tenantId, first, rows), version, lineage: lineage ?? 0 }
}

async function rowsOf(
  store: Store,
  { tenantId, authType, authValue }: Credentials,
  trustIdentityHeaders: boolean,
): Promise<readonly AccountRow[]> {
  switch (authType) {
    case 'ACCOUNT':
    case 'UID':
      return trustIdentityHeaders
        ? rowsOfAccount(store, { tenant: tenantId, account: authValue })
        : []
    case 'TOKEN':
    case 'APIKEY':
      return rowsOfSecret(store, {
        tenant: tenantId,
        kind: authType,
        hash: hashSecret(authValue),
      })
    default:
      return []
  }
}

function toCaller(tenant: string, account: AccountRow, rows: readonly AccountRow[]): Caller {
  const grants = rows.flatMap(({ role, resource_type, resource_name, expires_at, granted_at }) =>
    role === null || resource_type === null || resource_name === null || granted_at === null
      ? []
      : [toGrant({ role, resource_type, resource_name, expires_at, granted_at })],
  )
  const whole = grants.find(({ resource }) => resource.type === 'TENANT')
  return {
    tenant,
    account: account.account,
    displayName: account.display_name,
    role: whole?.role ?? null,
    grants: grants.filter((grant) => grant !== whole),
  }
}

/** Gives the caller of credentials. */
export type Authenticate<Caller> = (credentials: Credentials) => Promise<Caller>

/**
 * Like `authenticate`, with one look-up for all calls with the same credentials in one turn of the event loop. The
 * look-up begins after the last of these calls, so a credential that is revoked before a request arrives is refused.
 * Results are not kept for later requests.
 */
export function authenticateTogether<Caller>(
  authenticate: Authenticate<Caller>,
): Authenticate<Caller> {
  const waiting = new Map<string, Promise<Caller>>()
  const ask = async (key: string, credentials: Credentials): Promise<Caller> => {
    await setImmediate()
    waiting.delete(key)
    return authenticate(credentials)
  }
  return (credentials) => {
    const key = keyOf(credentials)
    let asked = waiting.get(key)
    if (asked === undefined) {
      asked = ask(key, credentials)
      waiting.set(key, asked)
    }
    return asked
  }
}

/** No two credentials have the same, whatever characters they are made of. */
function keyOf({ tenantId, authType, authValue }: Credentials): string {
  return `${tenantId.length} ${authType.length} ${tenantId}${authType}${authValue}`
}

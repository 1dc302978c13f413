import type { Clock } from '@tributary/core'
import { coalesceByKey } from '@tributary/core/internal'
import { tokenRefusedError, unauthenticatedError } from '../model/errors.ts'
import type { BearerToken, Caller, Credentials } from '../model/rights.ts'
import type { Store } from '../store/schema.ts'
import { type AccountRow, selectAccountRows, selectSecretRows } from '../store/users/accounts.ts'
import { toGrant } from '../store/users/grants.ts'
import { hashSecret } from './credentials.ts'
import type { VerifyToken } from './token-issuers.ts'

/** A caller, with the current versions of the tenant. */
export interface AuthenticatedCaller {
  readonly caller: Caller
  /** Of the definitions. */
  readonly version: number
  /** Of the journal of the lineage. */
  readonly lineage: number
}

/** The parts that authentication uses. */
export interface AuthenticationDeps {
  readonly store: Store
  readonly clock: Clock
  readonly trustIdentityHeaders: boolean
  readonly verifyToken: VerifyToken
}

/**
 * Who the credentials name. `TOKEN` and `APIKEY` are secrets. `ACCOUNT` and `UID` name an account without proof (a user's
 * id is the account's name), and are believed only with `trustIdentityHeaders`. Everything else rejects with
 * `ACCESS_UNAUTHENTICATED`, always the same. A bearer token names an account of its tenant, and is refused with the reason.
 */
export async function authenticate(
  deps: AuthenticationDeps,
  credentials: Credentials | BearerToken,
): Promise<AuthenticatedCaller> {
  if ('token' in credentials) return authenticateToken(deps, credentials)
  const rows = await readAccountRows(deps, credentials)
  if (rows.length === 0) throw unauthenticatedError()
  return toAuthenticatedCaller(credentials.tenantId, rows)
}

async function authenticateToken(
  { store, verifyToken }: AuthenticationDeps,
  { token, tenantId }: BearerToken,
): Promise<AuthenticatedCaller> {
  const tokenAccount = await verifyToken(token)
  if (tenantId !== undefined && tenantId !== tokenAccount.tenant) {
    throw tokenRefusedError('it is of another tenant than the header tenant-id')
  }
  const rows = await selectAccountRows(store, tokenAccount)
  if (rows.length === 0) throw tokenRefusedError('it names no account of this service')
  return toAuthenticatedCaller(tokenAccount.tenant, rows)
}

function toAuthenticatedCaller(tenant: string, rows: readonly AccountRow[]): AuthenticatedCaller {
  const first = rows[0]!
  const { definitions_version: version, lineage } = first
  return { caller: toCaller(tenant, first, rows), version, lineage: lineage ?? 0 }
}

async function readAccountRows(
  { store, clock, trustIdentityHeaders }: AuthenticationDeps,
  { tenantId, authType, authValue }: Credentials,
): Promise<readonly AccountRow[]> {
  switch (authType) {
    case 'ACCOUNT':
    case 'UID':
      return trustIdentityHeaders
        ? selectAccountRows(store, { tenant: tenantId, account: authValue })
        : []
    case 'TOKEN':
    case 'APIKEY':
      return selectSecretRows(store, {
        tenant: tenantId,
        kind: authType,
        hash: hashSecret(authValue),
        now: clock.now().toISOString(),
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
  const tenantGrant = grants.find(({ resource }) => resource.type === 'TENANT')
  return {
    tenant,
    account: account.account,
    displayName: account.display_name,
    role: tenantGrant?.role ?? null,
    grants: grants.filter((grant) => grant !== tenantGrant),
  }
}

/** Gives the caller of credentials. */
export type Authenticate<Caller> = (credentials: Credentials | BearerToken) => Promise<Caller>

/**
 * Like `authenticate`, with one look-up for all calls with the same credentials in one turn of the event loop. The
 * look-up begins after the last of these calls, so a credential that is revoked before a request arrives is refused.
 * Results are not kept for later requests.
 */
export function authenticateTogether<Caller>(
  authenticate: Authenticate<Caller>,
): Authenticate<Caller> {
  return coalesceByKey(toCredentialsKey, authenticate)
}

/** No two credentials have the same, whatever characters they are made of. */
function toCredentialsKey(credentials: Credentials | BearerToken): string {
  if ('token' in credentials) return JSON.stringify([credentials.token, credentials.tenantId])
  const { tenantId, authType, authValue } = credentials
  return `${tenantId.length} ${authType.length} ${tenantId}${authType}${authValue}`
}

import type { ResourceType, Role } from '@tributary/catalog'
import type { Kysely } from 'kysely'
import type { AccountTable, CredentialTable, StoreSchema } from '../schema.ts'
import { iterateChunks, type PreparedQuery, prepareQuery } from '../statements.ts'

/** An account with one of its rights, or with none, and the state of its tenant. */
export interface AccountRow {
  readonly account: string
  readonly display_name: string
  readonly definitions_version: number
  readonly role: Role | null
  readonly resource_type: ResourceType | null
  readonly resource_name: string | null
  readonly expires_at: string | null
  readonly granted_at: string | null
  readonly lineage: number | null
}

type AccountKey = Pick<AccountTable, 'tenant' | 'account'>

type SecretKey = Pick<CredentialTable, 'tenant' | 'kind'> & {
  readonly hash: string
  /** ISO 8601 in UTC. */
  readonly now: string
}

/** An account with all its rights, one in a row. */
export const selectAccountRows: PreparedQuery<AccountKey, AccountRow> = prepareQuery(
  (store, { tenant, account }: AccountKey) =>
    createAccountRowsQuery(store, tenant).where('account.account', '=', account),
)

/** The account of a secret that has not expired, with all its rights, one in a row. */
export const selectSecretRows: PreparedQuery<SecretKey, AccountRow> = prepareQuery(
  (store, { tenant, kind, hash, now }: SecretKey) =>
    createAccountRowsQuery(store, tenant).where('account.account', '=', (eb) =>
      eb
        .selectFrom('credential')
        .select('credential.account')
        .where('credential.tenant', '=', tenant)
        .where('credential.kind', '=', kind)
        .where('credential.secret_hash', '=', hash)
        .where(({ eb, or }) =>
          or([eb('credential.expires_at', 'is', null), eb('credential.expires_at', '>', now)]),
        ),
    ),
)

function createAccountRowsQuery(store: Kysely<StoreSchema>, tenant: string) {
  return store
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
}

/** Which of the accounts the tenant has. */
export async function readStoredAccounts(
  store: Kysely<StoreSchema>,
  tenant: string,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const storedAccounts = new Set<string>()
  for (const chunk of iterateChunks([...new Set(accounts)])) {
    const rows = await selectStoredAccounts(store, tenant, chunk)
    for (const { account } of rows) storedAccounts.add(account)
  }
  return storedAccounts
}

async function selectStoredAccounts(
  store: Kysely<StoreSchema>,
  tenant: string,
  accounts: readonly string[],
): Promise<readonly Pick<AccountTable, 'account'>[]> {
  const [first] = accounts
  return first !== undefined && accounts.length === 1
    ? selectStoredAccount(store, { tenant, account: first })
    : createAccountsQuery(store, tenant, accounts).execute()
}

const selectStoredAccount = prepareQuery(
  (store, { tenant, account }: Pick<AccountTable, 'tenant' | 'account'>) =>
    createAccountsQuery(store, tenant, [account]),
)

function createAccountsQuery(
  store: Kysely<StoreSchema>,
  tenant: string,
  accounts: readonly string[],
) {
  return store
    .selectFrom('account')
    .select('account')
    .where('tenant', '=', tenant)
    .where('account', 'in', accounts)
}

import type { Kysely } from 'kysely'
import { chunksOf } from './chunks-of.ts'
import { prepareQuery } from './prepare-query.ts'
import type { AccountTable, StoreSchema } from './schema.ts'

/** Which of the accounts the tenant has. */
export async function knownAccounts(
  store: Kysely<StoreSchema>,
  tenant: string,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const chunk of chunksOf([...new Set(accounts)])) {
    const rows = await knownOf(store, tenant, chunk)
    for (const { account } of rows) known.add(account)
  }
  return known
}

async function knownOf(
  store: Kysely<StoreSchema>,
  tenant: string,
  accounts: readonly string[],
): Promise<readonly Pick<AccountTable, 'account'>[]> {
  const [first] = accounts
  return first !== undefined && accounts.length === 1
    ? knownOne(store, { tenant, account: first })
    : accountsAmong(store, tenant, accounts).execute()
}

const knownOne = prepareQuery(
  (store, { tenant, account }: Pick<AccountTable, 'tenant' | 'account'>) =>
    accountsAmong(store, tenant, [account]),
)

function accountsAmong(store: Kysely<StoreSchema>, tenant: string, accounts: readonly string[]) {
  return store
    .selectFrom('account')
    .select('account')
    .where('tenant', '=', tenant)
    .where('account', 'in', accounts)
}

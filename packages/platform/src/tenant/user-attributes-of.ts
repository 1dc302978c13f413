import type { Caller } from '../model/rights.ts'
import { readAttributes } from '../store/users/user-attributes.ts'
import type { Tenant } from './tenant.ts'

/** The attributes of the caller, for row conditions; not read where there are none. */
export async function readCallerAttributes({
  catalog,
  store,
  caller: { tenant, account },
}: Pick<Tenant, 'catalog' | 'store'> & { readonly caller: Caller }): Promise<
  ReadonlyMap<string, string>
> {
  if (!catalog.hasRowConditions) return new Map()
  const query = { accounts: [account], names: null, most: MOST_ATTRIBUTES }
  const attributes = await readAttributes(store, tenant, query)
  return new Map(attributes.map(({ name, value }) => [name, value]))
}

/** More than anybody has; of those beyond, a condition would find none. */
const MOST_ATTRIBUTES = 10_000

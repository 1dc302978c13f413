import type { Catalog } from '@tributary/catalog'
import type { Caller } from '../../model/rights.ts'
import type { Store } from '../../store/schema.ts'
import { readAttributes } from '../../store/users/user-attributes.ts'

/** More than any user has; a row condition does not see further attributes. */
const MOST_ATTRIBUTES = 10_000

/** The part of a session whose attributes are read. */
export interface AttributeReader {
  readonly catalog: Catalog
  readonly store: Store
  readonly caller: Caller
}

/** The attributes of the caller, for row conditions; not read when the catalog has no row conditions. */
export async function readCallerAttributes({
  catalog,
  store,
  caller: { tenant, account },
}: AttributeReader): Promise<ReadonlyMap<string, string>> {
  if (!catalog.hasRowConditions) return new Map()
  const query = { accounts: [account], names: null, most: MOST_ATTRIBUTES }
  const attributes = await readAttributes(store, tenant, query)
  return new Map(attributes.map(({ name, value }) => [name, value]))
}

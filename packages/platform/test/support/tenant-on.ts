import type { Caller } from '../../src/model/rights.ts'
import { createWrite, type Write } from '../../src/store/database/write-queue.ts'
import type { Store } from '../../src/store/schema.ts'

/** The part of a tenant that needs nothing but the store. */
export interface StoredTenant {
  readonly store: Store
  readonly write: Write
}

/** A caller of the tenant that {@link tenantOn} makes. */
export function callerAs(role: Caller['role'], account = 'ann', tenant = 't'): Caller {
  return { tenant, account, displayName: account, role, grants: [] }
}

/** A tenant with accounts and nothing else. */
export async function tenantOn(
  store: Store,
  accounts: readonly string[],
  tenant = 't',
): Promise<StoredTenant> {
  const write = createWrite(store, tenant)
  await write(async (transaction) => {
    for (const account of accounts) {
      const row = { tenant, account, display_name: account }
      await transaction.insertInto('account').values(row).execute()
    }
  })
  return { store, write }
}

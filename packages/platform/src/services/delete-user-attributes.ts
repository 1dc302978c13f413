import type { Caller } from '../access/caller.ts'
import { knownAccounts } from '../store/known-accounts.ts'
import { removeAttributes } from '../store/user-attributes.ts'
import type { Tenant } from '../tenant.ts'
import { assertKnownUsers } from './assert-known-users.ts'
import { assertStorable } from './assert-storable.ts'
import { requireManager } from './require-manager.ts'
import type { DeleteUserAttributesRequest } from './user-attribute-requests.ts'

/**
 * E11: takes attributes from users, all of them or (when one user is unknown) none. An attribute that a user
 * does not have is no error.
 */
export async function deleteUserAttributes(
  tenant: Pick<Tenant, 'write'>,
  caller: Caller,
  { items }: DeleteUserAttributesRequest,
): Promise<true> {
  requireManager(caller, 'delete the attributes of users')
  for (const [i, { identityValue, propertyNames }] of items.entries()) {
    assertStorable(identityValue, `items[${i}].identityValue`)
    for (const [j, name] of propertyNames.entries()) {
      assertStorable(name, `items[${i}].propertyNames[${j}]`)
    }
  }
  const attributes = items.flatMap(({ identityValue: account, propertyNames }) =>
    propertyNames.map((name) => ({ account, name })),
  )
  // A user's id is the account.
  const accounts = items.map(({ identityValue }) => identityValue)
  await tenant.write(async (transaction) => {
    const known = await knownAccounts(transaction, caller.tenant, accounts)
    assertKnownUsers(known, accounts, (index) => `items[${index}].identityValue`)
    await removeAttributes(transaction, caller.tenant, attributes)
  })
  return true
}

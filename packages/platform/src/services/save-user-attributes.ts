import type { Caller } from '../access/caller.ts'
import { knownAccounts } from '../store/known-accounts.ts'
import { writeAttributes } from '../store/user-attributes.ts'
import type { Tenant } from '../tenant.ts'
import { assertKnownUsers } from './assert-known-users.ts'
import { assertStorable } from './assert-storable.ts'
import { requireManager } from './require-manager.ts'
import type { SaveUserAttributesRequest } from './user-attribute-requests.ts'

/**
 * E10: gives users attributes, all of them or (when one user is unknown or one text cannot be kept) none. A
 * name that the user has is overwritten, another one is added; of a name given twice the last value stays.
 */
export async function saveUserAttributes(
  tenant: Pick<Tenant, 'write'>,
  caller: Caller,
  { userPropertyRequests: users }: SaveUserAttributesRequest,
): Promise<true> {
  requireManager(caller, 'save the attributes of users')
  for (const [i, { identityValue, properties }] of users.entries()) {
    const path = `userPropertyRequests[${i}]`
    assertStorable(identityValue, `${path}.identityValue`)
    for (const [j, { name, value }] of properties.entries()) {
      assertStorable(name, `${path}.properties[${j}].name`)
      assertStorable(value, `${path}.properties[${j}].value`)
    }
  }
  const attributes = users.flatMap(({ identityValue: account, properties }) =>
    properties.map(({ name, value }) => ({ account, name, value })),
  )
  // A user's id is the account.
  const accounts = users.map(({ identityValue }) => identityValue)
  await tenant.write(async (transaction) => {
    const known = await knownAccounts(transaction, caller.tenant, accounts)
    assertKnownUsers(known, accounts, (index) => `userPropertyRequests[${index}].identityValue`)
    await writeAttributes(transaction, caller.tenant, attributes)
  })
  return true
}

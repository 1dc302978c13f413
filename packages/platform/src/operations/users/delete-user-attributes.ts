import type { DeleteUserAttributesRequest } from '@tributary/contract'
import { requireManager } from '../../access/access.ts'
import { assertStorable } from '../../requests/read-values.ts'
import { readStoredAccounts } from '../../store/users/accounts.ts'
import { removeAttributes } from '../../store/users/user-attributes.ts'
import type { Session } from '../../tenant/session.ts'
import { assertKnownUsers } from './known-users.ts'

/**
 * Takes attributes from users: all of them, or none when one user is unknown. An attribute that a user does not have
 * is no error.
 */
export async function deleteUserAttributes(
  { caller, write }: Pick<Session, 'caller' | 'write'>,
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
  await write(async (transaction) => {
    const storedAccounts = await readStoredAccounts(transaction, caller.tenant, accounts)
    assertKnownUsers(storedAccounts, accounts, (index) => `items[${index}].identityValue`)
    await removeAttributes(transaction, caller.tenant, attributes)
  })
  return true
}

import type { SaveUserAttributesRequest } from '@tributary/contract'
import { requireManager } from '../../access/access.ts'
import { assertStorable } from '../../requests/read-values.ts'
import { readStoredAccounts } from '../../store/users/accounts.ts'
import { writeAttributes } from '../../store/users/user-attributes.ts'
import type { Session } from '../../tenant/session.ts'
import { assertKnownUsers } from './known-users.ts'

/**
 * Gives users attributes: all of them, or none when one user is unknown or one text cannot be stored. An attribute
 * that the user has is overwritten; of a name given twice the last value stays.
 */
export async function saveUserAttributes(
  { caller, write }: Pick<Session, 'caller' | 'write'>,
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
  await write(async (transaction) => {
    const storedAccounts = await readStoredAccounts(transaction, caller.tenant, accounts)
    assertKnownUsers(
      storedAccounts,
      accounts,
      (index) => `userPropertyRequests[${index}].identityValue`,
    )
    await writeAttributes(transaction, caller.tenant, attributes)
  })
  return true
}

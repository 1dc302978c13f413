import type {
  DeleteUserAttributesRequest,
  SaveUserAttributesRequest,
  UserAttributesData,
  UserAttributesQuery,
} from '@tributary/contract'
import { requireManager } from '../../access/access.ts'
import { invalidRequestError, unknownUserError } from '../../model/errors.ts'
import type { Caller } from '../../model/rights.ts'
import { assertStorable } from '../../requests/read-values.ts'
import { readStoredAccounts } from '../../store/users/accounts.ts'
import {
  readAttributes,
  removeAttributes,
  writeAttributes,
} from '../../store/users/user-attributes.ts'
import type { Tenant } from '../../tenant/tenant.ts'

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
    const storedAccounts = await readStoredAccounts(transaction, caller.tenant, accounts)
    assertKnownUsers(storedAccounts, accounts, (index) => `items[${index}].identityValue`)
    await removeAttributes(transaction, caller.tenant, attributes)
  })
  return true
}

/** The most attributes of one answer: more would not be read by anybody, and fill the memory. */
const MOST = 50_000

/**
 * E12: the attributes of users, each user once and in the order asked, the attributes by name. A user without
 * attributes, or one that the tenant does not have, has an empty list. Every caller may ask for his own.
 */
export async function userAttributes(
  { store }: Pick<Tenant, 'store'>,
  caller: Caller,
  { identityValues, propertyNames }: UserAttributesQuery,
): Promise<readonly UserAttributesData[]> {
  if (identityValues.some((user) => user !== caller.account)) {
    requireManager(caller, 'read the attributes of other users')
  }
  for (const [i, user] of identityValues.entries()) assertStorable(user, `identityValues[${i}]`)
  const names = propertyNames?.length ? [...new Set(propertyNames)] : null
  for (const [i, name] of (names ?? []).entries()) assertStorable(name, `propertyNames[${i}]`)
  const users = new Map<string, UserAttributesData['properties'][number][]>(
    identityValues.map((user) => [user, []]),
  )
  const query = { accounts: [...users.keys()], names, most: MOST + 1 }
  const storedAttributes = await readAttributes(store, caller.tenant, query)
  if (storedAttributes.length > MOST) throw tooMany()
  for (const { account, name, value } of storedAttributes) users.get(account)?.push({ name, value })
  return [...users].map(([identityValue, properties]) => ({ identityValue, properties }))
}

function tooMany(): ReturnType<typeof invalidRequestError> {
  const reason = `The users have more than ${MOST} such attributes; ask for fewer users, or for some propertyNames.`
  return invalidRequestError('identityValues', reason)
}

/** Throws `PLATFORM_UNKNOWN_USER` at the first of the users of a request that is not `known`. */
function assertKnownUsers(
  storedAccounts: ReadonlySet<string>,
  users: readonly string[],
  pathOf: (index: number) => string,
): void {
  const index = users.findIndex((user) => !storedAccounts.has(user))
  if (index >= 0) throw unknownUserError(users[index]!, pathOf(index))
}

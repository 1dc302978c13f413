import type { Caller } from '../access/caller.ts'
import { invalidRequestError } from '../errors.ts'
import { readAttributes } from '../store/user-attributes.ts'
import type { Tenant } from '../tenant.ts'
import { assertStorable } from './assert-storable.ts'
import { requireManager } from './require-manager.ts'
import type {
  UserAttributeData,
  UserAttributesData,
  UserAttributesQuery,
} from './user-attribute-requests.ts'

/** The most attributes of one answer: more would not be read by anybody, and fill the memory. */
const MOST = 50_000

/**
 * E12: the attributes of users, each user once and in the order asked, the attributes by name. A user without
 * attributes, or one that the tenant does not have, has an empty list. Everybody may ask for themselves.
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
  const users = new Map<string, UserAttributeData[]>(identityValues.map((user) => [user, []]))
  const query = { accounts: [...users.keys()], names, most: MOST + 1 }
  const found = await readAttributes(store, caller.tenant, query)
  if (found.length > MOST) throw tooMany()
  for (const { account, name, value } of found) users.get(account)?.push({ name, value })
  return [...users].map(([identityValue, properties]) => ({ identityValue, properties }))
}

function tooMany(): ReturnType<typeof invalidRequestError> {
  const reason = `The users have more than ${MOST} such attributes; ask for fewer users, or for some propertyNames.`
  return invalidRequestError('identityValues', reason)
}

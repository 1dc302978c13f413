import type { UserAttributesData, UserAttributesQuery } from '@tributary/contract'
import { requireManager } from '../../access/access.ts'
import { invalidRequestError } from '../../model/errors.ts'
import { assertStorable } from '../../requests/read-values.ts'
import { readAttributes } from '../../store/users/user-attributes.ts'
import type { Session } from '../../tenant/session.ts'

/** The most attributes of one answer: more would not be read by anybody, and fill the memory. */
const MOST = 50_000

/**
 * The attributes of users, each user once and in the order of the request, the attributes by name. A user without
 * attributes, or one that the tenant does not have, has an empty list. All callers may read their own.
 */
export async function userAttributes(
  { caller, store }: Pick<Session, 'caller' | 'store'>,
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
  if (storedAttributes.length > MOST) throw tooManyAttributesError()
  for (const { account, name, value } of storedAttributes) users.get(account)?.push({ name, value })
  return [...users].map(([identityValue, properties]) => ({ identityValue, properties }))
}

function tooManyAttributesError(): ReturnType<typeof invalidRequestError> {
  const reason = `The users have more than ${MOST} such attributes; ask for fewer users, or for some propertyNames.`
  return invalidRequestError('identityValues', reason)
}

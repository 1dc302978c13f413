import type { Caller } from '../access/caller.ts'
import { readAttributes } from '../store/user-attributes.ts'
import type { Tenant } from '../tenant.ts'
import { assertStorable } from './assert-storable.ts'
import { requireManager } from './require-manager.ts'
import type {
  UserAttributeData,
  UserAttributesData,
  UserAttributesQuery,
} from './user-attribute-requests.ts'

/**
 * E12: the attributes of users, in the order asked, those of one user by name. A user without attributes, or
 * one that the tenant does not have, has an empty list. Everybody may ask for themselves.
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
  const wanted = propertyNames?.length ? new Set(propertyNames) : null
  const found = new Map<string, UserAttributeData[]>()
  const users = [...new Set(identityValues)]
  for (const { account, name, value } of await readAttributes(store, caller.tenant, users)) {
    if (wanted?.has(name) === false) continue
    const others = found.get(account)
    if (others === undefined) found.set(account, [{ name, value }])
    else others.push({ name, value })
  }
  return identityValues.map((identityValue) => {
    return { identityValue, properties: found.get(identityValue) ?? [] }
  })
}

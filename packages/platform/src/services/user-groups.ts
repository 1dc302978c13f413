import type { Caller } from '../access/caller.ts'
import { invalidRequestError } from '../errors.ts'
import { readGroups } from '../store/user-groups.ts'
import type { Tenant } from '../tenant.ts'
import { assertCount, LARGEST_PAGE } from './assert-count.ts'
import { type PlacedGroup, treeOrder } from './group-tree.ts'
import type { UserGroupData, UserGroupsData, UserGroupsQuery } from './user-group-requests.ts'

/** E20: the groups that the query asks for, in the order of the tree, one page of them. */
export async function userGroups(
  { store }: Pick<Tenant, 'store'>,
  caller: Caller,
  query: UserGroupsQuery,
): Promise<UserGroupsData> {
  const { pageNumber, pageSize } = query
  assertCount('pageNumber', pageNumber, Number.MAX_SAFE_INTEGER)
  assertCount('pageSize', pageSize, LARGEST_PAGE)
  const isAsked = askedFor(query)
  const found = treeOrder(await readGroups(store, caller.tenant)).filter(isAsked)
  const start = (pageNumber - 1) * pageSize
  const list = found.slice(start, start + pageSize).map(dataOf)
  return { total: found.length, pageNumber, pageSize, list }
}

function askedFor({
  keyword,
  groupIdentityType,
  groupIds,
}: UserGroupsQuery): (group: PlacedGroup) => boolean {
  const ids = groupIds?.length ? new Set(groupIds) : null
  if (ids !== null && !groupIdentityType) {
    const reason =
      'groupIdentityType is missing; groupIds needs it: USER_GROUP_ID or USER_GROUP_CODE.'
    throw invalidRequestError('groupIdentityType', reason)
  }
  const part = keyword?.toLowerCase() ?? ''
  return ({ id, code, name }) =>
    (ids === null || ids.has(groupIdentityType === 'USER_GROUP_CODE' ? code : id)) &&
    (code.toLowerCase().includes(part) || name.toLowerCase().includes(part))
}

function dataOf({ id, code, name, parent, front }: PlacedGroup): UserGroupData {
  return {
    groupId: id,
    groupCode: code,
    groupName: name,
    parentGroupId: parent,
    frontGroupId: front,
  }
}

import type { UserGroupData, UserGroupsData, UserGroupsQuery } from '@tributary/contract'
import { invalidRequestError } from '../../model/errors.ts'
import { assertCount, LARGEST_PAGE } from '../../requests/read-values.ts'
import { readGroups, TOP, type UserGroup } from '../../store/users/user-groups.ts'
import type { Session } from '../../tenant/session.ts'

/** One page of the groups that match the request, in the order of the tree. */
export async function userGroups(
  { caller, store }: Pick<Session, 'caller' | 'store'>,
  query: UserGroupsQuery,
): Promise<UserGroupsData> {
  const { pageNumber, pageSize } = query
  assertCount('pageNumber', pageNumber, Number.MAX_SAFE_INTEGER)
  assertCount('pageSize', pageSize, LARGEST_PAGE)
  const matches = createGroupFilter(query)
  const matchingGroups = sortAsTree(await readGroups(store, caller.tenant)).filter(matches)
  const start = (pageNumber - 1) * pageSize
  const list = matchingGroups.slice(start, start + pageSize).map(toUserGroupData)
  return { total: matchingGroups.length, pageNumber, pageSize, list }
}

function createGroupFilter({
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

function toUserGroupData({ id, code, name, parent, front }: PlacedGroup): UserGroupData {
  return {
    groupId: id,
    groupCode: code,
    groupName: name,
    parentGroupId: parent,
    frontGroupId: front,
  }
}

/** A group and the sibling right before it. */
interface PlacedGroup extends UserGroup {
  readonly front: string | null
}

/** The groups as a tree is read: each before its children, siblings in their order. */
function sortAsTree(groups: readonly UserGroup[]): readonly PlacedGroup[] {
  const children = Map.groupBy(groups, ({ parent }) => parent)
  const ordered: PlacedGroup[] = []
  const waiting = placeSiblings(children.get(TOP)).toReversed()
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    ordered.push(group)
    waiting.push(...placeSiblings(children.get(group.id)).toReversed())
  }
  return ordered
}

function placeSiblings(siblings: readonly UserGroup[] = []): PlacedGroup[] {
  return siblings.map((group, i) => ({ ...group, front: siblings[i - 1]?.id ?? null }))
}

import type {
  MoveUserGroupRequest,
  UserGroupData,
  UserGroupsData,
  UserGroupsQuery,
} from '@tributary/contract'
import { requireManager } from '../../access/access.ts'
import { groupConflictError, invalidRequestError, unknownGroupError } from '../../model/errors.ts'
import type { Caller } from '../../model/rights.ts'
import { assertCount, assertStorable, LARGEST_PAGE } from '../../requests/read-values.ts'
import { placeGroup, readGroups, TOP, type UserGroup } from '../../store/users/user-groups.ts'
import type { Tenant } from '../../tenant/tenant.ts'

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
  const matchingGroups = treeOrder(await readGroups(store, caller.tenant)).filter(isAsked)
  const start = (pageNumber - 1) * pageSize
  const list = matchingGroups.slice(start, start + pageSize).map(toUserGroupData)
  return { total: matchingGroups.length, pageNumber, pageSize, list }
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

function toUserGroupData({ id, code, name, parent, front }: PlacedGroup): UserGroupData {
  return {
    groupId: id,
    groupCode: code,
    groupName: name,
    parentGroupId: parent,
    frontGroupId: front,
  }
}

/**
 * E21: puts a group, with all below it, under a parent (`-1` is the top): right after the sibling
 * `frontGroupId`, or first without one. Rejects with `PLATFORM_UNKNOWN_GROUP` for a group that is not there,
 * and with `PLATFORM_GROUP_CONFLICT` for a parent below the group and a front elsewhere; nothing moves then.
 */
export async function moveUserGroup(
  { write }: Pick<Tenant, 'write'>,
  caller: Caller,
  request: MoveUserGroupRequest,
): Promise<true> {
  requireManager(caller, 'move groups of users')
  const { value, parentGroupId, frontGroupId = null } = request
  assertStorable(value, 'value')
  assertStorable(parentGroupId, 'parentGroupId')
  if (frontGroupId !== null) assertStorable(frontGroupId, 'frontGroupId')
  await write(async (transaction) => {
    const groups = await readGroups(transaction, caller.tenant)
    const find = finder(groups, request)
    const group = find(value, 'value')
    const parent = parentGroupId === TOP ? null : find(parentGroupId, 'parentGroupId')
    const front = frontGroupId === null ? null : find(frontGroupId, 'frontGroupId')
    assertNotBelow(groups, group, parent)
    assertChild(group, parent, front)
    await placeGroup(transaction, caller.tenant, {
      id: group.id,
      parent: parent?.id ?? TOP,
      front: front?.id ?? null,
    })
  })
  return true
}

function finder(
  groups: readonly UserGroup[],
  { groupIdentityType }: MoveUserGroupRequest,
): (identity: string, path: string) => UserGroup {
  const key = groupIdentityType === 'USER_GROUP_CODE' ? 'code' : 'id'
  const byIdentity = new Map(groups.map((group) => [group[key], group]))
  return (identity, path) => {
    const group = byIdentity.get(identity)
    if (group === undefined) throw unknownGroupError(identity, key, path)
    return group
  }
}

function assertNotBelow(
  groups: readonly UserGroup[],
  group: UserGroup,
  parent: UserGroup | null,
): void {
  if (parent === null || !pathToTop(groups, parent.id).includes(group.id)) return
  const reason =
    parent.id === group.id
      ? `The group "${group.code}" cannot be moved under itself.`
      : `The group "${group.code}" cannot be moved under "${parent.code}", which is below it.`
  throw groupConflictError(reason, 'parentGroupId')
}

function assertChild(group: UserGroup, parent: UserGroup | null, front: UserGroup | null): void {
  if (front === null) return
  const where = parent === null ? 'the top' : `"${parent.code}"`
  if (front.id === group.id) {
    throw groupConflictError(`The group "${group.code}" cannot come after itself.`, 'frontGroupId')
  }
  if (front.parent !== (parent?.id ?? TOP)) {
    const reason = `The group "${front.code}" is not a child of ${where}, so nothing can come after it there.`
    throw groupConflictError(reason, 'frontGroupId')
  }
}

/** A group and the sibling right before it. */
interface PlacedGroup extends UserGroup {
  readonly front: string | null
}

/** The groups as a tree is read: each before its children, siblings in their order. */
function treeOrder(groups: readonly UserGroup[]): readonly PlacedGroup[] {
  const children = Map.groupBy(groups, ({ parent }) => parent)
  const ordered: PlacedGroup[] = []
  const waiting = placeSiblings(children.get(TOP)).toReversed()
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    ordered.push(group)
    waiting.push(...placeSiblings(children.get(group.id)).toReversed())
  }
  return ordered
}

/** The group and all that it stands below, from it to the top. */
function pathToTop(groups: readonly UserGroup[], id: string): readonly string[] {
  const parents = new Map(groups.map((group) => [group.id, group.parent]))
  const path: string[] = []
  for (let at: string | undefined = id; at !== undefined && at !== TOP; at = parents.get(at)) {
    path.push(at)
  }
  return path
}

function placeSiblings(siblings: readonly UserGroup[] = []): PlacedGroup[] {
  return siblings.map((group, i) => ({ ...group, front: siblings[i - 1]?.id ?? null }))
}

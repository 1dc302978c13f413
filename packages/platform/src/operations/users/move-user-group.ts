import type { MoveUserGroupRequest } from '@tributary/contract'
import { requireManager } from '../../access/access.ts'
import { groupConflictError, unknownGroupError } from '../../model/errors.ts'
import { assertStorable } from '../../requests/read-values.ts'
import { placeGroup, readGroups, TOP, type UserGroup } from '../../store/users/user-groups.ts'
import type { Session } from '../../tenant/session.ts'

/**
 * Moves a group, with all groups below it, under a parent (`-1` is the top): right after the sibling `frontGroupId`,
 * or to the first place without one. Rejects with `PLATFORM_UNKNOWN_GROUP` for a group that does not exist, and with
 * `PLATFORM_GROUP_CONFLICT` for a parent below the group and for a front group elsewhere; nothing moves then.
 */
export async function moveUserGroup(
  { caller, write }: Pick<Session, 'caller' | 'write'>,
  request: MoveUserGroupRequest,
): Promise<true> {
  requireManager(caller, 'move groups of users')
  const { value, parentGroupId, frontGroupId = null } = request
  assertStorable(value, 'value')
  assertStorable(parentGroupId, 'parentGroupId')
  if (frontGroupId !== null) assertStorable(frontGroupId, 'frontGroupId')
  await write(async (transaction) => {
    const groups = await readGroups(transaction, caller.tenant)
    const find = createGroupFinder(groups, request)
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

function createGroupFinder(
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
  if (parent === null || !listAncestors(groups, parent.id).includes(group.id)) return
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

/** The ids of a group and of the groups above it, from the group to the top. */
function listAncestors(groups: readonly UserGroup[], id: string): readonly string[] {
  const parents = new Map(groups.map((group) => [group.id, group.parent]))
  const path: string[] = []
  for (let at: string | undefined = id; at !== undefined && at !== TOP; at = parents.get(at)) {
    path.push(at)
  }
  return path
}

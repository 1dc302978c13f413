import { Type } from 'typebox'
import {
  integer,
  LARGEST,
  list,
  nullable,
  objects,
  optional,
  shortText,
  storedText,
  text,
  type ValueOf,
} from './schema.ts'

const identityType = (description: string) =>
  Type.Enum(['USER_GROUP_ID', 'USER_GROUP_CODE'], { description })

/** Body of `userGroups`. */
export const userGroupsBody = Type.Object({
  keyword: optional(
    Type.String({
      maxLength: 128,
      description: 'Only groups whose code or name contains it, whatever the case.',
    }),
  ),
  groupIdentityType: optional(identityType('What `groupIds` are; required when there are any.')),
  groupIds: optional(
    list('Only these groups; all when absent or empty.', shortText(128, 'Id or code of a group.'), {
      maxItems: 10_000,
    }),
  ),
  pageNumber: Type.Integer({ minimum: 1, maximum: LARGEST, description: 'Page number, from 1.' }),
  pageSize: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'Largest number of groups on a page.',
  }),
})

/** `data` of `userGroups`. */
export const userGroupsData = Type.Object({
  total: integer('Number of groups on all pages.'),
  pageNumber: integer('Page number.'),
  pageSize: integer('Largest number of groups on a page.'),
  list: objects('The groups in the order of the tree, each before its children.', {
    groupId: text('Id of the group.'),
    groupCode: text('Code of the group.'),
    groupName: text('Name for people.'),
    parentGroupId: text('Id of the parent; `-1` at the top.'),
    frontGroupId: nullable(text('Id of the sibling right before it; null for the first.')),
  }),
})

/** Body of `moveUserGroup`. */
export const moveUserGroupBody = Type.Object({
  groupIdentityType: identityType('What the other fields hold: ids or codes.'),
  value: storedText(128, 'The group to move.'),
  parentGroupId: storedText(128, 'Its new parent; `-1` is the top.'),
  frontGroupId: optional(
    storedText(128, 'The child of the new parent that it comes after; without it, it is first.'),
  ),
})

/** Body of `userGroups`. */
export type UserGroupsQuery = ValueOf<typeof userGroupsBody>

/** `data` of `userGroups`: a page of the groups. */
export type UserGroupsData = ValueOf<typeof userGroupsData>

/** A group in the answer of `userGroups`. */
export type UserGroupData = UserGroupsData['list'][number]

/** Body of `moveUserGroup`. */
export type MoveUserGroupRequest = ValueOf<typeof moveUserGroupBody>

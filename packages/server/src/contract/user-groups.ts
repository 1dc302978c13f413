import type { MoveUserGroupRequest, UserGroupsData, UserGroupsQuery } from '@tributary/platform'
import { type TUnsafe, Type } from 'typebox'
import { nullable, typed } from './typed.ts'

const identityType = (description: string) =>
  Type.Enum(['USER_GROUP_ID', 'USER_GROUP_CODE'], { description })

const identity = (description: string) => Type.String({ minLength: 1, maxLength: 128, description })

/** Body of E20. */
export const userGroupsBody: TUnsafe<UserGroupsQuery> = typed(
  Type.Object({
    keyword: Type.Optional(
      nullable(
        Type.String({
          maxLength: 128,
          description: 'Only groups whose code or name contains it, whatever the case.',
        }),
      ),
    ),
    groupIdentityType: Type.Optional(
      nullable(identityType('What `groupIds` are; required when there are any.')),
    ),
    groupIds: Type.Optional(
      nullable(
        Type.Array(identity('Id or code of a group.'), {
          maxItems: 10_000,
          description: 'Only these groups; all when absent or empty.',
        }),
      ),
    ),
    pageNumber: Type.Integer({ minimum: 1, description: 'Which page, from 1.' }),
    pageSize: Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'The most groups of a page.',
    }),
  }),
)

/** `data` of E20. */
export const userGroupsData: TUnsafe<UserGroupsData> = typed(
  Type.Object({
    total: Type.Integer({ description: 'How many groups there are on all pages.' }),
    pageNumber: Type.Integer({ description: 'Which page this is.' }),
    pageSize: Type.Integer({ description: 'The most groups of a page.' }),
    list: Type.Array(
      Type.Object({
        groupId: Type.String({ description: 'Id of the group.' }),
        groupCode: Type.String({ description: 'Code of the group.' }),
        groupName: Type.String({ description: 'What people read.' }),
        parentGroupId: Type.String({ description: 'Id of the parent; `-1` at the top.' }),
        frontGroupId: nullable(
          Type.String({ description: 'Id of the sibling right before it; null for the first.' }),
        ),
      }),
      { description: 'The groups in the order of the tree, each before its children.' },
    ),
  }),
)

/** Body of E21. */
export const moveUserGroupBody: TUnsafe<MoveUserGroupRequest> = typed(
  Type.Object({
    groupIdentityType: identityType('What the other fields hold: ids or codes.'),
    value: identity('The group to move.'),
    parentGroupId: identity('Its new parent; `-1` is the top.'),
    frontGroupId: Type.Optional(
      nullable(
        identity('The child of the new parent that it comes after; without it, it is first.'),
      ),
    ),
  }),
)

import { ROUTES } from '../routes.ts'
import { callerData } from '../schemas/caller.ts'
import { done } from '../schemas/schema.ts'
import {
  deleteUserAttributesBody,
  saveUserAttributesBody,
  userAttributesBody,
  userAttributesData,
} from '../schemas/user-attributes.ts'
import { moveUserGroupBody, userGroupsBody, userGroupsData } from '../schemas/user-groups.ts'
import type { OperationGroup } from './operation.ts'

/** Operations about users, their attributes and groups. */
export const USERS_OPERATIONS = {
  caller: {
    ...ROUTES.caller,
    tag: 'users',
    summary: 'The caller and its roles',
    data: callerData,
    meaning: 'The account, what it may do, and limits of the service.',
  },
  saveUserAttributes: {
    ...ROUTES.saveUserAttributes,
    tag: 'users',
    summary: 'Save user attributes',
    body: saveUserAttributesBody,
    data: done,
    meaning: 'All are saved.',
  },
  deleteUserAttributes: {
    ...ROUTES.deleteUserAttributes,
    tag: 'users',
    summary: 'Delete user attributes',
    body: deleteUserAttributesBody,
    data: done,
    meaning: 'All are deleted.',
  },
  userAttributes: {
    ...ROUTES.userAttributes,
    tag: 'users',
    summary: 'Query user attributes',
    body: userAttributesBody,
    data: userAttributesData,
    meaning: 'The attributes of the users.',
  },
  userGroups: {
    ...ROUTES.userGroups,
    tag: 'users',
    summary: 'List user groups',
    body: userGroupsBody,
    data: userGroupsData,
    meaning: 'One page of the groups.',
  },
  moveUserGroup: {
    ...ROUTES.moveUserGroup,
    tag: 'users',
    summary: 'Move user group',
    body: moveUserGroupBody,
    data: done,
    meaning: 'The group is moved.',
  },
} as const satisfies OperationGroup

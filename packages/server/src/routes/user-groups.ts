import type { Platform } from '@tributary/platform'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import { done } from '../contract/user-attributes.ts'
import { moveUserGroupBody, userGroupsBody, userGroupsData } from '../contract/user-groups.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import type { TypedApp } from './typed-app.ts'

/** E20 and E21: the groups of users, and their order. */
export function userGroupRoutes(app: TypedApp, platform: Platform): void {
  const shared = { tags: ['users'], headers: credentialHeaders }

  app.post(
    '/userGroup/list',
    {
      schema: {
        ...shared,
        operationId: 'userGroups',
        summary: 'List user groups',
        body: userGroupsBody,
        response: answersOf(userGroupsData, 'One page of the groups.'),
      },
    },
    async (request) => answer(request, await platform.userGroups(callerOf(request), request.body)),
  )

  app.post(
    '/userGroup/move',
    {
      schema: {
        ...shared,
        operationId: 'moveUserGroup',
        summary: 'Move user group',
        body: moveUserGroupBody,
        response: answersOf(done, 'The group is moved.'),
      },
    },
    async (request) =>
      answer(request, await platform.moveUserGroup(callerOf(request), request.body)),
  )
}

import type { Platform } from '@tributary/platform'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import {
  deleteUserAttributesBody,
  done,
  saveUserAttributesBody,
  userAttributesBody,
  userAttributesData,
} from '../contract/user-attributes.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import type { TypedApp } from './typed-app.ts'

/** E10, E11 and E12: the attributes of users. */
export function userAttributeRoutes(app: TypedApp, platform: Platform): void {
  const shared = { tags: ['users'], headers: credentialHeaders }

  app.post(
    '/userPropertyValue/save',
    {
      schema: {
        ...shared,
        operationId: 'saveUserAttributes',
        summary: 'Save user attributes',
        body: saveUserAttributesBody,
        response: answersOf(done, 'All are saved.'),
      },
    },
    async (request) =>
      answer(request, await platform.saveUserAttributes(callerOf(request), request.body)),
  )

  app.post(
    '/userPropertyValue/delete',
    {
      schema: {
        ...shared,
        operationId: 'deleteUserAttributes',
        summary: 'Delete user attributes',
        body: deleteUserAttributesBody,
        response: answersOf(done, 'None of them is left.'),
      },
    },
    async (request) =>
      answer(request, await platform.deleteUserAttributes(callerOf(request), request.body)),
  )

  app.post(
    '/userPropertyValue/list',
    {
      schema: {
        ...shared,
        operationId: 'userAttributes',
        summary: 'Query user attributes',
        body: userAttributesBody,
        response: answersOf(userAttributesData, 'The attributes of the users.'),
      },
    },
    async (request) =>
      answer(request, await platform.userAttributes(callerOf(request), request.body)),
  )
}

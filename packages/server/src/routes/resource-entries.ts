import type { Platform } from '@tributary/platform'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import { resourceEntriesBody, resourceEntriesData } from '../contract/resource-entries.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import type { TypedApp } from './typed-app.ts'

/** E6: who has which permission on a resource. */
export function resourceEntryRoutes(app: TypedApp, platform: Platform): void {
  app.post(
    '/authority/userList',
    {
      schema: {
        tags: ['permissions'],
        operationId: 'resourceEntries',
        summary: 'Resource permission list',
        headers: credentialHeaders,
        body: resourceEntriesBody,
        response: answersOf(resourceEntriesData, 'The permissions.'),
      },
    },
    async (request) =>
      answer(request, await platform.resourceEntries(callerOf(request), request.body)),
  )
}

import type { Platform } from '@tributary/platform'
import { attributionData, peerComparisonBody, timeComparisonBody } from '../contract/attribution.ts'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import { abortSignalOf } from '../request/abort-signal.ts'
import type { TypedApp } from './typed-app.ts'

/** E4 and E5: why a metric differs between two objects, or two time ranges. */
export function attributionRoutes(app: TypedApp, platform: Platform): void {
  const shared = {
    tags: ['attribution'],
    headers: credentialHeaders,
    response: answersOf(attributionData, 'How much each part contributed to the difference.'),
  }

  app.post(
    '/attribution/dim_peer_compare',
    {
      schema: {
        ...shared,
        operationId: 'comparePeers',
        summary: 'Attribution by peer comparison',
        body: peerComparisonBody,
      },
    },
    async (request, reply) =>
      answer(
        request,
        await platform.comparePeers(callerOf(request), request.body, {
          signal: abortSignalOf(reply),
        }),
      ),
  )

  app.post(
    '/attribution/dim_time_compare',
    {
      schema: {
        ...shared,
        operationId: 'compareTimes',
        summary: 'Attribution by time comparison',
        body: timeComparisonBody,
      },
    },
    async (request, reply) =>
      answer(
        request,
        await platform.compareTimes(callerOf(request), request.body, {
          signal: abortSignalOf(reply),
        }),
      ),
  )
}

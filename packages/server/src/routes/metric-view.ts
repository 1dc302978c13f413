import type { Platform } from '@tributary/platform'
import { shortAnswersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import { createMetricViewBody } from '../contract/metric-view.ts'
import { done } from '../contract/user-attributes.ts'
import { callerOf } from '../plugins/authentication.ts'
import type { TypedApp } from './typed-app.ts'

/** E14: making a metric view. Its success has no `errorMsg` and no `detailErrorMsg` (specification §2.1). */
export function metricViewRoutes(app: TypedApp, platform: Platform): void {
  app.post(
    '/analysisview/create',
    {
      schema: {
        tags: ['views'],
        operationId: 'createMetricView',
        summary: 'Create metric view',
        headers: credentialHeaders,
        body: createMetricViewBody,
        response: shortAnswersOf(done, 'The view is made.'),
      },
    },
    async (request) => {
      const data = await platform.createMetricView(callerOf(request), request.body)
      return { data, success: true, code: '200', traceId: request.id }
    },
  )
}

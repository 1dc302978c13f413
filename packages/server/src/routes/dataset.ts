import type { Platform } from '@tributary/platform'
import { datasetData, datasetNameQuery } from '../contract/dataset.ts'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import type { TypedApp } from './typed-app.ts'

/** E19: one dataset. */
export function datasetRoutes(app: TypedApp, platform: Platform): void {
  app.get(
    '/dataset/info',
    {
      schema: {
        tags: ['definitions'],
        operationId: 'datasetDetail',
        summary: 'Dataset detail',
        headers: credentialHeaders,
        querystring: datasetNameQuery,
        response: answersOf(datasetData, 'The dataset.'),
      },
    },
    async (request) =>
      answer(request, await platform.datasetDetail(callerOf(request), request.query.name)),
  )
}

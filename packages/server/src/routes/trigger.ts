import type { Platform } from '@tributary/platform'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import { triggerRangeBody, triggerTimesBody } from '../contract/trigger.ts'
import { done } from '../contract/user-attributes.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import type { TypedApp } from './typed-app.ts'

/** E7 and E8: runs a source table's instances, and what depends on them. */
export function triggerRoutes(app: TypedApp, platform: Platform): void {
  const shared = { tags: ['acceleration'], headers: credentialHeaders }
  const response = answersOf(done, 'The instances wait, with what depends on them.')

  const times = {
    ...shared,
    operationId: 'triggerSourceTable',
    summary: 'Trigger source-table instances by scheduling time point',
    body: triggerTimesBody,
    response,
  }
  app.post(
    '/scheduler/task/triggerTableTaskInstanceByScheduleTime',
    { schema: times },
    async (request) =>
      answer(request, await platform.triggerSourceTable(callerOf(request), request.body)),
  )

  const range = {
    ...shared,
    operationId: 'triggerSourceTableRange',
    summary: 'Trigger source-table instances by scheduling time range',
    body: triggerRangeBody,
    response,
  }
  app.post(
    '/scheduler/task/triggerTableTaskInstanceByScheduleTimeRange',
    { schema: range },
    async (request) =>
      answer(request, await platform.triggerSourceTableRange(callerOf(request), request.body)),
  )
}

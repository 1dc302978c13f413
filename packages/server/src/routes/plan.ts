import type { Platform } from '@tributary/platform'
import { answersOf, bareAnswersOf, perhapsAnswersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import {
  deletedPlan,
  deletePlanQuery,
  planDetailData,
  planPartitionsData,
  planPartitionsQuery,
  planQuery,
} from '../contract/plan.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import { answerMissing } from './answer-missing.ts'
import type { TypedApp } from './typed-app.ts'

/** E9, E13 and E22: a plan, the partitions of its table, and its end. */
export function planRoutes(app: TypedApp, platform: Platform): void {
  const shared = { tags: ['acceleration'], headers: credentialHeaders }

  const detail = {
    ...shared,
    operationId: 'planDetail',
    summary: 'Acceleration plan detail',
    querystring: planQuery,
    response: perhapsAnswersOf(planDetailData, 'The plan; null when there is none.'),
  }
  app.get('/accelerate/detail/query', { schema: detail }, (request) =>
    platform.planDetail(callerOf(request), request.query).then(
      (plan) => answer(request, plan),
      (error: unknown) => answerMissing(request, error, 'PLATFORM_UNKNOWN_PLAN'),
    ),
  )

  const partitions = {
    ...shared,
    operationId: 'planPartitions',
    summary: 'List materialized table partitions',
    querystring: planPartitionsQuery,
    response: bareAnswersOf(planPartitionsData),
  }
  app.get('/accelerate/plan/queryMtPartitionList', { schema: partitions }, async (request) =>
    platform.planPartitions(callerOf(request), request.query),
  )

  const end = {
    ...shared,
    operationId: 'deletePlan',
    summary: 'Delete materialization plan',
    querystring: deletePlanQuery,
    response: answersOf(deletedPlan, 'The plan is deleted, with its schedule and its table.'),
  }
  // It is a GET by specification; HEAD, which whoever looks around asks, shall delete nothing.
  const withoutHead = { schema: end, exposeHeadRoute: false }
  app.get('/accelerate/plan/delete', withoutHead, async (request) =>
    answer(request, await platform.deletePlan(callerOf(request), request.query.uuid)),
  )
}

import type { Platform } from '@tributary/platform'
import { answersOf, bareAnswersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import {
  backfillBody,
  backfillData,
  taskInstanceData,
  taskInstanceQuery,
  taskInstancesData,
  taskInstancesQuery,
} from '../contract/task.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import type { TypedApp } from './typed-app.ts'

/** E1, E2 and E3: makes the task of a backfill, and says what becomes of it. */
export function taskRoutes(app: TypedApp, platform: Platform): void {
  const shared = { tags: ['acceleration'], headers: credentialHeaders }

  const create = {
    ...shared,
    operationId: 'createBackfill',
    summary: 'Create backfill task',
    body: backfillBody,
    response: answersOf(backfillData, 'The task is made; its instances wait.'),
  }
  app.post('/accelerate/task/create', { schema: create }, async (request) =>
    answer(request, await platform.createBackfill(callerOf(request), request.body)),
  )

  const list = {
    ...shared,
    operationId: 'taskInstances',
    summary: 'List task instances',
    querystring: taskInstancesQuery,
    response: bareAnswersOf(taskInstancesData),
  }
  app.get('/accelerate/task/instance/list', { schema: list }, async (request) => {
    const { progress, ...query } = request.query
    const asked = progress === undefined ? query : { ...query, progress: progress === 'true' }
    return platform.taskInstances(callerOf(request), asked)
  })

  const detail = {
    ...shared,
    operationId: 'taskInstance',
    summary: 'Task instance detail',
    querystring: taskInstanceQuery,
    response: bareAnswersOf(taskInstanceData),
  }
  app.get('/scheduler/task/detail', { schema: detail }, async (request) =>
    platform.taskInstance(callerOf(request), request.query.id),
  )
}

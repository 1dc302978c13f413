import { Type } from 'typebox'
import { nextCursor, pageQuery } from './page.ts'
import { FORMS } from './patterns.ts'
import {
  integer,
  LARGEST,
  list,
  nullable,
  object,
  objects,
  optional,
  patternText,
  type QueryOf,
  shortText,
  storedText,
  text,
  type ValueOf,
} from './schema.ts'

const status = Type.Enum(['WAITING', 'RUNNING', 'SUCCESS', 'FAILED'], {
  description: 'Status of the instance.',
})

const LONGEST_LOT = 36_525

const planText = (description: string) =>
  optional(Type.String({ minLength: 1, maxLength: 128, description }))

/** Body of `createBackfill`. */
export const backfillBody = Type.Object({
  planId: planText('Id of the plan; either this or `planName`.'),
  planName: planText('Name of the plan.'),
  startTime: patternText(FORMS.day, 'The first day, `YYYY-MM-DD`.'),
  endTime: patternText(FORMS.day, 'The last day, `YYYY-MM-DD`, included.'),
  dateIntervalOfLot: optional(
    Type.Integer({
      minimum: 1,
      maximum: LONGEST_LOT,
      description: 'Days that each instance refreshes; 1 by default.',
    }),
  ),
})

/** `data` of `createBackfill`. */
export const backfillData = text('The `dagName` of the task.')

/** Query of `taskInstances`. */
export const taskInstancesQuery = Type.Object({
  dagName: storedText(256, 'The task.'),
  pageIndex: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LARGEST,
      description: 'Page number, from 1; 1 by default.',
    }),
  ),
  pageSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'Largest number of instances on a page; 20 by default.',
    }),
  ),
  progress: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'Whether to answer with `progress`.' }),
  ),
})

const progress = object('Progress of the task, where it was asked for.', {
  waiting: integer('Waiting instances.'),
  running: integer('Running instances.'),
  done: integer('Successful instances.'),
  failed: integer('Failed instances.'),
  ratePerSecond: nullable(
    Type.Number({
      description: 'Instances that end per second; null before the first has ended.',
    }),
  ),
  remainingSeconds: nullable(
    Type.Number({
      description: 'Seconds until all have ended at that rate; null when not known.',
    }),
  ),
})

const taskEntry = Type.Object({
  id: text('Id of the instance.'),
  status,
  mtGuid: text('The table, `catalog.schema.table`.'),
  startPartition: nullable(text('First partition, `YYYY-MM-DD`.')),
  endPartition: nullable(text('Last partition, `YYYY-MM-DD`.')),
  startTime: nullable(text('When the last attempt began; null before.')),
  endTime: nullable(text('When it ended; null before.')),
  resourceGroup: text('Group that limits how many instances run at once.'),
  priority: integer('Priority; higher runs first.'),
  createTime: text('When it was created.'),
  scheduleTime: text('The scheduled time.'),
})

/** Answer of `taskInstances`. */
export const taskInstancesData = object('A page of the instances of the task.', {
  dagName: text('The task.'),
  pageIndex: integer('Page number.'),
  pageSize: integer('Largest number of instances on a page.'),
  total: integer(
    'Number of instances of the task; those that were removed with their plan do not count.',
  ),
  progress: Type.Optional(progress),
  instances: list('In the order of their partitions.', taskEntry),
})

/** Query of `taskInstance`. */
export const taskInstanceQuery = Type.Object({
  id: shortText(128, 'Id of the instance.'),
})

const entered = (name: string) => Type.Optional(text(`When it was last ${name}.`))

const statusTime = object('When each status was entered last.', {
  WAITING: entered('WAITING'),
  RUNNING: entered('RUNNING'),
  SUCCESS: entered('SUCCESS'),
  FAILED: entered('FAILED'),
})

/** Answer of `taskInstance`. */
export const taskInstanceData = object('The instance.', {
  taskInstanceId: integer('Id of the instance.'),
  status,
  sql: object('The executed SQL.', {
    originalSql: nullable(text('The executed statement; null before.')),
    formattedSql: nullable(text('The same statement, formatted.')),
  }),
  runType: Type.Enum(['MANUAL', 'SCHEDULE'], {
    description: 'Whether it was started manually or by a schedule.',
  }),
  msg: nullable(text('Error of the last failed attempt; null when none failed.')),
  serverInfo: nullable(text('IP address of the worker of the last attempt.')),
  startTime: nullable(text('When the last attempt began; null before.')),
  endTime: nullable(text('When it ended; null before.')),
  startPartitionTime: nullable(text('Midnight of the first partition.')),
  endPartitionTime: nullable(text('Midnight of the last partition.')),
  retryCnt: integer('Number of automatic retries.'),
  mtGuid: objects('The table that it writes.', {
    catalog: text('Catalog of the table.'),
    schema: text('Schema of the table.'),
    table: text('Name of the table.'),
  }),
  acceleratePlanUuid: list('Ids of its plans.', Type.String()),
  statusTime,
  taskType: Type.Enum(['RESULT_PLAN', 'ACCELERATION_PLAN', 'TABLE'], {
    description: 'What it refreshes.',
  }),
})

const MOST_TIMES = 1_000

const source = {
  tableName: shortText(512, 'The source table, `catalog.db.table`.'),
  tenantId: shortText(32, 'The tenant of the caller.'),
}
const moment = (description: string) =>
  patternText(FORMS.localMoment, `${description}, \`yyyy-MM-dd HH:mm:ss\`.`)

/** Body of `triggerSourceTable`. */
export const triggerTimesBody = Type.Object({
  ...source,
  scheduleTimes: list('The times to trigger.', moment('A time of the schedule'), {
    minItems: 1,
    maxItems: MOST_TIMES,
  }),
})

/** Body of `triggerSourceTableRange`. */
export const triggerRangeBody = Type.Object({
  ...source,
  startTime: moment('The first time'),
  endTime: moment('The last time, included'),
})

/** Body of `createBackfill`: which plan to refresh, and which of its days. */
export type BackfillRequest = ValueOf<typeof backfillBody>

/** Query of `taskInstances` as a value: `progress` is a boolean. */
export type TaskInstancesQuery = QueryOf<typeof taskInstancesQuery>

/** Answer of `taskInstances`. Times are ISO local date-times in the time zone of the tenant. */
export type TaskInstancesData = ValueOf<typeof taskInstancesData>

/** One instance in the answer of `taskInstances`. */
export type TaskInstanceEntry = ValueOf<typeof taskEntry>

/** How far a task is: instances by status, instances per second, and seconds left. */
export type TaskProgressData = ValueOf<typeof progress>

/** Answer of `taskInstance`. Times are ISO local date-times in the time zone of the tenant. */
export type TaskInstanceData = ValueOf<typeof taskInstanceData>

/** Body of `triggerSourceTable`. */
export type TriggerTimesRequest = ValueOf<typeof triggerTimesBody>

/** Body of `triggerSourceTableRange`. */
export type TriggerRangeRequest = ValueOf<typeof triggerRangeBody>

/** Query of the list of tasks. */
export const taskListQuery = Type.Object({
  planId: Type.Optional(shortText(128, 'Only tasks that refresh the plan of this id.')),
  status: Type.Optional(
    Type.Enum(['WAITING', 'RUNNING', 'SUCCESS', 'FAILED'], {
      description: 'Only tasks with an instance of this status.',
    }),
  ),
  ...pageQuery,
})

/** `data` of the list of tasks. */
export const taskListData = Type.Object({
  items: objects('The tasks that the caller may see, the newest first.', {
    dagName: text('The task.'),
    planId: nullable(text('The plan that it refreshes; null for a source table.')),
    planName: nullable(text('Name of the plan; null when it was deleted.')),
    mtGuid: text('The table, `catalog.schema.table`.'),
    taskType: taskInstanceData.properties.taskType,
    runType: taskInstanceData.properties.runType,
    createTime: text('When it was created.'),
    status: Type.Enum(['WAITING', 'RUNNING', 'SUCCESS', 'FAILED'], {
      description:
        '`RUNNING` when an instance runs, else `WAITING` when one waits, else `FAILED` when one failed, else `SUCCESS`.',
    }),
    total: integer('Instances.'),
    waiting: integer('Waiting instances.'),
    running: integer('Running instances.'),
    done: integer('Successful instances.'),
    failed: integer('Failed instances.'),
  }),
  cursor: nextCursor,
})

const statuses = <S extends string>(description: string, of: readonly [S, S]) =>
  optional(list(description, Type.Enum([...of]), { minItems: 1, maxItems: 2 }))

/** Body of the repetition of a task. */
export const retryTaskBody = Type.Object({
  dagName: storedText(256, 'The task.'),
  statuses: statuses('Which instances to run again; those that are FAILED by default.', [
    'FAILED',
    'SUCCESS',
  ]),
})

/** Body of the cancellation of a task. */
export const cancelTaskBody = Type.Object({
  dagName: storedText(256, 'The task.'),
  statuses: statuses('Which instances to end; both by default.', ['WAITING', 'RUNNING']),
})

/** `data` of the repetition and of the cancellation of a task. */
export const changedInstances = Type.Object({
  instances: integer('How many instances were changed.'),
})

/** Query of the list of source tables. */
export const sourceTableListQuery = Type.Object(pageQuery)

/** `data` of the list of source tables. */
export const sourceTableListData = Type.Object({
  items: objects('The source tables with a schedule that the caller may see, by name.', {
    tableName: text('The source table, `catalog.db.table`.'),
    cron: text(
      'Its cron expression; of several datasets with different ones, all, with `; ` between.',
    ),
    next: nullable(text('The next time of the schedule; null when there is none any more.')),
    last: nullable(text('The newest time that an instance was made for; null before the first.')),
    status: nullable(
      Type.Enum(['WAITING', 'RUNNING', 'SUCCESS', 'FAILED'], {
        description: 'Status of that instance; null before the first.',
      }),
    ),
  }),
  cursor: nextCursor,
})

/** Query of the list of tasks. */
export type TaskListQuery = ValueOf<typeof taskListQuery>

/** `data` of the list of tasks. Times are ISO local date-times in the time zone of the tenant. */
export type TaskListData = ValueOf<typeof taskListData>

/** Body of the repetition of a task. */
export type RetryTaskRequest = ValueOf<typeof retryTaskBody>

/** Body of the cancellation of a task. */
export type CancelTaskRequest = ValueOf<typeof cancelTaskBody>

/** `data` of the repetition and of the cancellation of a task. */
export type ChangedInstancesData = ValueOf<typeof changedInstances>

/** Query of the list of source tables. */
export type SourceTableListQuery = ValueOf<typeof sourceTableListQuery>

/** `data` of the list of source tables. Times are ISO local date-times in the time zone of the tenant. */
export type SourceTableListData = ValueOf<typeof sourceTableListData>

import type { BackfillRequest, TaskInstanceData, TaskInstancesData } from '@tributary/platform'
import { type TString, type TUnsafe, Type } from 'typebox'
import { nullable, typed } from './typed.ts'

const text = (description: string) => Type.String({ description })
const count = (description: string) => Type.Integer({ description })
const status = Type.Enum(['WAITING', 'RUNNING', 'SUCCESS', 'FAILED'], {
  description: 'Where the instance is in its life.',
})

const LONGEST_LOT = 36_525

const planText = (description: string) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 128, description })))

/** Body of E1. */
export const backfillBody: TUnsafe<BackfillRequest> = typed(
  Type.Object({
    planId: planText('Id of the plan; either this or `planName`.'),
    planName: planText('Name of the plan.'),
    startTime: Type.String({ description: 'The first day, `YYYY-MM-DD`.' }),
    endTime: Type.String({ description: 'The last day, `YYYY-MM-DD`, included.' }),
    dateIntervalOfLot: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: LONGEST_LOT,
          description: 'How many days each instance refreshes; 1 without it.',
        }),
      ),
    ),
  }),
)

/** `data` of E1. */
export const backfillData: TString = Type.String({ description: 'The `dagName` of the task.' })

/** Query of E2. */
export interface TaskInstancesParameters {
  readonly dagName: string
  readonly pageIndex?: number
  readonly pageSize?: number
  readonly progress?: 'true' | 'false'
}

/** Schema of {@link TaskInstancesParameters}. */
export const taskInstancesQuery: TUnsafe<TaskInstancesParameters> = typed(
  Type.Object({
    dagName: Type.String({ minLength: 1, maxLength: 256, description: 'The task.' }),
    pageIndex: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Which page, from 1; 1 without it.' }),
    ),
    pageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'The most instances of a page; 20 without it.',
      }),
    ),
    progress: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'Answer with `progress`.' }),
    ),
  }),
)

const progress = Type.Object(
  {
    waiting: count('Instances that wait.'),
    running: count('Instances that run.'),
    done: count('Instances that are SUCCESS.'),
    failed: count('Instances that are FAILED.'),
    ratePerSecond: nullable(
      Type.Number({ description: 'Instances that ended in a second; null before one did.' }),
    ),
    remainingSeconds: nullable(
      Type.Number({ description: 'Seconds until all have ended, at that rate.' }),
    ),
  },
  { description: 'How far the task is, where that was asked.' },
)

/** Answer of E2. */
export const taskInstancesData: TUnsafe<TaskInstancesData> = typed(
  Type.Object(
    {
      dagName: text('The task.'),
      pageIndex: count('Which page this is.'),
      pageSize: count('The most instances of a page.'),
      total: count('How many instances the task has.'),
      progress: Type.Optional(progress),
      instances: Type.Array(
        Type.Object({
          id: text('Id of the instance.'),
          status,
          mtGuid: text('The table, `catalog.schema.table`.'),
          startPartition: nullable(text('First partition, `YYYY-MM-DD`.')),
          endPartition: nullable(text('Last partition, `YYYY-MM-DD`.')),
          startTime: nullable(text('When the last try began; null before.')),
          endTime: nullable(text('When it ended; null before.')),
          resourceGroup: text('The group that limits how many run at once.'),
          priority: count('A higher one goes first.'),
          createTime: text('When it was made.'),
          scheduleTime: text('The time that it was made for.'),
        }),
        { description: 'In the order of their partitions.' },
      ),
    },
    { description: 'A page of the instances of the task.' },
  ),
)

/** Query of E3. */
export const taskInstanceQuery: TUnsafe<{ readonly id: string }> = typed(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 128, description: 'Id of the instance.' }),
  }),
)

const entered = (name: string) => Type.Optional(text(`When it was last ${name}.`))

const statusTime = Type.Object(
  {
    WAITING: entered('WAITING'),
    RUNNING: entered('RUNNING'),
    SUCCESS: entered('SUCCESS'),
    FAILED: entered('FAILED'),
  },
  { description: 'When each status was entered last.' },
)

/** Answer of E3. */
export const taskInstanceData: TUnsafe<TaskInstanceData> = typed(
  Type.Object(
    {
      taskInstanceId: count('Id of the instance.'),
      status,
      sql: Type.Object(
        {
          originalSql: nullable(text('The statement that was run; null before one was.')),
          formattedSql: nullable(text('The same laid out for reading.')),
        },
        { description: 'What was run.' },
      ),
      runType: Type.Enum(['MANUAL', 'SCHEDULE'], { description: 'Who asked for it.' }),
      msg: nullable(text('The error of the last try that failed; null when none did.')),
      serverInfo: nullable(text('IP address of the worker of the last try.')),
      startTime: nullable(text('When the last try began; null before.')),
      endTime: nullable(text('When it ended; null before.')),
      startPartitionTime: nullable(text('Midnight of the first partition.')),
      endPartitionTime: nullable(text('Midnight of the last partition.')),
      retryCnt: count('How often it was tried again by itself.'),
      mtGuid: Type.Array(
        Type.Object({
          catalog: text('Catalog of the table.'),
          schema: text('Schema of the table.'),
          table: text('Name of the table.'),
        }),
        { description: 'The table that it writes.' },
      ),
      acceleratePlanUuid: Type.Array(Type.String(), { description: 'Ids of its plans.' }),
      statusTime,
      taskType: Type.Enum(['RESULT_PLAN', 'ACCELERATION_PLAN', 'TABLE'], {
        description: 'What it refreshes.',
      }),
    },
    { description: 'The instance.' },
  ),
)

import type {
  PlanDetailData,
  PlanPartitionsData,
  PlanPartitionsQuery,
  PlanQuery,
} from '@tributary/platform'
import { type TLiteral, type TUnsafe, Type } from 'typebox'
import { nullable, typed } from './typed.ts'

const text = (description: string) => Type.String({ description })
const count = (description: string) => Type.Integer({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })
const planText = (description: string) => Type.String({ minLength: 1, maxLength: 128, description })

/** Query of E9. */
export const planQuery: TUnsafe<PlanQuery> = typed(
  Type.Object({
    planId: Type.Optional(planText('Id of the plan; either this or `planName`.')),
    planName: Type.Optional(planText('Name of the plan.')),
  }),
)

/** `data` of E9 (specification §2.2). */
export const planDetailData: TUnsafe<PlanDetailData> = typed(
  Type.Object({
    planId: text('Id of the plan.'),
    name: text('Name of the plan.'),
    displayName: text('Name for people.'),
    dimensionList: texts('Dimensions, perhaps with a grain.'),
    metricList: texts('Metrics.'),
    filterList: texts('Conditions that every row fulfils.'),
    updateUpperInterval: count('Grains back from the schedule time where a run ends.'),
    updateLowerInterval: count('Grains back from the schedule time where a run begins.'),
    granularity: text('Length of a partition, such as `DAY`.'),
    isScheduleUpdate: Type.Boolean({ description: 'Whether it has a schedule.' }),
    cron: nullable(text('Its schedule.')),
    retryCount: nullable(count('How often an instance that fails is tried again.')),
    retryInterval: nullable(count('Seconds from a failure to the next try.')),
    mvTableName: text('The table, `catalog.schema.table`.'),
    latestDataTime: nullable(text('Beginning of the newest partition with rows.')),
    lastRefreshTime: nullable(text('When a partition was written last.')),
    dataRangeList: Type.Array(Type.Never(), { description: 'Always empty.' }),
    latestTaskDetail: nullable(
      Type.Object(
        {
          taskId: text('Id of the instance.'),
          taskStatus: Type.Enum(['WAITING', 'RUNNING', 'SUCCESS', 'FAILED'], {
            description: 'Where it is in its life.',
          }),
          startTime: nullable(text('When its last try began.')),
          finishedTime: nullable(text('When it ended.')),
          message: nullable(text('Why its last try failed.')),
        },
        { description: 'The last instance; null when there is none.' },
      ),
    ),
  }),
)

/** Query of E13. */
export const planPartitionsQuery: TUnsafe<PlanPartitionsQuery> = typed(
  Type.Object({
    uuid: planText('Id of the plan.'),
    pageNumber: Type.Integer({ minimum: 1, description: 'Which page, from 1.' }),
    pageSize: Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'The most partitions of a page.',
    }),
  }),
)

/** Answer of E13 (specification §2.4). */
export const planPartitionsData: TUnsafe<PlanPartitionsData> = typed(
  Type.Object(
    {
      isPartition: Type.Boolean({ description: 'Whether the table has partitions.' }),
      hasData: Type.Boolean({ description: 'Whether any row was written.' }),
      partition: nullable(
        Type.Object(
          {
            paritionList: Type.Array(Type.Object({ value: text('The partition, `YYYY-MM-DD`.') }), {
              description: 'The newest first.',
            }),
            hasNext: Type.Boolean({ description: 'Whether there is a next page.' }),
            total: count('How many partitions there are.'),
            pageNumber: count('Which page this is.'),
            pageSize: count('The most partitions of a page.'),
          },
          { description: 'A page of the partitions; null for a table that is written whole.' },
        ),
      ),
    },
    { description: 'The partitions that were recorded.' },
  ),
)

/** Query of E22. */
export const deletePlanQuery: TUnsafe<{ readonly uuid: string }> = typed(
  Type.Object({ uuid: planText('Id of the plan.') }),
)

/** `data` of E22. */
export const deletedPlan: TLiteral<'success'> = Type.Literal('success', {
  description: 'The plan is deleted.',
})

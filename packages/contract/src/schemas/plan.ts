import { Type } from 'typebox'
import { nextCursor, pageQuery } from './page.ts'
import { FORMS } from './patterns.ts'
import {
  flag,
  integer,
  LARGEST,
  list,
  nullable,
  object,
  objects,
  patternText,
  shortText,
  text,
  texts,
  type ValueOf,
} from './schema.ts'

/** Query of `planDetail`. */
export const planQuery = Type.Object({
  planId: Type.Optional(shortText(128, 'Id of the plan; either this or `planName`.')),
  planName: Type.Optional(shortText(128, 'Name of the plan.')),
})

/** `data` of `planDetail`. */
export const planDetailData = Type.Object({
  planId: text('Id of the plan.'),
  name: text('Name of the plan.'),
  displayName: text('Name for people.'),
  dimensionList: texts('Dimensions, perhaps with a grain.'),
  metricList: texts('Metrics.'),
  filterList: texts('Conditions on all rows.'),
  updateUpperInterval: integer('Grains back from the schedule time where a run ends.'),
  updateLowerInterval: integer('Grains back from the schedule time where a run begins.'),
  granularity: text('Length of a partition, such as `DAY`.'),
  isScheduleUpdate: flag('Whether it has a schedule.'),
  cron: nullable(text('Its schedule.')),
  retryCount: nullable(integer('Number of retries of a failed instance.')),
  retryInterval: nullable(integer('Seconds from a failure to the next attempt.')),
  mvTableName: text('The table, `catalog.schema.table`.'),
  latestDataTime: nullable(text('Beginning of the newest partition with rows.')),
  lastRefreshTime: nullable(text('When a partition was written last.')),
  dataRangeList: list('Always empty.', Type.Never()),
  latestTaskDetail: nullable(
    object('The last instance; null when there is none.', {
      taskId: text('Id of the instance.'),
      taskStatus: Type.Enum(['WAITING', 'RUNNING', 'SUCCESS', 'FAILED'], {
        description: 'Its status.',
      }),
      startTime: nullable(text('When its last attempt began.')),
      finishedTime: nullable(text('When it ended.')),
      message: nullable(text('Why its last attempt failed.')),
    }),
  ),
})

/** Query of `planPartitions`. */
export const planPartitionsQuery = Type.Object({
  uuid: shortText(128, 'Id of the plan.'),
  pageNumber: Type.Integer({ minimum: 1, maximum: LARGEST, description: 'Page number, from 1.' }),
  pageSize: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'Largest number of partitions on a page.',
  }),
})

/** Answer of `planPartitions`. */
export const planPartitionsData = object('The partitions that were recorded.', {
  isPartition: flag('Whether the table has partitions.'),
  hasData: flag('Whether any row was written.'),
  partition: nullable(
    object('A page of the partitions; null for a table that is written whole.', {
      paritionList: objects('The newest first.', { value: text('The partition, `YYYY-MM-DD`.') }),
      hasNext: flag('Whether there is a next page.'),
      total: integer('How many partitions there are.'),
      pageNumber: integer('Page number.'),
      pageSize: integer('Largest number of partitions on a page.'),
    }),
  ),
})

/** Query of the states of partitions. */
export const partitionStatesQuery = Type.Object({
  planId: shortText(128, 'Id of the plan.'),
  from: Type.Optional(
    patternText(FORMS.day, 'A day of the first partition; the first that is known by default.'),
  ),
  to: Type.Optional(
    patternText(FORMS.day, 'A day of the last partition; the last that is known by default.'),
  ),
})

/** `data` of the states of partitions. */
export const partitionStatesData = object('What has become of the partitions.', {
  granularity: nullable(
    text('Length of a partition, such as `DAY`; null for a table that is written whole.'),
  ),
  runs: objects('Neighbouring partitions of one state, the oldest first.', {
    from: nullable(
      text('The first day of the first partition; null for a table that is written whole.'),
    ),
    to: nullable(text('The first day of the last partition.')),
    state: Type.Enum(['DONE', 'RUNNING', 'WAITING', 'FAILED', 'MISSING'], {
      description: 'The result of each of them.',
    }),
  }),
})

/** Query of the states of partitions. */
export type PartitionStatesQuery = ValueOf<typeof partitionStatesQuery>

/** `data` of the states of partitions. */
export type PartitionStatesData = ValueOf<typeof partitionStatesData>

/** Query of `deletePlan`. */
export const deletePlanQuery = Type.Object({ uuid: shortText(128, 'Id of the plan.') })

/** `data` of `deletePlan`. */
export const deletedPlan = Type.Literal('success', {
  description: 'The plan is deleted.',
})

/** Query of `planDetail`: a plan by its id or by its name. */
export type PlanQuery = ValueOf<typeof planQuery>

/** `data` of `planDetail`. Times are `yyyy-MM-dd HH:mm:ss` in the time zone of the tenant. */
export type PlanDetailData = ValueOf<typeof planDetailData>

/** Query of `planPartitions`. */
export type PlanPartitionsQuery = ValueOf<typeof planPartitionsQuery>

/** Answer of `planPartitions`: the recorded partitions; the table itself is not read. */
export type PlanPartitionsData = ValueOf<typeof planPartitionsData>

/** Query of the list of plans. */
export const planListQuery = Type.Object({
  status: Type.Optional(
    Type.Enum(['WAITING', 'RUNNING', 'SUCCESS', 'FAILED'], {
      description: 'Only plans whose last instance has this status.',
    }),
  ),
  ...pageQuery,
})

const { planId, name, displayName, granularity, cron, latestDataTime, lastRefreshTime } =
  planDetailData.properties

/** `data` of the list of plans. */
export const planListData = Type.Object({
  items: objects('The plans that the caller may use, by name.', {
    planId,
    name,
    displayName,
    kind: Type.Enum(['RESULT', 'ACCELERATION', 'EXTERNAL'], {
      description: 'What its table holds.',
    }),
    granularity,
    cron,
    latestDataTime,
    lastRefreshTime,
    latestTaskDetail: planDetailData.properties.latestTaskDetail,
  }),
  cursor: nextCursor,
})

/** Query of the list of plans. */
export type PlanListQuery = ValueOf<typeof planListQuery>

/** `data` of the list of plans. Times are `yyyy-MM-dd HH:mm:ss` in the time zone of the tenant. */
export type PlanListData = ValueOf<typeof planListData>

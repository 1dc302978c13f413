import { type TUnsafe, Type } from 'typebox'
import type { PlanInFile } from '../workspace-file.ts'
import {
  agreeing,
  closed,
  cron,
  displayName,
  fileSource,
  filters,
  name,
  tableName,
  text,
} from './parts.ts'

/** Refreshes a thousand years back are a slip of the pen. */
const MOST_INTERVAL = 3_650

/** A plan in a workspace file. */
export const plan: TUnsafe<PlanInFile> = agreeing<PlanInFile>()(
  Type.Object(
    {
      name: name('Name of the plan.'),
      id: Type.Optional(
        Type.String({
          description: 'Id of the plan. Default: made of tenant and name.',
          pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
          patternErrorMessage: 'a UUID in lower case',
        }),
      ),
      displayName,
      kind: Type.Enum(['RESULT', 'ACCELERATION', 'EXTERNAL'], {
        description:
          'RESULT keeps the metrics by the dimensions, ACCELERATION the rows themselves, EXTERNAL is filled by somebody else.',
      }),
      dimensions: Type.Array(text('A dimension, perhaps by grain: metric_time__day.'), {
        description: 'What questions that it answers may group and filter by.',
        minItems: 1,
      }),
      metrics: Type.Array(text('A metric.'), {
        description: 'What it answers, all of one dataset.',
        minItems: 1,
      }),
      filters: Type.Optional(filters),
      granularity: Type.Optional(
        Type.Enum(['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'], {
          description: 'The length of a partition, of a plan by metric_time. Default: DAY.',
        }),
      ),
      updateLowerInterval: Type.Optional(
        Type.Integer({
          description:
            'A scheduled run begins with the partition this many before that of its time. Default: 1.',
          minimum: 0,
          maximum: MOST_INTERVAL,
        }),
      ),
      updateUpperInterval: Type.Optional(
        Type.Integer({
          description:
            'A scheduled run ends with the partition this many before that of its time. Default: 1, or less with the other.',
          minimum: 0,
          maximum: MOST_INTERVAL,
        }),
      ),
      cron: cron('When it is refreshed. Default: never by itself.'),
      retryCount: Type.Optional(
        Type.Integer({
          description: 'How often a run that failed is tried again. Default: not at all.',
          minimum: 0,
          maximum: 100,
        }),
      ),
      retryInterval: Type.Optional(
        Type.Integer({
          description: 'Seconds between two tries.',
          minimum: 1,
          maximum: 86_400,
        }),
      ),
      table: Type.Optional(tableName('Name of its table. Default: the name of the plan.')),
      source: Type.Optional(fileSource('Of an EXTERNAL plan: the file that somebody else fills.')),
    },
    { ...closed, description: 'A table that answers questions in place of the data.' },
  ),
)

import type { GrainWord } from '@tributary/expression'
import { Type } from 'typebox'
import { fileTable } from '../../definitions/dataset.ts'
import { nameBasedId } from '../../definitions/name-based-id.ts'
import type { PlanDefinition } from '../../definitions/plan.ts'
import {
  type Codec,
  closed,
  cron,
  displayName,
  type Entry,
  fileSource,
  filters,
  type InFile,
  name,
  tableName,
  text,
  withoutDefaults,
} from './parts.ts'

/** Refreshes a thousand years back are a slip of the pen. */
const MOST_INTERVAL = 3_650

/** A plan in a workspace file. */
export const planSchema = Type.Object(
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
        'RESULT keeps the metrics by the dimensions, ACCELERATION the rows themselves, EXTERNAL is a file that is filled elsewhere.',
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
      text(
        'The length of a partition, of a plan by metric_time: DAY or a longer grain of the calendar. Default: DAY.',
      ),
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
    cron: cron('When it is refreshed. Default: never automatically.'),
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
    source: Type.Optional(
      fileSource('Of an EXTERNAL plan: the file with its rows, which is filled elsewhere.'),
    ),
  },
  { ...closed, description: 'A table that answers questions in place of the data.' },
)

export type PlanInFile = InFile<typeof planSchema>
export type PlanEntry = Entry<PlanInFile, PlanDefinition>

/** How many partitions before that of its schedule time a run refreshes by default. */
const DEFAULT_INTERVAL = 1

/** Plans. The table is called after the plan by default; that of an EXTERNAL plan is its file. */
export const planCodec: Codec<PlanInFile, PlanDefinition> = {
  decode: (raw, { tenant }) => {
    const { name, source = null } = raw
    const upper = raw.updateUpperInterval ?? 0
    const lower = raw.updateLowerInterval ?? Math.max(DEFAULT_INTERVAL, upper)
    return {
      id: raw.id ?? nameBasedId('plan', tenant, name),
      name,
      displayName: raw.displayName ?? name,
      kind: raw.kind,
      dimensions: raw.dimensions,
      metrics: raw.metrics,
      filters: raw.filters ?? [],
      // Checked with the calendar.
      granularity: (raw.granularity ?? 'DAY').toUpperCase() as GrainWord,
      updateLowerInterval: lower,
      updateUpperInterval: raw.updateUpperInterval ?? Math.min(DEFAULT_INTERVAL, lower),
      cron: raw.cron ?? null,
      retryCount: raw.retryCount ?? null,
      retryInterval: raw.retryInterval ?? null,
      table:
        source === null
          ? ['tributary', tenant, raw.table ?? name]
          : fileTable(source.datasource, source.file),
      source,
    }
  },
  encode: (plan, { tenant }) => {
    const { id, name, displayName, kind, dimensions, metrics, filters } = plan
    const { updateLowerInterval, updateUpperInterval, cron, retryCount, retryInterval } = plan
    const { granularity } = plan
    return {
      name,
      ...withoutDefaults(
        { id, displayName },
        { id: nameBasedId('plan', tenant, name), displayName: name },
      ),
      kind,
      dimensions,
      metrics,
      ...withoutDefaults(
        {
          filters,
          granularity,
          updateLowerInterval,
          updateUpperInterval,
          cron,
          retryCount,
          retryInterval,
          table: plan.source === null ? plan.table[2] : null,
          source: plan.source,
        },
        {
          granularity: 'DAY',
          updateLowerInterval: DEFAULT_INTERVAL,
          updateUpperInterval: DEFAULT_INTERVAL,
          table: name,
        },
      ),
    }
  },
}

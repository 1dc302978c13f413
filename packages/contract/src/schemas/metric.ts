import { Type } from 'typebox'
import { flag, list, name, nullable, object, objects, text, texts, type ValueOf } from './schema.ts'

/** Query of the detail of a metric. */
export const metricNameQuery = Type.Object({
  metricName: name('Name, code or display name of the metric.'),
})

const definition = object('What it is defined as; null when the caller may not use all of it.', {
  type: Type.Enum(['ATOMIC', 'DERIVED', 'COMPOSITE'], {
    description: 'One aggregate, another metric over fewer rows, or a formula.',
  }),
  dataset: nullable(text('The dataset that the definition names.')),
  aggregate: nullable(text('Of ATOMIC: the aggregate, such as `SUM`.')),
  fraction: nullable(Type.Number({ description: 'Of PERCENTILE: between 0 and 1.' })),
  expr: nullable(text('Of ATOMIC what is aggregated, null for rows; of COMPOSITE the formula.')),
  metric: nullable(text('Of DERIVED: the metric that it comes from.')),
  filters: texts('Conditions on its rows.'),
  period: nullable(
    text(
      'Of DERIVED: the period that it looks at, such as `before 1 MONTH`; null for that asked for.',
    ),
  ),
  nonAdditive: nullable(
    text(
      'Of ATOMIC: how its values at several times become one, such as `LAST` or `LAST per account`; null where they add up.',
    ),
  ),
})

/** `data` of the detail of a metric. */
export const metricDetailData = Type.Object({
  name: text('Name, unique within the tenant.'),
  code: nullable(text('Code.')),
  displayName: text('Name for people.'),
  description: text('What it means.'),
  category: object('Its category.', {
    id: text('Id of the category; `-1` is uncategorised.'),
    name: text('Name of the category.'),
  }),
  unit: nullable(text('What it counts or measures, such as `USD` or `flights`.')),
  format: nullable(
    text('How people read it: `PERCENT`, `MONEY`, `DURATION` or `SI`; null for plain numbers.'),
  ),
  originDataType: text('Type of its values, such as `BIGINT`.'),
  dataset: nullable(text('The dataset that it aggregates; null when the caller may not use it.')),
  grain: nullable(
    text('The grain of `metric_time`, such as `DAY`; null when the dataset has no time.'),
  ),
  definition: nullable(definition),
  measures: nullable(
    objects('The aggregates that it is computed from; null when `definition` is.', {
      name: text('Name of the measure.'),
      aggregate: text('Its aggregate.'),
    }),
  ),
  form: nullable(
    text('`linear`, `quotient`, `path` or `other`: how contributions to it are computed.'),
  ),
  refMetrics: list('The metrics that its definition names.', Type.String()),
  usedBy: objects('What names it: metrics, plans and metric views, by type and name.', {
    type: Type.Enum(['METRIC', 'PLAN', 'ANALYSIS_VIEW'], { description: 'What it is.' }),
    name: text('Its name.'),
  }),
  attributable: flag('Whether a change of it can be divided among groups.'),
  reason: nullable(text('Why it cannot be divided; null when it can.')),
})

/** `data` of the detail of a metric. */
export type MetricDetailData = ValueOf<typeof metricDetailData>

import { assertNever } from '@tributary/core'
import { Type } from 'typebox'
import {
  METRIC_FORMATS,
  type MetricDefinition,
  type MetricTimes,
} from '../../definitions/metric.ts'
import { decodePeriod, encodePeriod, periodSchema } from './metric-period.ts'
import { decodeNonAdditive, encodeNonAdditive, nonAdditiveSchema } from './non-additive.ts'
import {
  type Codec,
  category,
  closed,
  code,
  decodeCategory,
  decodeNames,
  description,
  displayName,
  encodeCategory,
  encodeNames,
  filters,
  type InFile,
  name,
  rowCondition,
  tableName,
  text,
  withoutDefaults,
} from './parts.ts'

const metricBase = {
  name: name('Name of the metric.'),
  code,
  displayName,
  description,
  category,
  rows: rowCondition,
  unit: Type.Optional(
    Type.String({
      description:
        'What is counted or measured, such as flights. With MONEY a currency, such as EUR; with DURATION milliseconds, seconds, minutes, hours or days.',
      minLength: 1,
      maxLength: 30,
    }),
  ),
  format: Type.Optional(
    Type.Enum([...METRIC_FORMATS], {
      description:
        'How people read it: PERCENT (0.25 is 25 %), MONEY, DURATION, SI (12.3 M). Default: a plain number.',
    }),
  ),
  explain: Type.Optional(
    Type.Boolean({
      description:
        'Whether movements compare it: false leaves it out, unless a question names it. Default: true.',
    }),
  ),
}

const times = {
  time: Type.Optional(
    name('The time of its rows, one of its dataset by name. Default: the "time" of the dataset.'),
  ),
  times: Type.Optional(
    Type.Array(name('A time of the dataset.'), {
      description: 'Other times of its dataset that a question may choose.',
    }),
  ),
}

const atomicSchema = Type.Object(
  {
    ...metricBase,
    type: Type.Literal('ATOMIC', { description: 'One aggregate over the rows of a dataset.' }),
    dataset: tableName('The dataset whose rows are aggregated.'),
    aggregate: Type.Enum(
      [
        'SUM',
        'COUNT',
        'COUNT_DISTINCT',
        'AVG',
        'MIN',
        'MAX',
        'MEDIAN',
        'PERCENTILE',
        'PERCENTILE_DISC',
        'VARIANCE',
        'STDDEV',
      ],
      { description: 'How the values become one. COUNT without "expr" counts rows.' },
    ),
    fraction: Type.Optional(
      Type.Number({
        description:
          'Of PERCENTILE and PERCENTILE_DISC: the share of the values below it, between 0 and 1.',
        minimum: 0,
        maximum: 1,
      }),
    ),
    expr: Type.Optional(text('What is aggregated: an expression of columns.')),
    filters: Type.Optional(filters),
    ...times,
    nullWhenEmpty: Type.Optional(
      Type.Boolean({
        description:
          'Whether it has no value where it has no rows. Default: a sum or a count over no rows is 0.',
      }),
    ),
    fillsPeriods: Type.Optional(
      Type.Boolean({
        description: 'Whether a question by metric_time alone has periods without rows too.',
      }),
    ),
    nonAdditive: Type.Optional(nonAdditiveSchema),
  },
  { ...closed, description: 'A metric that is one aggregate.' },
)

const derivedSchema = Type.Object(
  {
    ...metricBase,
    type: Type.Literal('DERIVED', {
      description: 'Another metric over fewer rows, or in another period.',
    }),
    metric: name('The metric it comes from.'),
    filters: Type.Optional(filters),
    period: Type.Optional(periodSchema),
  },
  { ...closed, description: 'A metric with filters or a period of its own.' },
)

const compositeSchema = Type.Object(
  {
    ...metricBase,
    type: Type.Literal('COMPOSITE', {
      description: 'A formula of other metrics, or of aggregates.',
    }),
    expr: text(
      'The formula. Metrics stand in [brackets]; with "dataset", aggregates of its rows: Sum([amount]).',
    ),
    dataset: Type.Optional(tableName('The dataset of the aggregates in the formula.')),
    ...times,
  },
  { ...closed, description: 'A metric calculated from metrics, or from aggregates of a dataset.' },
)

/** A metric in a workspace file, by its type. */
export const metricSchema = Type.Union([atomicSchema, derivedSchema, compositeSchema], {
  description: 'A metric, by "type".',
})

export type MetricInFile = InFile<typeof metricSchema>

/** Metrics of every type. */
export const metricCodec: Codec<MetricInFile, MetricDefinition> = {
  decode: (raw) => {
    const base = {
      ...decodeNames(raw),
      code: raw.code ?? null,
      category: decodeCategory(raw.category),
      ...(raw.rows !== undefined && { rows: raw.rows }),
      ...(raw.unit !== undefined && { unit: raw.unit }),
      ...(raw.format !== undefined && { format: raw.format }),
      ...(raw.explain === false && { explain: false }),
    }
    switch (raw.type) {
      case 'ATOMIC': {
        const { type, dataset, aggregate, fraction = null, expr = null, filters = [] } = raw
        return {
          ...base,
          type,
          dataset,
          aggregate,
          fraction,
          expr,
          filters,
          ...pickMetricTimes(raw),
          ...(raw.nullWhenEmpty === true && { nullWhenEmpty: true }),
          ...(raw.fillsPeriods === true && { fillsPeriods: true }),
          ...(raw.nonAdditive && { nonAdditive: decodeNonAdditive(raw.nonAdditive) }),
        }
      }
      case 'DERIVED':
        return {
          ...base,
          type: raw.type,
          metric: raw.metric,
          filters: raw.filters ?? [],
          ...(raw.period !== undefined && { period: decodePeriod(raw.period) }),
        }
      case 'COMPOSITE':
        return {
          ...base,
          type: raw.type,
          expr: raw.expr,
          dataset: raw.dataset ?? null,
          ...pickMetricTimes(raw),
        }
      default:
        return assertNever(raw)
    }
  },
  encode: (metric, place) => {
    const { code, category, rows, unit, format, explain } = metric
    const base = {
      ...encodeNames(metric),
      ...withoutDefaults({ code, rows, unit, format }),
      ...(explain === false && { explain }),
      ...encodeCategory(category, place),
    }
    switch (metric.type) {
      case 'ATOMIC': {
        const { type, dataset, aggregate, fraction, expr, filters, nonAdditive } = metric
        const { nullWhenEmpty, fillsPeriods } = metric
        return {
          ...base,
          type,
          dataset,
          aggregate,
          ...withoutDefaults({ fraction, expr, filters, ...pickMetricTimes(metric) }),
          ...(nullWhenEmpty && { nullWhenEmpty }),
          ...(fillsPeriods && { fillsPeriods }),
          ...(nonAdditive && { nonAdditive: encodeNonAdditive(nonAdditive) }),
        }
      }
      case 'DERIVED': {
        const { type, metric: of, filters, period } = metric
        return {
          ...base,
          type,
          metric: of,
          ...withoutDefaults({ filters }),
          ...(period !== undefined && { period: encodePeriod(period) }),
        }
      }
      case 'COMPOSITE': {
        const { type, expr, dataset } = metric
        return { ...base, type, expr, ...withoutDefaults({ dataset, ...pickMetricTimes(metric) }) }
      }
      default:
        return assertNever(metric)
    }
  },
}

function pickMetricTimes({ time, times }: MetricTimes): MetricTimes {
  return { ...(time !== undefined && { time }), ...(times !== undefined && { times }) }
}

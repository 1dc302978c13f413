import { type TUnsafe, Type } from 'typebox'
import type { MetricInFile } from '../workspace-file.ts'
import {
  agreeing,
  category,
  closed,
  code,
  description,
  displayName,
  filters,
  name,
  tableName,
  text,
} from './parts.ts'

const metricBase = { name: name('Name of the metric.'), code, displayName, description, category }

const atomic = Type.Object(
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
        'VARIANCE',
        'STDDEV',
      ],
      { description: 'How the values become one. COUNT without "expr" counts rows.' },
    ),
    fraction: Type.Optional(
      Type.Number({
        description: 'Of PERCENTILE: the share of the values below it, between 0 and 1.',
        minimum: 0,
        maximum: 1,
      }),
    ),
    expr: Type.Optional(text('What is aggregated: an expression of columns.')),
    filters: Type.Optional(filters),
  },
  { ...closed, description: 'A metric that is one aggregate.' },
)

const derived = Type.Object(
  {
    ...metricBase,
    type: Type.Literal('DERIVED', { description: 'Another metric over fewer rows.' }),
    metric: name('The metric it comes from.'),
    filters,
  },
  { ...closed, description: 'A metric with filters of its own.' },
)

const composite = Type.Object(
  {
    ...metricBase,
    type: Type.Literal('COMPOSITE', {
      description: 'A formula of other metrics, or of aggregates.',
    }),
    expr: text(
      'The formula. Metrics stand in [brackets]; with "dataset", aggregates of its rows: Sum([amount]).',
    ),
    dataset: Type.Optional(tableName('The dataset of the aggregates in the formula.')),
  },
  { ...closed, description: 'A metric calculated from metrics, or from aggregates of a dataset.' },
)

/** A metric in a workspace file, by its type. */
export const metric: TUnsafe<MetricInFile> = agreeing<MetricInFile>()(
  Type.Union([atomic, derived, composite], { description: 'A metric, by "type".' }),
)

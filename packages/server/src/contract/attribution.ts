import type {
  AttributionData,
  PeerComparisonRequest,
  TimeComparisonRequest,
} from '@tributary/platform'
import { type TUnsafe, Type } from 'typebox'
import { mapOf, nullable, typed } from './typed.ts'

const name = (description: string) => Type.String({ minLength: 1, description })

const expressions = (description: string) =>
  Type.Array(Type.String({ description: 'A condition in the expression language.' }), {
    description,
  })

const metricDefinitions = Type.Optional(
  nullable(
    mapOf(
      Type.Object(
        {
          refMetric: name('The metric it filters: name, code or display name.'),
          filters: Type.Optional(
            nullable(expressions('Further conditions on the rows of the metric.')),
          ),
        },
        { description: 'A temporary metric.' },
      ),
      { description: 'Temporary metrics of this request, by the name they get.' },
    ),
  ),
)

const subject = {
  metric: name('The metric to explain: name, code, display name, or a key of `metricDefinitions`.'),
  metricDefinitions,
  dimensions: Type.Array(name('A dimension, or several joined by commas for one combined table.'), {
    description: 'Dimensions to explain it by: one table each.',
  }),
}

const calculateType = name('`AVG` compares average values, `ALL` overall values.')

const filters = Type.Optional(
  nullable(expressions('Conditions on both sides of the comparison, such as a drill-down.')),
)

/** Body of E5. */
export const timeComparisonBody: TUnsafe<TimeComparisonRequest> = typed(
  Type.Object({
    ...subject,
    attribution: Type.Object(
      {
        attributionCalculateType: calculateType,
        currentTimeConstraint: name('Condition that selects the current time range.'),
        compareTimeConstraint: name('Condition that selects the time range compared with.'),
        filters,
      },
      { description: 'The two time ranges.' },
    ),
  }),
)

const peer = (description: string) =>
  Type.Object(
    {
      filters: expressions('Conditions that select the object.'),
      timeConstraint: Type.Optional(
        nullable(Type.String({ description: 'Time range of this object alone.' })),
      ),
    },
    { description },
  )

/** Body of E4. */
export const peerComparisonBody: TUnsafe<PeerComparisonRequest> = typed(
  Type.Object({
    ...subject,
    attribution: Type.Object(
      {
        attributionCalculateType: calculateType,
        compareDimension: name('Dimension that tells the two objects apart.'),
        filters,
        timeConstraint: Type.Optional(
          nullable(Type.String({ description: 'Time range of both objects.' })),
        ),
        currentObject: peer('The object to explain.'),
        compareObject: peer('The object it is compared with.'),
      },
      { description: 'The two objects.' },
    ),
  }),
)

const cell = Type.Union([Type.String(), Type.Number(), Type.Null()])

/** `data` of E4 and E5. */
export const attributionData: TUnsafe<AttributionData> = typed(
  Type.Object({
    tables: Type.Array(
      Type.Object({
        dimension: nullable(
          Type.String({ description: 'Dimension of the table; null for the overall summary.' }),
        ),
        table: mapOf(Type.Array(cell), {
          description:
            'Columns of equal length in the same row order: one per dimension under its name, then ' +
            '`@currentValue`, `@compareValue`, `@growth`, `@growthRate`, `@overallContributionRate` ' +
            'and `@relativeContributionRate`.',
        }),
        warning: nullable(Type.String({ description: 'What a reader should know; else null.' })),
        empty: Type.Boolean({ description: 'Whether the table has no rows.' }),
      }),
      { description: 'The overall summary first, then one table for each dimension asked for.' },
    ),
    warning: nullable(Type.String({ description: 'What a reader should know; else null.' })),
  }),
)

import { Type } from 'typebox'
import { FORMS } from './patterns.ts'
import { createMap, list, name, nullable, object, objects, text, type ValueOf } from './schema.ts'

/** Query, or body, of `dimensionDetail`. */
export const dimensionName = Type.Object({
  dimName: name('Name of the dimension, or its code when the header `queryBy` is `UUID`.'),
})

/** Header of `dimensionDetail`. */
export const queryByHeader = Type.Object({
  queryBy: Type.Optional(
    Type.Enum(['UUID'], { description: 'With `UUID`, `dimName` holds the dimension code.' }),
  ),
})

/** {@link dimensionName} as documented: it may stand in the query or in the body. */
export const dimensionNameAnywhere = Type.Partial(
  Type.Object({
    dimName: Type.String({
      minLength: 1,
      description:
        'Name of the dimension, or its code when the header `queryBy` is `UUID`. ' +
        'Required in the query or in the body; the query takes precedence.',
    }),
  }),
)

/** Query of `dimensionsOfMetrics`. */
export const metricNamesQuery = Type.Object({
  metricNames: list(
    'Metrics, separated by commas, in one parameter or in several.',
    Type.String({ minLength: 1, pattern: FORMS.listed.pattern }),
    { minItems: 1 },
  ),
})

const attributes = (description: string) => createMap(Type.String(), { description })

/** A dimension. */
export const dimensionData = Type.Object({
  name: text('Internal unique name.'),
  dimName: text('Name, unique within the tenant.'),
  dimCode: nullable(text('Code.')),
  dimDisplayName: text('Name for people.'),
  dimCategoryId: nullable(text('Category; `-1` is uncategorised.')),
  dimDescription: text('What it means.'),
  datasetName: nullable(text('Dataset it comes from.')),
  originDataType: text('Type of the field it comes from.'),
  config: nullable(
    object('How its values are computed.', {
      type: Type.Union(
        [Type.Literal('COLUMN_BIND'), Type.Literal('CUSTOM'), Type.Literal('HAVING')],
        { description: 'Whether `value` is a column, an expression, or a condition on metrics.' },
      ),
      value: text('Column name, expression, or condition on metrics.'),
      per: Type.Optional(
        text('Of HAVING: the dimension by whose values the metrics are computed.'),
      ),
    }),
  ),
  valueList: objects('Values with their own names.', {
    value: text('A value.'),
    name: text('Displayed name of the value.'),
    description: text('What the value means.'),
  }),
  basicAttributes: attributes('Basic attributes.'),
  businessAttributes: attributes('Business attributes.'),
  technicalAttributes: attributes('Technical attributes.'),
  managementAttributes: attributes('Management attributes.'),
  displayStatus: nullable(text('State, such as `PUBLISHED`.')),
})

/** `data` of `dimensionsOfMetrics`. */
export const dimensionsOfMetricsData = createMap(Type.Array(dimensionData), {
  description: 'Per metric asked for, the dimensions it can be analysed by.',
})

/** A dimension in the answers of `dimensionDetail` and `dimensionsOfMetrics`. */
export type DimensionData = ValueOf<typeof dimensionData>

/** `data` of `dimensionsOfMetrics`: the dimensions of each metric asked for, by metric. */
export type DimensionsOfMetricsData = ValueOf<typeof dimensionsOfMetricsData>

import type { DimensionData, DimensionsOfMetricsData } from '@tributary/platform'
import { type TUnsafe, Type } from 'typebox'
import { mapOf, nullable, typed } from './typed.ts'

/** Query, or body, of E17. */
export interface DimensionName {
  readonly dimName: string
}

/** Query of E18. */
export interface MetricNames {
  readonly metricNames: string[]
}

/** Schema of {@link DimensionName}. */
export const dimensionName: TUnsafe<DimensionName> = typed(
  Type.Object({
    dimName: Type.String({
      minLength: 1,
      description: 'Name of the dimension, or its code when the header `queryBy` is `UUID`.',
    }),
  }),
)

/** {@link dimensionName} as documented: it may stand in the query or in the body. */
export const dimensionNameAnywhere: TUnsafe<Partial<DimensionName>> = typed(
  Type.Partial(
    Type.Object({
      dimName: Type.String({
        description:
          'Name of the dimension, or its code when the header `queryBy` is `UUID`. ' +
          'Required once, in the query or in the body; the query counts first.',
      }),
    }),
  ),
)

/** Schema of {@link MetricNames}. */
export const metricNamesQuery: TUnsafe<MetricNames> = typed(
  Type.Object({
    metricNames: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      description: 'Metrics, separated by commas, in one parameter or in several.',
    }),
  }),
)

const attributes = (description: string) => mapOf(Type.String(), { description })

/** A dimension (specification §2.10). */
export const dimensionData: TUnsafe<DimensionData> = typed(
  Type.Object({
    name: Type.String({ description: 'Internal unique name.' }),
    dimName: Type.String({ description: 'Name, unique within the tenant.' }),
    dimCode: nullable(Type.String({ description: 'Code.' })),
    dimDisplayName: Type.String({ description: 'Name for people.' }),
    dimCategoryId: nullable(Type.String({ description: 'Category; `-1` is uncategorised.' })),
    dimDescription: Type.String({ description: 'What it means.' }),
    datasetName: nullable(Type.String({ description: 'Dataset it comes from.' })),
    originDataType: Type.String({ description: 'Type of the field it comes from.' }),
    config: nullable(
      Type.Object(
        {
          type: Type.Union([Type.Literal('COLUMN_BIND'), Type.Literal('CUSTOM')], {
            description: 'Whether `value` is a column or an expression.',
          }),
          value: Type.String({ description: 'Column name, or expression.' }),
        },
        { description: 'How its values are made.' },
      ),
    ),
    valueList: Type.Array(
      Type.Object({
        value: Type.String({ description: 'A value.' }),
        name: Type.String({ description: 'What the value is shown as.' }),
        description: Type.String({ description: 'What the value means.' }),
      }),
      { description: 'Values that have a name of their own.' },
    ),
    basicAttributes: attributes('Basic attributes.'),
    businessAttributes: attributes('Business attributes.'),
    technicalAttributes: attributes('Technical attributes.'),
    managementAttributes: attributes('Management attributes.'),
    displayStatus: nullable(Type.String({ description: 'State, such as `PUBLISHED`.' })),
  }),
)

/** `data` of E18. */
export const dimensionsOfMetricsData: TUnsafe<DimensionsOfMetricsData> = typed(
  mapOf(Type.Array(dimensionData), {
    description: 'Per metric asked for, the dimensions it can be analysed by.',
  }),
)

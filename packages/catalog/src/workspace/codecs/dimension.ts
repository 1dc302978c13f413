import { assertNever } from '@tributary/core'
import { Type } from 'typebox'
import type { DimensionDefinition, DimensionValue } from '../../definitions/dimension.ts'
import { nameBasedId } from '../../definitions/name-based-id.ts'
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
  type InFile,
  name,
  tableName,
  text,
  via,
  withoutDefaults,
} from './parts.ts'

function attributes(description: string) {
  const texts = { additionalProperties: Type.String({ description: 'What it is.' }) }
  return Type.Optional(
    Type.Unsafe<Record<string, string>>(Type.Object({}, { description, ...texts })),
  )
}

/** A dimension in a workspace file. */
export const dimensionSchema = Type.Object(
  {
    name: name('Name of the dimension; metric_time is reserved.'),
    code,
    displayName,
    description,
    category,
    dataset: tableName('The dataset whose rows have the dimension.'),
    via: via('The relation, or several one after another, that lead to the value.'),
    column: Type.Optional(text('The value: this column. Either this, "expr" or "having".')),
    expr: Type.Optional(
      text('The value: this expression of columns. Either this, "column" or "having".'),
    ),
    having: Type.Optional(
      text('The value: whether the metrics of "per" fulfil this condition, `[orders] > 3`.'),
    ),
    per: Type.Optional(
      name('Of "having": the dimension by whose values the metrics are computed.'),
    ),
    sameAs: Type.Optional(
      name('The dimension of another dataset that has the same values, with the same meaning.'),
    ),
    explain: Type.Optional(
      Type.Boolean({
        description:
          'Whether changes are explained by it: false leaves it out of rankings and causes, unless a question names it. Default: true.',
      }),
    ),
    values: Type.Optional(
      Type.Array(
        Type.Object(
          {
            value: text('A value of the dimension.'),
            name: text('What people read for it.'),
            description: Type.Optional(Type.String({ description: 'What the value means.' })),
          },
          closed,
        ),
        { description: 'Names for some values.' },
      ),
    ),
    attributes: Type.Optional(
      Type.Object(
        {
          basic: attributes('Basic attributes.'),
          business: attributes('Business attributes.'),
          technical: attributes('Technical attributes.'),
          management: attributes('Management attributes.'),
        },
        { ...closed, description: 'Further attributes: texts by name.' },
      ),
    ),
  },
  { ...closed, description: 'Something to group and filter by.' },
)

export type DimensionInFile = InFile<typeof dimensionSchema>

/** Dimensions. The type of the value is text until it is checked. */
export const dimensionCodec: Codec<DimensionInFile, DimensionDefinition> = {
  decode: (raw, { tenant }) => {
    const {
      code = nameBasedId('dimension', tenant, raw.name),
      dataset,
      via = [],
      column,
      expr = '',
      having,
      per = '',
      sameAs,
      explain,
      values = [],
      attributes,
    } = raw
    return {
      ...decodeNames(raw),
      code,
      category: decodeCategory(raw.category),
      dataset,
      via: typeof via === 'string' ? [via] : via,
      value:
        having !== undefined
          ? { type: 'HAVING', per, condition: having }
          : column === undefined
            ? { type: 'CUSTOM', expr }
            : { type: 'COLUMN_BIND', column },
      ...(sameAs !== undefined && { sameAs }),
      ...(explain === false && { explain }),
      originDataType: 'VARCHAR',
      valueList: values.map(({ value, name, description = '' }) => ({ value, name, description })),
      attributes: { basic: {}, business: {}, technical: {}, management: {}, ...attributes },
    }
  },
  encode: (dimension, place) => {
    const { code, category, dataset, via, value, sameAs, explain } = dimension
    const { valueList, attributes } = dimension
    return {
      ...encodeNames(dimension),
      ...withoutDefaults(
        { code },
        { code: nameBasedId('dimension', place.tenant, dimension.name) },
      ),
      ...encodeCategory(category, place),
      dataset,
      ...withoutDefaults({ via }),
      ...encodeValue(value),
      ...(sameAs !== undefined && { sameAs }),
      ...(explain === false && { explain }),
      ...withoutDefaults({
        values: valueList.map(({ value: text, name, description }) => {
          return { value: text, name, ...withoutDefaults({ description }) }
        }),
        attributes: withoutDefaults(attributes),
      }),
    }
  },
}

function encodeValue(value: DimensionValue): Partial<DimensionInFile> {
  switch (value.type) {
    case 'COLUMN_BIND':
      return { column: value.column }
    case 'CUSTOM':
      return { expr: value.expr }
    case 'HAVING':
      return { per: value.per, having: value.condition }
    default:
      return assertNever(value)
  }
}

import { type TOptional, type TUnsafe, Type } from 'typebox'
import type { DimensionInFile } from '../workspace-file.ts'
import {
  agreeing,
  category,
  closed,
  code,
  description,
  displayName,
  name,
  tableName,
  text,
} from './parts.ts'

function attributes(description: string): TOptional<TUnsafe<Record<string, string>>> {
  const texts = { additionalProperties: Type.String({ description: 'What it is.' }) }
  return Type.Optional(Type.Unsafe(Type.Object({}, { description, ...texts })))
}

/** A dimension in a workspace file. */
export const dimension: TUnsafe<DimensionInFile> = agreeing<DimensionInFile>()(
  Type.Object(
    {
      name: name('Name of the dimension; metric_time is reserved.'),
      code,
      displayName,
      description,
      category,
      dataset: tableName('The dataset whose rows have the dimension.'),
      via: Type.Optional(
        Type.Union([name('A relation.'), Type.Array(name('A relation.'), { minItems: 1 })], {
          description: 'The relation, or several one after another, that lead to the value.',
        }),
      ),
      column: Type.Optional(text('The value: this column. Either this or "expr".')),
      expr: Type.Optional(text('The value: this expression of columns. Either this or "column".')),
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
          { ...closed, description: 'What else is to be said of it: texts by name.' },
        ),
      ),
    },
    { ...closed, description: 'Something to group and filter by.' },
  ),
)

import {
  type Static,
  type TOptional,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
} from 'typebox'
import type { CategoryRef } from '../../definitions/dimension.ts'
import type { FileInFile } from '../workspace-file.ts'

/** For an object that knows its keys. */
export const closed = { additionalProperties: false } as const

/** Some text. */
export function text(description: string): ReturnType<typeof Type.String> {
  return Type.String({ description, minLength: 1 })
}

/** The name of a thing that expressions speak of. */
export function name(description: string): ReturnType<typeof Type.String> {
  return Type.String({
    description,
    minLength: 1,
    maxLength: 128,
    pattern: '^_?[A-Za-z0-9]+(_[A-Za-z0-9]+)*_?$',
    patternErrorMessage: 'letters, digits and underscores, no two underscores together',
  })
}

/** The name of a thing that tables are called after. */
export function tableName(description: string): ReturnType<typeof Type.String> {
  return Type.String({
    description,
    minLength: 1,
    maxLength: 128,
    pattern: '^[A-Za-z0-9_]+$',
    patternErrorMessage: 'letters, digits and underscores',
  })
}

/** A file of a datasource. */
export function fileSource(description: string): TUnsafe<FileInFile> {
  return agreeing<FileInFile>()(
    Type.Object(
      {
        datasource: tableName('Name of the datasource.'),
        file: Type.String({
          description: "Path of the file below the datasource's root: Parquet or CSV.",
          pattern: '\\.([Pp][Aa][Rr][Qq][Uu][Ee][Tt]|[Cc][Ss][Vv])$',
          patternErrorMessage: 'a path that ends with .parquet or .csv',
        }),
      },
      { ...closed, description },
    ),
  )
}

/** Conditions on rows. */
export const filters: ReturnType<typeof Type.Array<TString>> = Type.Array(
  text('An expression that is TRUE for the rows to keep.'),
  {
    description:
      'Conditions on the rows; all must hold. Columns and dimensions stand in [brackets].',
  },
)

/** Times at which something is done by itself. */
export function cron(description: string): TOptional<TString> {
  return Type.Optional(
    Type.String({
      description: `${description} A cron expression in the time zone of the workspace: minute, hour, day, month, weekday.`,
      minLength: 1,
    }),
  )
}

/** What people read in place of a name. */
export const displayName: TOptional<TString> = Type.Optional(
  Type.String({
    description: 'What people read. Default: the name.',
    minLength: 1,
    maxLength: 150,
  }),
)

/** What a thing is, for people. */
export const description: TOptional<TString> = Type.Optional(
  Type.String({ description: 'What it is, for people.', maxLength: 300 }),
)

/** A second name of a dimension or metric. */
export const code: TOptional<TString> = Type.Optional(
  Type.String({
    description: 'A second, stable name; unique in its kind.',
    minLength: 1,
    maxLength: 128,
  }),
)

/** Gives a schema the type that it describes; the compiler refuses one that describes another. */
export function agreeing<T>(): <S extends TSchema>(
  schema: Static<S> extends T ? S : never,
) => TUnsafe<T> {
  return (schema) => Type.Unsafe<T>(schema)
}

/** The category of a dimension or metric. */
export const category: TOptional<TUnsafe<string | CategoryRef>> = Type.Optional(
  agreeing<string | CategoryRef>()(
    Type.Union(
      [
        text('Id of a category of "categories".'),
        Type.Object(
          { id: text('Id of the category.'), name: text('Name of the category.') },
          { ...closed, description: 'A category that stands nowhere else.' },
        ),
      ],
      { description: 'Where it is filed. Default: id -1, Uncategorized.' },
    ),
  ),
)

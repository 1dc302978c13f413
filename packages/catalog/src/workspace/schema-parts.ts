import {
  type Static,
  type TOptional,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
} from 'typebox'

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

/** Gives a schema the type that it describes; the compiler refuses one that describes another. */
export function agreeing<T>(): <S extends TSchema>(
  schema: Static<S> extends T ? S : never,
) => TUnsafe<T> {
  return (schema) => Type.Unsafe<T>(schema)
}

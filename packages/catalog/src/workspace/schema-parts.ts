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

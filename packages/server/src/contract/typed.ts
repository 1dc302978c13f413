import { type Static, type TNull, type TSchema, type TUnion, type TUnsafe, Type } from 'typebox'

/**
 * The schema under the type of what it accepts. Assigned to a constant annotated with the
 * platform's own type, it fails to compile when the two have drifted apart.
 */
export function typed<S extends TSchema>(schema: S): TUnsafe<Static<S>> {
  return Type.Unsafe<Static<S>>(schema)
}

/** What `schema` accepts, or null. */
export function nullable<S extends TSchema>(schema: S): TUnion<[S, TNull]> {
  return Type.Union([schema, Type.Null()])
}

/**
 * An object with any keys, each value as `schema` says. (A TypeBox record matches its keys against
 * `^.*$` and so lets a key with a line break through unseen.)
 */
export function mapOf<S extends TSchema>(
  schema: S,
  options: { readonly description?: string } = {},
): TUnsafe<Readonly<Record<string, Static<S>>>> {
  return Type.Unsafe(Type.Object({}, { ...options, additionalProperties: schema }))
}

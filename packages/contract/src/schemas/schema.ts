import {
  type Static,
  type TNull,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnion,
  type TUnsafe,
  Type,
} from 'typebox'
import { FORMS, type TextForm } from './patterns.ts'

/** The type of a value that `Schema` accepts, read-only at every depth. */
export type ValueOf<Schema extends TSchema> = Frozen<Static<Schema>>

type Frozen<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : { readonly [Key in keyof Value]: Frozen<Value[Key]> }

/** The fields of a query as a value: `true` and `false`, which a query writes as texts, are booleans. */
export type QueryOf<Schema extends TSchema> = WithBooleans<ValueOf<Schema>>

type WithBooleans<Fields> = {
  readonly [Key in keyof Fields]: [Exclude<Fields[Key], undefined>] extends ['true' | 'false']
    ? boolean
    : Fields[Key]
}

/** A schema that accepts what `schema` accepts, and null. */
export function nullable<S extends TSchema>(schema: S): TUnion<[S, TNull]> {
  return Type.Union([schema, Type.Null()])
}

/**
 * A schema of an object with any keys, each value as `schema` says. (A TypeBox record matches its keys against
 * `^.*$` and so accepts any value under a key with a line break.)
 */
export function createMap<S extends TSchema>(
  schema: S,
  options: {
    readonly description?: string
    readonly minProperties?: number
    readonly maxProperties?: number
  } = {},
): TUnsafe<Readonly<Record<string, Static<S>>>> {
  return Type.Unsafe(Type.Object({}, { ...options, additionalProperties: schema }))
}

/** A schema whose value may also be absent or null. */
export const optional = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema))

/** The schema within {@link optional}. */
type Present<S> =
  S extends TOptional<TUnion<[infer Value extends TSchema, TNull]>> ? TOptional<Value> : S

/** Schemas of fields that may be absent but not null, of schemas that {@link optional} made. */
export function withoutNull<Fields extends TProperties>(
  fields: Fields,
): { [Name in keyof Fields]: Present<Fields[Name]> } {
  const present = Object.entries(fields).map(([name, schema]) => {
    const [value] = (schema as TOptional<TUnion>).anyOf
    return [name, Type.Optional(value!)]
  })
  return Object.fromEntries(present)
}

/** An object. */
export const object = <P extends TProperties>(description: string, properties: P) =>
  Type.Object(properties, { description })

/** A list, with limits of the number of its items. */
export const list = <S extends TSchema>(
  description: string,
  item: S,
  limits: { readonly minItems?: number; readonly maxItems?: number } = {},
) => Type.Array(item, { ...limits, description })

/** A list of objects. */
export const objects = <P extends TProperties>(description: string, properties: P) =>
  list(description, Type.Object(properties))

/** A text. */
export const text = (description: string) => Type.String({ description })

/** A text of at least one character. */
export const name = (description: string) => Type.String({ minLength: 1, description })

/** A text of 1 to `maxLength` characters. */
export const shortText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description })

/** A text of 1 to `maxLength` characters that is kept or looked up in the store. */
export const storedText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: FORMS.stored.pattern, description })

/** A text of a form. */
export const patternText = ({ pattern }: TextForm, description: string) =>
  Type.String({ pattern, description })

/** A whole number. */
export const integer = (description: string) => Type.Integer({ description })

/** The largest whole number in an address: one of fifteen digits is always exact. */
export const LARGEST = 999_999_999_999_999

/** True or false. */
export const flag = (description: string) => Type.Boolean({ description })

/** A parameter of a query that is true or false. */
export const yesOrNo = (description: string) =>
  Type.Optional(Type.Enum(['true', 'false'], { description }))

/** Whether an import is answered before its end. */
export const isAnsweredAtOnce = yesOrNo(
  'Answers with `importId` and the status `RUNNING` as soon as the import has begun; `false` by default: the answer waits for the end, for half of the time of an answer at most.',
)

/** A list of texts. */
export const texts = (description: string) => list(description, Type.String())

/** A text that may be absent or null. */
export const optionalText = (description: string) => optional(text(description))

/** The result of an operation that answers nothing but its success. */
export const done = Type.Literal(true, { description: 'Done.' })

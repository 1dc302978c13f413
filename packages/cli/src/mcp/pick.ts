import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** Descriptions by the name of a field; null for a field without one. */
type Descriptions = Readonly<Record<string, string | null>>

type Picked<Properties extends TProperties, Name> = TObject<{
  [Key in Name & keyof Properties]: Properties[Key]
}>

/** An object schema with the fields of another one that `descriptions` names, described for models. */
export function pickFields<Properties extends TProperties, Names extends Descriptions>(
  { properties }: TObject<Properties>,
  descriptions: Names & {
    readonly [Name in keyof Names]: Name extends keyof Properties ? unknown : never
  },
): Picked<Properties, keyof Names> {
  const fields = Object.entries<string | null>(descriptions).map(([name, description]) => [
    name,
    describeSchema(properties[name]!, description),
  ])
  return Type.Object(Object.fromEntries(fields)) as unknown as Picked<Properties, keyof Names>
}

/** The values of the fields that a schema has. */
export function pickValues<Schema extends TObject>(
  { properties }: Schema,
  value: Static<Schema>,
): Static<Schema> {
  const fields = Object.keys(properties).map((name) => [name, value[name as keyof typeof value]])
  return Object.fromEntries(fields) as Static<Schema>
}

/** A schema with another description. The one of a value that may be null stands beside its types. */
function describeSchema(schema: TSchema, description: string | null): TSchema {
  const { description: _, ...options } = schema as TSchema & { readonly description?: string }
  const text = description === null ? {} : { description }
  if ('anyOf' in options) {
    const members = options.anyOf as readonly TSchema[]
    return Type.Union(
      members.map((member) => describeSchema(member, null)),
      text,
    )
  }
  return { ...options, ...text } as TSchema
}

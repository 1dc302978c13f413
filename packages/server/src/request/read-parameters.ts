import type { TSchema } from 'typebox'

/** Gives the parameters that a schema knows, as it wants to check them. */
export type ReadParameters = (given: unknown) => Readonly<Record<string, unknown>>

/**
 * Reads query parameters as the types that `schema` says: an integer from digits alone, an array from a
 * comma-separated list, repeated or not. What cannot be read so stays text, for the schema to reject;
 * nothing else is converted. Unknown parameters are left out.
 */
export function queryReader(schema: TSchema): ReadParameters {
  const properties = propertiesOf(schema)
  return (given) => {
    const query = given as Readonly<Record<string, string | readonly string[] | undefined>>
    const read: Record<string, unknown> = {}
    for (const [name, property] of properties) {
      const value = query[name]
      if (value !== undefined) read[name] = readValue(property, value)
    }
    return read
  }
}

/** Reads headers under the names that `schema` writes them with: HTTP ignores their case. */
export function headerReader(schema: TSchema): ReadParameters {
  const names = propertiesOf(schema).map(([name]) => [name, name.toLowerCase()] as const)
  return (given) => {
    const headers = given as Readonly<Record<string, unknown>>
    const read: Record<string, unknown> = {}
    for (const [name, sent] of names) {
      const value = headers[sent]
      if (value !== undefined) read[name] = value
    }
    return read
  }
}

function propertiesOf(schema: TSchema): readonly (readonly [string, { readonly type?: string }])[] {
  const { properties } = schema as { readonly properties?: Record<string, { type?: string }> }
  return Object.entries(properties ?? {})
}

/** Fifteen digits are always a safe integer, and more than there is of anything. */
const DIGITS = /^-?[0-9]{1,15}$/

function readValue(
  property: { readonly type?: string },
  value: string | readonly string[],
): unknown {
  if (property.type === 'array') {
    const texts = typeof value === 'string' ? [value] : value
    return texts
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== '')
  }
  if (property.type === 'integer' && typeof value === 'string' && DIGITS.test(value)) {
    return Number(value)
  }
  return value
}

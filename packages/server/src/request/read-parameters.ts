import type { TSchema } from 'typebox'

/**
 * The query parameters of `query` that `schema` knows, as the types it says: an integer from digits
 * alone, an array from a comma-separated list, repeated or not. What cannot be read so stays text,
 * for the schema to reject; nothing else is converted. Unknown parameters are left out.
 */
export function readQuery(schema: TSchema, query: unknown): Readonly<Record<string, unknown>> {
  const given = query as Readonly<Record<string, string | readonly string[] | undefined>>
  const read: Record<string, unknown> = {}
  for (const [name, property] of propertiesOf(schema)) {
    const value = given[name]
    if (value !== undefined) read[name] = readValue(property, value)
  }
  return read
}

/**
 * The headers that `schema` knows, under the names it writes them with: HTTP ignores their case.
 */
export function readHeaders(schema: TSchema, headers: unknown): Readonly<Record<string, unknown>> {
  const given = headers as Readonly<Record<string, unknown>>
  const read: Record<string, unknown> = {}
  for (const [name] of propertiesOf(schema)) {
    const value = given[name.toLowerCase()]
    if (value !== undefined) read[name] = value
  }
  return read
}

function propertiesOf(schema: TSchema): readonly (readonly [string, { readonly type?: string }])[] {
  const { properties } = schema as { readonly properties?: Record<string, { type?: string }> }
  return Object.entries(properties ?? {})
}

/** Fifteen digits are always a safe integer, and more than there is of anything. */
const DIGITS = /^[0-9]{1,15}$/

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

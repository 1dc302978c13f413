import { isUtf8 } from 'node:buffer'
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

/**
 * Gives the parameters of a query, read and checked, as the platform takes them: names in camel case, `true` and
 * `false` as booleans where `schema` has no other texts. Null for a schema whose queries are that already.
 */
export function queryNamer(schema: TSchema): ReadParameters | null {
  const properties = propertiesOf(schema).map(([name, property]) => ({
    name,
    field: name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    isFlag: property.enum?.join() === 'true,false',
  }))
  if (properties.every(({ name, field, isFlag }) => name === field && !isFlag)) return null
  return (checked) => {
    const query = checked as Readonly<Record<string, unknown>>
    const fields: Record<string, unknown> = {}
    for (const { name, field, isFlag } of properties) {
      const value = query[name]
      if (value !== undefined) fields[field] = isFlag ? value === 'true' : value
    }
    return fields
  }
}

/**
 * Reads headers under the names that `schema` writes them with: HTTP ignores their case. Node gives each byte as one
 * character; bytes that are UTF-8, as most clients send what is not ASCII, are read as such.
 */
export function headerReader(schema: TSchema): ReadParameters {
  const names = propertiesOf(schema).map(([name]) => [name, name.toLowerCase()] as const)
  return (given) => {
    const headers = given as Readonly<Record<string, unknown>>
    const read: Record<string, unknown> = {}
    for (const [name, sent] of names) {
      const value = headers[sent]
      if (value !== undefined) read[name] = typeof value === 'string' ? textOfBytes(value) : value
    }
    return read
  }
}

/** Latin-1 characters, one for each byte, with one beyond ASCII among them. */
const BEYOND_ASCII = /^[\0-\xff]*[\x80-\xff][\0-\xff]*$/

function textOfBytes(value: string): string {
  if (!BEYOND_ASCII.test(value)) return value
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : value
}

interface Property {
  readonly type?: string
  readonly enum?: readonly string[]
}

function propertiesOf(schema: TSchema): readonly (readonly [string, Property])[] {
  const { properties } = schema as { readonly properties?: Record<string, Property> }
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

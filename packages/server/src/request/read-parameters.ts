import { isUtf8 } from 'node:buffer'
import type { TSchema } from 'typebox'

/** Reads the parameters that a schema declares. */
export type ReadParameters = (input: unknown) => Readonly<Record<string, unknown>>

/**
 * Creates a reader of query parameters by the types of `schema`: digits become an integer, a comma-separated list,
 * repeated or not, an array. Other values stay text, which the schema rejects. Unknown parameters are dropped.
 */
export function queryReader(schema: TSchema): ReadParameters {
  const properties = listProperties(schema)
  return (input) => {
    const query = input as Readonly<Record<string, string | readonly string[] | undefined>>
    const read: Record<string, unknown> = {}
    for (const [name, property] of properties) {
      const value = query[name]
      if (value !== undefined) read[name] = readValue(property, value)
    }
    return read
  }
}

/**
 * Creates a function that makes booleans of the parameters of a valid query that `schema` restricts to `true` and
 * `false`; null when there are none.
 */
export function flagReader(schema: TSchema): ReadParameters | null {
  const flags = listProperties(schema)
    .filter(([, property]) => property.enum?.join() === 'true,false')
    .map(([name]) => name)
  if (flags.length === 0) return null
  return (checked) => {
    const query = { ...(checked as Readonly<Record<string, unknown>>) }
    for (const name of flags) if (query[name] !== undefined) query[name] = query[name] === 'true'
    return query
  }
}

/**
 * Creates a reader of headers under the names of `schema`; HTTP ignores their case. Node gives each byte as one
 * character; bytes that are valid UTF-8, which most clients send, are decoded.
 */
export function headerReader(schema: TSchema): ReadParameters {
  const names = listProperties(schema).map(([name]) => [name, name.toLowerCase()] as const)
  return (input) => {
    const headers = input as Readonly<Record<string, unknown>>
    const read: Record<string, unknown> = {}
    for (const [name, sent] of names) {
      const value = headers[sent]
      if (value !== undefined) read[name] = typeof value === 'string' ? textOfBytes(value) : value
    }
    return read
  }
}

/** Text in which each character is a byte, with at least one that is not ASCII. */
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

function listProperties(schema: TSchema): readonly (readonly [string, Property])[] {
  const { properties } = schema as { readonly properties?: Record<string, Property> }
  return Object.entries(properties ?? {})
}

/** At most fifteen digits: always a safe integer. */
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

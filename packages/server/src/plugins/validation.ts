import { credentialHeaders } from '@tributary/contract'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type FieldProblem, invalidPartError, type RequestPart } from '../errors.ts'
import { assertQueryEncoding } from '../request/assert-query-encoding.ts'
import { findProblems } from '../request/find-problems.ts'
import { shortenBody, tooManyKeys } from '../request/large-bodies.ts'
import {
  flagReader,
  headerReader,
  queryReader,
  type ReadParameters,
} from '../request/read-parameters.ts'

/** The result of a validator: the value as its schema types it, or one error with all problems. */
export type Validated = { readonly value: unknown } | { readonly error: Error }

/**
 * Compiles `schema` for one part of a request. Bodies are never converted (`"5"` is not a number);
 * queries and headers are read by {@link queryReader} and {@link headerReader} first, and flags of a valid query by
 * {@link flagReader}.
 */
export function compileValidator(
  schema: TSchema,
  part: RequestPart,
): (value: unknown) => Validated {
  const validator = Compile(schema)
  const read = READER[part](schema)
  const readFlags = part === 'query' ? flagReader(schema) : null
  return (raw) => {
    const value = read(raw)
    const many = part === 'body' ? tooManyKeys(value) : null
    if (many !== null) return { error: invalidPartError(part, [many]) }
    if (validator.Check(value)) {
      return { value: readFlags === null ? value : readFlags(value) }
    }
    const problems = findProblems(value, validator.Errors(shortenBody(value)))
    return { error: invalidPartError(part, problems.length > 0 ? problems : [LATE_MISTAKE]) }
  }
}

/** Of a body so large that only the first entries of its lists are searched. */
const LATE_MISTAKE: FieldProblem = {
  path: '',
  expected: 'as documented',
  found: 'a mistake after the first entries of a list',
}

/**
 * The validator compiler for Fastify, on {@link compileValidator}. Headers are checked but not replaced;
 * credentials were checked before the body was read.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const part = PART_OF[httpPart ?? 'body'] ?? 'body'
  if (part !== 'header') return compileValidator(schema, part)
  const schemaWithoutCredentials = withoutCredentials(schema)
  // With a value, Fastify would copy all headers at every access.
  if (schemaWithoutCredentials === null) return () => true
  const validate = compileValidator(schemaWithoutCredentials, part)
  return (raw: unknown) => {
    const result = validate(raw)
    return 'error' in result ? result : true
  }
}

/** Refuses requests whose query is not UTF-8 in percent-encoding, before Fastify validates them. */
export function checkQueryEncoding(app: FastifyInstance): void {
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    assertQueryEncoding(raw.url ?? '')
    done()
  })
}

const READER: Readonly<Record<RequestPart, (schema: TSchema) => ReadParameters>> = {
  header: headerReader,
  query: queryReader,
  body: () => (raw) => raw as Readonly<Record<string, unknown>>,
}

const PART_OF: Readonly<Record<string, RequestPart>> = {
  headers: 'header',
  querystring: 'query',
  body: 'body',
}

interface Properties {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
}

const CREDENTIALS = Object.keys((credentialHeaders as Properties).properties ?? {})

/**
 * The schema without the credential headers; null when nothing is left. Fastify requires header names in lower
 * case.
 */
function withoutCredentials(schema: TSchema): TSchema | null {
  const { properties = {}, required = [] } = schema as Properties
  const publicProperties = Object.entries(properties).filter(
    ([name]) => !CREDENTIALS.includes(name),
  )
  if (publicProperties.length === 0) return null
  const optional = publicProperties.map(([name, property]) => [
    name,
    required.includes(name) ? property : Type.Optional(property),
  ])
  return Type.Object(Object.fromEntries(optional))
}

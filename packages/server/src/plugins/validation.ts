import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { invalidPart, type RequestPart } from '../errors.ts'
import { findProblems } from '../request/find-problems.ts'
import { readHeaders, readQuery } from '../request/read-parameters.ts'

/** What a validator gives: the value as its schema types it, or every problem as one error. */
export type Validated = { readonly value: unknown } | { readonly error: Error }

/**
 * Compiles `schema` for one part of a request. Bodies are never converted (`"5"` is not a number);
 * queries and headers are read by {@link readQuery} and {@link readHeaders} first.
 */
export function compileValidator(
  schema: TSchema,
  part: RequestPart,
): (value: unknown) => Validated {
  const validator = Compile(schema)
  return (raw) => {
    const value = READ[part](schema, raw)
    if (validator.Check(value)) return { value }
    return { error: invalidPart(part, findProblems(value, validator.Errors(value))) }
  }
}

/**
 * Fastify's validator compiler on {@link compileValidator}. Headers keep all the names that came
 * in.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const part = PART_OF[httpPart ?? 'body'] ?? 'body'
  const validate = compileValidator(schema, part)
  if (part !== 'header') return validate
  return (raw: unknown) => {
    const result = validate(raw)
    return 'error' in result ? result : { value: raw }
  }
}

const READ: Readonly<Record<RequestPart, (schema: TSchema, raw: unknown) => unknown>> = {
  header: readHeaders,
  query: readQuery,
  body: (_schema, raw) => raw,
}

const PART_OF: Readonly<Record<string, RequestPart>> = {
  headers: 'header',
  querystring: 'query',
  body: 'body',
}

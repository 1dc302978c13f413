import {
  credentialHeaders,
  OPERATIONS,
  type Operation,
  type OperationId,
} from '@tributary/contract'
import { describeAnswers } from '@tributary/contract/internal'
import type { Platform } from '@tributary/platform'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { unknownFieldsError } from '../errors.ts'
import { getCaller } from '../plugins/authentication.ts'
import { acceptTextBodies, readGetBody } from '../plugins/body.ts'
import { isForgeable, refuseOtherSites } from '../plugins/cross-site.ts'
import { compileValidator, type Validated } from '../plugins/validation.ts'
import {
  createUnknownFieldFinder,
  formatUnknownField,
  isStrict,
  noteUnknownFields,
} from '../request/unknown-fields.ts'
import { type AnswerCall, selectAnswer } from './answers.ts'
import { selectWriter } from './write-answer.ts'

/** Registers every operation of the contract: its route, its schemas, and the function that answers it. */
export function registerOperations(app: FastifyInstance, platform: Platform): void {
  for (const [id, { takes }] of Object.entries(OPERATIONS) as [OperationId, Operation][]) {
    // Each in a scope of its own, so that the document has them in this order.
    app.register(async (scope) => {
      if (takes === 'FILE') acceptTextBodies(scope)
      registerOperation(scope, platform, id)
    })
  }
}

function registerOperation(app: FastifyInstance, platform: Platform, id: OperationId): void {
  const operation: Operation = OPERATIONS[id]
  const { method, path, bodyLimit, changes, queryOrBody } = operation
  const read = inputReader(operation)
  const write = selectWriter(operation)
  // A loop over all operations cannot type this: each function takes the request of its own operation.
  const answer = selectAnswer(id) as AnswerCall<unknown>
  const checkFields = operation.body === undefined ? null : createFieldCheck(operation.body)
  app.route({
    method,
    url: path,
    schema: toRouteSchema(id, operation),
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(changes && method === 'GET' && { exposeHeadRoute: false }),
    ...(isForgeable(operation) && { onRequest: refuseOtherSites }),
    ...(queryOrBody !== undefined && { config: documentedWith(queryOrBody) }),
    handler: (request, reply) => {
      checkFields?.(request, reply)
      const call = { platform, caller: getCaller(request), request, reply }
      const input = read(request)
      if (input instanceof Promise)
        return write(
          request,
          input.then((value) => answer(call, value)),
        )
      return write(request, answer(call, input))
    },
  })
}

/**
 * Creates the check of a body for fields that are misplaced or misspelt: they become warnings of the answer, and a header
 * of it. Throws `SERVER_INVALID_BODY` for a request that prefers to be refused.
 */
function createFieldCheck(
  body: NonNullable<Operation['body']>,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const findUnknown = createUnknownFieldFinder(body)
  return (request, reply) => {
    const fields = findUnknown(request.body)
    const isRefused = isStrict(request)
    if (isRefused) reply.header('preference-applied', 'handling=strict')
    if (fields.length === 0) return
    if (isRefused) throw unknownFieldsError(fields)
    reply.header('tributary-warning', fields.map(formatUnknownField).join('; '))
    noteUnknownFields(request, fields)
  }
}

const IF_NONE_MATCH = {
  'if-none-match': Type.Optional(
    Type.String({
      description:
        'ETags of answers that the caller has; while one of them is the answer, it is 304.',
    }),
  ),
}

const ACCEPT_LANGUAGE = {
  'accept-language': Type.Optional(
    Type.String({
      description: 'Languages of sentences, `en` or `zh`; English where it prefers neither.',
    }),
  ),
}

function toRouteSchema(id: OperationId, operation: Operation): FastifySchema {
  const { tag, summary, description, header, query, body, queryOrBody, data } = operation
  const { meaning, tagged, spoken } = operation
  const headers =
    header === undefined && !tagged && !spoken
      ? credentialHeaders
      : Type.Object({
          ...credentialHeaders.properties,
          ...header?.properties,
          ...(tagged && IF_NONE_MATCH),
          ...(spoken && ACCEPT_LANGUAGE),
        })
  const querystring = queryOrBody ?? query
  return {
    tags: [tag],
    headers,
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    ...(querystring !== undefined && { querystring }),
    ...(body !== undefined && { body }),
    response: describeAnswers({ form: operation.answer ?? 'ENVELOPE', data, meaning, tagged }),
  }
}

/** Adds a body to the OpenAPI document of a GET, for which Fastify refuses a body schema. */
function documentedWith(body: NonNullable<Operation['queryOrBody']>): object {
  return {
    swaggerTransform: ({ schema, url }: { schema: FastifySchema; url: string }) => ({
      schema: { ...schema, body },
      url,
    }),
  }
}

type ReadInput = (request: FastifyRequest) => unknown

/**
 * Creates the reader of an operation's input: query, body and headers in one object, after Fastify has validated
 * them.
 */
function inputReader({ takes, method, header, query, queryOrBody }: Operation): ReadInput {
  if (takes === 'NOTHING') return () => null
  if (takes === 'FILE') {
    return ({ query, body = '' }) => ({ ...(query as object), text: body })
  }
  const fields: ReadInput = method === 'GET' ? ({ query }) => query : ({ body }) => body
  const read = queryOrBody === undefined ? fields : queryOrBodyReader(query!)
  if (header === undefined) return read
  const names = Object.keys(header.properties).map((name) => [name, name.toLowerCase()] as const)
  const withHeaders = ({ headers }: FastifyRequest, input: unknown): unknown => {
    let all = input
    for (const [name, sent] of names) {
      if (headers[sent] !== undefined) all = Object.assign({}, all, { [name]: headers[sent] })
    }
    return all
  }
  return (request) => {
    const input = read(request)
    return input instanceof Promise
      ? input.then((value) => withHeaders(request, value))
      : withHeaders(request, input)
  }
}

/** Creates a reader of the query or, when that is empty, of the JSON body. Without both, the error names the query. */
function queryOrBodyReader(schema: NonNullable<Operation['query']>): ReadInput {
  const validators = {
    query: compileValidator(schema, 'query'),
    body: compileValidator(schema, 'body'),
  }
  return (request) => {
    const query = request.query as object
    if (Object.keys(query).length > 0) return unwrapValidated(validators.query(query))
    return readGetBody(request).then((body) =>
      unwrapValidated(body === undefined ? validators.query({}) : validators.body(body)),
    )
  }
}

function unwrapValidated(result: Validated): unknown {
  if ('error' in result) throw result.error
  return result.value
}

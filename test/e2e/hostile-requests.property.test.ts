import { createPlatform, type Platform } from '@tributary/platform'
import { type Served, serve } from '@tributary/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_HEADERS, fewerFlights } from '../support/flights.ts'
import {
  arbitraryOf,
  type JsonSchema,
  rightArbitraryOf,
  seldom,
  textFor,
} from '../support/request-arbitrary.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

interface Operation {
  readonly operationId: string
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly query: readonly Parameter[]
  /** The schema of a JSON body; null when there is none. */
  readonly body: JsonSchema | null
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const BODY_LIMIT = 65_536
const fewer = await fewerFlights()
const platform: Platform = await createPlatform({
  workspace: fewer.folder,
  trustIdentityHeaders: true,
})
const log: string[] = []
const server: Served = await serve({
  platform,
  port: 0,
  bodyLimit: BODY_LIMIT,
  accountRateLimit: 'off',
  logger: { level: 'error', stream: { write: (line: string) => void log.push(line) } },
})
const operations = await operationsOf(server.url)
/** Takes bodies of every type, and a limit of its own. */
const posts = operations.filter(
  ({ method, path }) => method === 'POST' && !path.endsWith('/import'),
)

beforeAll(() => expect(operations.length).toBeGreaterThan(15))
afterAll(async () => {
  await server.close()
  await platform.close()
  await fewer.remove()
})

async function operationsOf(url: string): Promise<readonly Operation[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // An answer to HEAD has no body to look at.
      .filter(([method]) => method !== 'head')
      .map(([method, { operationId, parameters = [], requestBody }]) => ({
        operationId,
        path,
        method: method.toUpperCase() as Operation['method'],
        query: parameters.filter((one) => one.in === 'query'),
        body: jsonBodyOf(requestBody),
      })),
  )
}

/** What a JSON body must be; null for none, and where any file will do. */
function jsonBodyOf(requestBody: OpenApiOperation['requestBody']): JsonSchema | null {
  const { content = {} } = requestBody ?? {}
  return 'text/plain' in content ? null : (content['application/json']?.schema ?? null)
}

interface OpenApiOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
  }
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

async function send(method: string, path: string, body?: string, type = 'application/json') {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...DEMO_HEADERS, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Holds an answer to what every answer must be, and gives the name of its error; null for success. */
function errorOf({ status, headers, text }: Answer, asked: unknown): string | null {
  const where = `${JSON.stringify(asked)} → ${text.slice(0, 500)}`
  expect(status, where).toBeLessThan(500)
  expect(headers.get('x-injected'), where).toBeNull()
  if (status === 200) return null
  const envelope = JSON.parse(text) as Record<string, unknown>
  expect(envelope, where).toEqual({
    data: null,
    success: false,
    code: String(status),
    errorMsg: expect.any(String),
    detailErrorMsg: expect.stringMatching(/^[A-Z][A-Z0-9_]+: /),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(text, where).not.toMatch(/node_modules|\.ts:\d|SQLITE_|\bselect "|\bDuckDB/)
  return String(envelope.detailErrorMsg).split(':', 1)[0]!
}

describe('every route', () => {
  test.each(operations)('$method $path refuses other methods', async ({ path }) => {
    const allowed = operations.filter((one) => one.path === path).map(({ method }) => method)
    for (const method of METHODS.filter((one) => !(allowed as string[]).includes(one))) {
      const answer = await send(method, path)
      expect(errorOf(answer, method)).toBe('SERVER_METHOD_NOT_ALLOWED')
      expect(answer.status).toBe(405)
      // HEAD never deletes.
      const asGet = path.endsWith('/delete') ? ['GET'] : ['GET', 'HEAD']
      expect(answer.headers.get('allow')).toBe(
        allowed.flatMap((one) => (one === 'GET' ? asGet : [one])).join(', '),
      )
    }
  })

  test.each(operations)('$method $path answers under no similar path', async ({ method, path }) => {
    for (const other of [`${path}/`, `${path}x`, `${path}%2f`, `${path}/..`, path.toUpperCase()]) {
      const answer = await send(method, other, method === 'POST' ? '{}' : undefined)
      expect([answer.status, errorOf(answer, other)]).toEqual([404, 'SERVER_NOT_FOUND'])
    }
  })

  test.each(posts)('$path refuses bodies that are not JSON', async ({ path }) => {
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'application/jsonx',
    ]) {
      const answer = await send('POST', path, '{}', type)
      expect([answer.status, errorOf(answer, type)]).toEqual([415, 'SERVER_UNSUPPORTED_MEDIA_TYPE'])
    }
    for (const body of [
      '{',
      '{"a":}',
      '{"a":1,}',
      "{'a':1}",
      'nul',
      '[1 2]',
      '{"a":"\n"}',
      '\ufeff{',
    ]) {
      const answer = await send('POST', path, body)
      expect([answer.status, errorOf(answer, body)]).toEqual([400, 'SERVER_INVALID_JSON'])
    }
  })

  test.each(posts)('$path refuses non-objects, and deep or large bodies', async ({ path }) => {
    for (const body of ['null', '[]', '1', '"a"', 'true', '{}', '{"__proto__":{"a":1}}']) {
      const answer = await send('POST', path, body)
      // The movements of all metrics need nothing.
      if (path.endsWith('/metrics/movements') && body === '{}') {
        expect(answer.status).toBe(200)
        continue
      }
      // A query needs metrics or a view, so an object without either is refused by the platform.
      const isQuery = path.endsWith('/metrics/query') && body === '{}'
      const code = isQuery ? 'PLATFORM_INVALID_REQUEST' : 'SERVER_INVALID_BODY'
      expect([answer.status, errorOf(answer, body)]).toEqual([400, code])
    }
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    expect(errorOf(await send('POST', path, deep), 'deep')).toBe('SERVER_INVALID_BODY')
    const large = await send('POST', path, JSON.stringify({ a: 'x'.repeat(BODY_LIMIT) }))
    expect([large.status, errorOf(large, 'large')]).toEqual([413, 'SERVER_BODY_TOO_LARGE'])
  })
})

/** A request of an operation whose fields are nearly right, and full of texts that are not. */
function requestOf(operation: Operation) {
  const query = fc.record(
    Object.fromEntries(
      operation.query.map(({ name, schema, required }) => {
        // A plan that is deleted leads nowhere any more.
        const field = operation.operationId === 'deletePlan' ? 'none' : name
        const value = fc.oneof(
          { weight: 9, arbitrary: rightArbitraryOf(schema, field) },
          textFor(field),
          fc.constant(undefined),
        )
        return [name, required ? value : seldom(value)]
      }),
    ),
    { noNullPrototype: true },
  )
  const body = operation.body === null ? fc.constant(null) : arbitraryOf(operation.body)
  const text = FILES.has(operation.operationId) ? textFor('') : fc.constant(null)
  return fc.record({ operation: fc.constant(operation), query, body, text })
}

/** Operations whose body is a file. */
const FILES: ReadonlySet<string> = new Set(['importLineage', 'importDefinitions'])

function pathOf(path: string, query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    parameters.append(name, typeof value === 'string' ? value : String(value))
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

describe('whatever stands in its fields', () => {
  test('a request is answered or refused, and what is refused leaves nothing behind', async () => {
    const reached = new Set<string>()
    const refusals = new Set<string>()
    const kept = new Map<string, Map<string, string>>()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(...operations.map(requestOf)),
        async ({ operation, query, body, text }) => {
          const path = pathOf(operation.path, query)
          const json = body === null ? undefined : JSON.stringify(body)
          const answer =
            operation.method === 'GET'
              ? await send('GET', path)
              : await send(
                  'POST',
                  path,
                  text ?? json ?? '',
                  text === null ? undefined : 'text/plain',
                )
          const error = errorOf(answer, [operation.operationId, query, body, text])
          if (error === null) reached.add(operation.operationId)
          else refusals.add(error)
          if (error === null) follow(kept, operation.operationId, body)
        },
      ),
      { numRuns: process.env.TRIBUTARY_LONG ? 20_000 : operations.length * 32 },
    )
    expect(reached.size).toBeGreaterThan(operations.length * 0.65)
    expect(refusals.size).toBeGreaterThan(5)
    expect(await storedAttributes()).toEqual(kept)
    expect(log).toEqual([])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  }, 600_000)
})

interface AttributesBody {
  readonly userPropertyRequests?: readonly {
    readonly identityValue: string
    readonly properties: readonly { readonly name: string; readonly value: string }[]
  }[]
  readonly items?: readonly {
    readonly identityValue: string
    readonly propertyNames: readonly string[]
  }[]
}

/** Does to a plain map what an accepted request did to the store. */
function follow(kept: Map<string, Map<string, string>>, id: string, body: unknown): void {
  if (id !== 'saveUserAttributes' && id !== 'deleteUserAttributes') return
  const { userPropertyRequests = [], items = [] } = body as AttributesBody
  for (const { identityValue, properties } of userPropertyRequests) {
    const own = kept.get(identityValue) ?? new Map<string, string>()
    for (const { name, value } of properties) own.set(name, value)
    kept.set(identityValue, own)
  }
  for (const { identityValue, propertyNames } of items) {
    const own = kept.get(identityValue)
    for (const name of propertyNames) own?.delete(name)
    if (own?.size === 0) kept.delete(identityValue)
  }
}

async function storedAttributes(): Promise<Map<string, Map<string, string>>> {
  const caller = await platform.authenticate({
    tenantId: 'demo',
    authType: 'ACCOUNT',
    authValue: 'demo',
  })
  const users = await platform.as(caller).userAttributes({
    identityType: 'USER_ACCOUNT',
    identityValues: ['demo', 'analyst', 'viewer'],
  })
  return new Map(
    users
      .filter(({ properties }) => properties.length > 0)
      .map(({ identityValue, properties }) => [
        identityValue,
        new Map(properties.map(({ name, value }) => [name, value])),
      ]),
  )
}

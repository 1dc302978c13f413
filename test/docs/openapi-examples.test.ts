import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { API_ROOT, OPERATIONS, type Operation, type OperationId } from '@tributary/contract'
import { fixedClock } from '@tributary/core'
import { serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../../packages/server/test/support/raw-request.ts'
import { type Schema, schemaProblems } from '../conformance/support/schema-problems.ts'
import { DEMO_HEADERS, type ServedFlights, serveFlights } from '../support/flights.ts'
import {
  DAG_NAME,
  DEFINITIONS_IMPORT_ID,
  EXAMPLE_REQUESTS,
  type ExampleRequest,
  IMPORT_ID,
  INSTANCE_ID,
} from '../support/openapi-requests.ts'

/** `TRIBUTARY_RECORD=1` writes what the service answers now. */
const FILE = new URL('../../packages/server/openapi-examples.json', import.meta.url)
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const HEADERS = { ...DEMO_HEADERS, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }

/** What a task is called differs each time; in the examples it is called this. */
const DAG_NAMES = /flights_by_day[-_][0-9a-zA-Z_-]{6,}/g
const EXAMPLE_DAG = 'flights_by_day_5f1e8a3c9b2d4e60'

/** So is the id of an import. */
const IMPORTS = /("import(?:I|_i)d":")[0-9a-f-]{36}/g
const EXAMPLE_IMPORT = '0c5b2f5e-8f4d-4b7a-9d55-3e7c61a0d1b2'

/** How many entries of a list an example shows. */
const SHOWN = 3

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights({ clock: fixedClock(new Date('2026-11-01T12:00:00Z')) })
})
afterAll(() => flights.close())

async function send(
  id: OperationId,
  { query, body }: ExampleRequest,
  headers: Readonly<Record<string, string>> = HEADERS,
): Promise<{ status: number; body: unknown }> {
  const { method, path }: Operation = OPERATIONS[id]
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  const type = typeof body === 'string' ? 'text/csv' : 'application/json'
  const response = await fetch(`${flights.url}${API_ROOT}${path}${search}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

/** Lists end after a few entries. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]))
}

const EXAMPLE_WRITTEN = '2026-11-22T21:37:33.494Z'

function renamed(value: unknown): unknown {
  const text = JSON.stringify(value).replaceAll(DAG_NAMES, EXAMPLE_DAG)
  // A file is written when the packages are installed.
  const dated = text.replaceAll(/("refreshedAt":)"[^"]*"/g, `$1"${EXAMPLE_WRITTEN}"`)
  return JSON.parse(dated.replaceAll(IMPORTS, `$1${EXAMPLE_IMPORT}`))
}

/** The examples as the service gives them now. */
async function recordOperations(): Promise<Record<string, object>> {
  const examples: Record<string, object> = {}
  const copied = new Map<string, string>()
  const filled = (example: ExampleRequest): ExampleRequest =>
    JSON.parse(
      JSON.stringify(example).replaceAll(
        /DAG_NAME|INSTANCE_ID|DEFINITIONS_IMPORT|IMPORT_ID/g,
        (word) => copied.get(word)!,
      ),
    )
  for (const [id, example] of Object.entries(EXAMPLE_REQUESTS) as [OperationId, ExampleRequest][]) {
    const asked = filled(example)
    const { status, body } = await send(id, asked)
    expect(status, `${id}: ${JSON.stringify(body)}`).toBe(200)
    if (id === 'createBackfill') copied.set(DAG_NAME, (body as { data: string }).data)
    if (id === 'taskInstances') {
      const { instances } = body as { instances: { id: string }[] }
      copied.set(INSTANCE_ID, instances[0]!.id)
    }
    if (id === 'importDefinitions') {
      copied.set(DEFINITIONS_IMPORT_ID, (body as { data: { importId: string } }).data.importId)
    }
    if (id === 'importLineage') {
      copied.set(IMPORT_ID, (body as { data: { importId: string } }).data.importId)
    }
    examples[id] = renamed({ ...asked, answer: shortened(body) }) as object
  }
  return examples
}

/** An envelope of every status that is an error. */
async function recordErrors(): Promise<Record<string, unknown>> {
  const errors: Record<string, unknown> = {}
  const keep = ({ status, body }: { status: number; body: unknown }): void => {
    const text = JSON.stringify({ ...(body as object), traceId: TRACE })
    // How long a tenant has to wait depends on the speed of the machine.
    errors[status] = JSON.parse(text.replaceAll(/try again in \d+ s/g, 'try again in 3 s'))
  }
  const times = EXAMPLE_REQUESTS.compareTimes.body as object
  keep(await send('compareTimes', { body: { ...times, dimensions: [5] } }))
  keep(await send('allLineage', {}, { ...HEADERS, 'auth-value': 'nobody' }))
  const viewer = { ...HEADERS, 'auth-value': 'viewer' }
  keep(await send('moveUserGroup', EXAMPLE_REQUESTS.moveUserGroup, viewer))
  keep(await send('dimensionDetail', { query: { dimName: 'distance_bnd' } }))
  const group = { groupIdentityType: 'USER_GROUP_CODE', value: 'ops', parentGroupId: 'ops_east' }
  keep(await send('moveUserGroup', { body: group }))
  keep(await send('compareTimes', { body: 'metric=late_rate' }))
  keep(await send('compareTimes', { body: { ...times, metric: 'x'.repeat(1_100_000) } }))
  const { platform, url } = flights
  keep(await sendRaw(url, [`DELETE ${API_ROOT}/lineage/queryAll HTTP/1.1`, 'Host: localhost']))
  keep(
    await sendRaw(url, [
      `GET ${API_ROOT}/lineage/queryAll HTTP/1.1`,
      'Host: localhost',
      'Expect: 200',
    ]),
  )
  keep(await sendRaw(url, [`GET /?${'x'.repeat(20_000)} HTTP/1.1`, 'Host: localhost']))
  const small = await serve({
    platform: {
      ...platform,
      as: (caller) =>
        Object.create(platform.as(caller), {
          compareTimes: { value: () => new Promise(() => {}) },
          dimensionDetail: { value: () => Promise.reject(new Error('unforeseen')) },
        }),
    },
    port: 0,
    answerTimeout: 1_000,
    requestTimeout: 500,
    rateLimit: { requestsPerSecond: 0.2, burst: 3 },
  })
  try {
    const ask = async (id: OperationId, { query, body }: ExampleRequest) => {
      const { method, path }: Operation = OPERATIONS[id]
      const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
      const response = await fetch(`${small.url}${API_ROOT}${path}${search}`, {
        method,
        headers: { ...HEADERS, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    }
    keep(await unfinished(small.url))
    keep(await ask('compareTimes', EXAMPLE_REQUESTS.compareTimes))
    keep(await ask('dimensionDetail', EXAMPLE_REQUESTS.dimensionDetail))
    keep(await ask('allLineage', {}))
  } finally {
    await small.close()
  }
  return errors
}

/** A request whose body never comes. */
function unfinished(url: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { ...HEADERS, 'content-type': 'application/json', 'content-length': 9 }
    const sent = request(`${url}${API_ROOT}/userGroup/list`, { method: 'POST', headers })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('')
      resolve({ status: response.statusCode!, body: JSON.parse(text) })
    })
    sent.write('{')
  })
}

describe('the examples of the OpenAPI document', () => {
  test('are what the service answers', async () => {
    const recorded = { operations: await recordOperations(), errors: await recordErrors() }
    if (process.env.TRIBUTARY_RECORD === '1') {
      writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`)
    }
    expect(recorded).toEqual(JSON.parse(readFileSync(FILE, 'utf8')))
  }, 60_000)

  test('are in the document, one for every request, parameter and answer, and fit its schemas', async () => {
    const document = (await (await fetch(`${flights.url}/openapi.json`)).json()) as Document
    const missing: string[] = []
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { requestBody, responses, operationId }] of Object.entries(item)) {
        if (method === 'head') continue
        const bodies = Object.values(requestBody?.content ?? {})
        if (bodies.length > 0 && bodies.every(({ example }) => example === undefined)) {
          missing.push(`body of ${path}`)
        }
        for (const [status, response] of Object.entries(responses)) {
          // It has no body.
          if (status === '304') continue
          const name = response.$ref?.split('/').at(-1)
          const { content } = name === undefined ? response : document.components.responses[name]!
          const [{ example, schema } = { example: undefined, schema: {} }] = Object.values<Media>(
            content ?? {},
          )
          if (example === undefined) missing.push(`${status} of ${path}`)
          else if (status === '200')
            expect(
              schemaProblems(schema, example, document.components.schemas),
              operationId,
            ).toEqual([])
        }
      }
    }
    expect(missing).toEqual([])
  })
})

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Answered>>
  }
}

interface Answered {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, Media>>
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

interface Described {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Answered>>
}

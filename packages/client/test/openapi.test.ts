import type { Platform } from '@tributary/platform'
import { createApp } from '@tributary/server'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../src/routes.ts'

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
}

interface OpenApiOperation {
  readonly operationId: string
  readonly requestBody?: object
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
}

const CREDENTIALS: ReadonlySet<string> = new Set(['tenant-id', 'auth-type', 'auth-value'])

/** Describing itself, the server asks its platform nothing. */
const app = createApp({ platform: {} as Platform })
const document: OpenApi = (await app.inject('/openapi.json')).json()

const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    path,
    method: method.toUpperCase(),
    own: operation.parameters.filter(({ name }) => !CREDENTIALS.has(name)),
  })),
)

describe('the client and the OpenAPI document', () => {
  test('have the same operations (a new one needs a line in contract/operations.ts of the server and in routes.ts here)', () => {
    const described = OPERATIONS.map(({ operationId, method, path }) => [operationId, method, path])
    const called = Object.entries(ROUTES).map(([id, { method, path }]) => [id, method, path])
    expect(called.toSorted()).toEqual(described.toSorted())
  })

  test.each(OPERATIONS)('agree where the request of $operationId goes', (operation) => {
    const route = ROUTES[operation.operationId as keyof typeof ROUTES]
    const headers = operation.own.filter((one) => one.in === 'header').map(({ name }) => name)
    expect(route.headers ?? []).toEqual(headers)
    if (operation.method === 'POST' && route.body !== 'text') expect(operation.own).toEqual([])
    const hasRequest = operation.requestBody !== undefined || operation.own.length > 0
    expect(route.takesRequest ?? true).toBe(hasRequest)
  })
})

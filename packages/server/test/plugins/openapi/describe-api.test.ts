import { API_ROOT, OPERATIONS as CONTRACT, type Operation, ROUTES } from '@tributary/contract'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { fakePlatform } from '../../support/fake-platform.ts'

const app = createApp({ platform: fakePlatform() })
const response = await app.inject('/openapi.json')
const document = response.json()

const OPERATIONS = Object.values(ROUTES).map(
  ({ method, path }) => [method.toLowerCase(), `${API_ROOT}${path}`] as const,
)

describe('the OpenAPI document', () => {
  test('is version 3.1', () => {
    expect(response.statusCode).toBe(200)
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Tributary', version: '1' })
  })

  test('has every operation and nothing else', () => {
    const found = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method, path]),
    )
    expect(found.filter(([method]) => method !== 'head')).toEqual(OPERATIONS)
    const read = Object.values<Operation>(CONTRACT).filter(
      (one) => one.method === 'GET' && !one.changes,
    )
    const heads = read.map(({ path }) => `${API_ROOT}${path}`)
    expect(found.filter(([method]) => method === 'head').map(([, path]) => path)).toEqual(heads)
  })

  test.each(OPERATIONS)('describes %s %s', (method, path) => {
    const operation = document.paths[path][method]
    expect(operation.summary).toBeTypeOf('string')
    expect(document.tags.map(({ name }: { name: string }) => name)).toContain(operation.tags[0])
    const errors = [
      '400',
      '401',
      '403',
      '404',
      '405',
      '408',
      '413',
      '415',
      '429',
      '431',
      '500',
      '503',
    ]
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', ...errors]))
    expect(operation.responses['200'].description).not.toBe('Default Response')
  })

  test('says how callers are known, and where the server is', () => {
    const { securitySchemes } = document.components
    expect(Object.keys(securitySchemes)).toEqual(['tenant', 'authType', 'authValue', 'bearer'])
    expect(document.security).toEqual([{ tenant: [], authType: [], authValue: [] }, { bearer: [] }])
    expect(document.servers).toEqual([expect.objectContaining({ url: '/' })])
  })

  test('describes the headers of answers', () => {
    const { responses } = document.components
    expect(Object.keys(responses.Error405.headers)).toContain('allow')
    expect(Object.keys(responses.Error429.headers)).toContain('retry-after')
    for (const { headers } of Object.values<{ headers: object }>(responses)) {
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining(['cache-control', 'x-content-type-options']),
      )
    }
  })

  test('is complete with a service root in front', async () => {
    const rooted = createApp({ platform: fakePlatform(), prefix: '/root' })
    const { paths } = (await rooted.inject('/openapi.json')).json()
    expect(Object.keys(paths)).toEqual(Object.keys(document.paths).map((path) => `/root${path}`))
  })

  test('gives every operation its id', () => {
    const ids = OPERATIONS.map(([method, path]) => document.paths[path][method].operationId)
    expect(ids).toEqual(Object.keys(ROUTES))
  })

  test('lists the calculations of a comparison', () => {
    for (const path of ['dim_peer_compare', 'dim_time_compare']) {
      const { requestBody } = document.paths[`/api/v1/attribution/${path}`].post
      const { attribution } = requestBody.content['application/json'].schema.properties
      expect(attribution.properties.attributionCalculateType.enum).toEqual(['ALL', 'AVG'])
    }
  })

  test('shows the optional body of dimension detail', () => {
    const { requestBody } = document.paths['/api/v1/dimension/detail'].get
    expect(requestBody.required).toBe(false)
    expect(requestBody.content['application/json'].schema.properties).toHaveProperty('dimName')
  })

  test('gives lineage files the types that they are sent in', () => {
    const files = ['application/json', 'text/csv', 'application/x-ndjson']
    const { responses } = document.paths['/api/v1/lineage/export'].get
    expect(Object.keys(responses['200'].content)).toEqual(expect.arrayContaining(files))
    const { requestBody } = document.paths['/api/v1/lineage/import'].post
    expect(Object.keys(requestBody.content)).toEqual(
      expect.arrayContaining([...files, 'text/plain']),
    )
  })

  test('resolves every reference', () => {
    const references = referencesIn(document)
    expect(references).toContain('#/components/schemas/ErrorEnvelope')
    for (const reference of references) {
      const keys = reference.replace(/^#\//, '').split('/')
      expect(
        keys.reduce((node, key) => node?.[key], document),
        reference,
      ).toBeDefined()
    }
  })

  test('describes every field', () => {
    expect(fieldsWithoutDescription(document.paths, 'paths')).toEqual([])
    expect(fieldsWithoutDescription(document.components, 'components')).toEqual([])
  })
})

test('the page for people is served without credentials', async () => {
  const page = await app.inject('/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
})

function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' ? [value as string] : referencesIn(value),
  )
}

/** `data` is described by the answer around it. */
function fieldsWithoutDescription(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'example') return []
    if (key !== 'properties') return fieldsWithoutDescription(value, `${path}/${key}`)
    // The names below are the fields' own, one of which may be `properties` again.
    return Object.entries<Record<string, unknown>>(value as never).flatMap(([name, field]) => [
      ...(name === 'data' || isDescribed(field) ? [] : [`${path}/${name}`]),
      ...fieldsWithoutDescription(field, `${path}/${name}`),
    ])
  })
}

function isDescribed(field: Record<string, unknown>): boolean {
  const alternatives = (field.anyOf ?? []) as Record<string, unknown>[]
  return 'description' in field || alternatives.some((one) => 'description' in one)
}

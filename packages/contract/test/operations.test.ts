import { describe, expect, test } from 'vitest'
import { OPERATIONS, type Operation, ROUTES } from '../src/index.ts'

const operations = Object.entries<Operation>(OPERATIONS)

describe('the table of operations', () => {
  test('is in the order of the routes, and no two operations share a route', () => {
    expect(Object.keys(OPERATIONS)).toEqual(Object.keys(ROUTES))
    const places = operations.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(places).size).toBe(operations.length)
  })

  test.each(operations)('has schemas where the request of %s travels', (_id, operation) => {
    const { method, takes = 'FIELDS', headers, header, query, body } = operation
    expect(headers ?? []).toEqual(Object.keys(header?.properties ?? {}))
    const isGet = method === 'GET'
    const expected = {
      NOTHING: [false, false],
      FIELDS: [isGet, !isGet],
      FILE: [true, true],
    }[takes]
    expect([query !== undefined, body !== undefined]).toEqual(expected)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toRequest } from '../src/to-request.ts'

const credentials = { tenantId: 't', authType: 'UID', authValue: 'u' } as const
const text = fc.string({ unit: 'grapheme' })
const name = fc.constantFrom('a', 'b', 'c', 'queryBy')
const fields = fc.dictionary(
  name,
  fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text), fc.constantFrom(null, undefined)),
  { noNullPrototype: true },
)

test('a query says the fields that are there, each entry of a list for itself', () => {
  const route = { method: 'GET', path: '/p' } as const
  fc.assert(
    fc.property(fields, (request) => {
      const address = { baseUrl: 'http://h/root//', credentials, route }
      const { url, init } = toRequest(address, request, {})
      const parsed = new URL(url)
      expect(parsed.pathname).toBe('/root/api/v1/p')
      expect(init.body).toBeNull()
      const said = Object.entries(request).flatMap(([key, value]) =>
        [value]
          .flat()
          .flatMap((one) => (one === null || one === undefined ? [] : [[key, String(one)]])),
      )
      expect([...parsed.searchParams]).toEqual(said)
    }),
  )
})

test('a body is the request as JSON', () => {
  const route = { method: 'POST', path: '/p' } as const
  fc.assert(
    fc.property(fc.dictionary(text, fc.jsonValue(), { noNullPrototype: true }), (request) => {
      const { url, init } = toRequest({ baseUrl: 'http://h', credentials, route }, request, {})
      expect(url).toBe('http://h/api/v1/p')
      expect(JSON.parse(init.body!)).toEqual(JSON.parse(JSON.stringify(request)))
      expect(init.headers.get('content-type')).toBe('application/json')
    }),
  )
})

test('a file is sent as the body unchanged, and the other fields as the query', () => {
  const route = { method: 'POST', path: '/p', takes: 'FILE' } as const
  fc.assert(
    fc.property(text, (given) => {
      const request = { text: given, format: 'csv', file: undefined }
      const { url, init } = toRequest({ baseUrl: 'http://h', credentials, route }, request, {})
      expect([url, init.body]).toEqual(['http://h/api/v1/p?format=csv', given])
      expect(init.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }),
  )
})

test('a header is the bytes of its text in UTF-8', () => {
  const route = { method: 'GET', path: '/p' } as const
  const named = { ...credentials, authValue: '张三' }
  const { init } = toRequest({ baseUrl: 'http://h', credentials: named, route }, {}, {})
  expect(Buffer.from(init.headers.get('auth-value')!, 'latin1').toString()).toBe('张三')
})

test('a field that is a header is no parameter', () => {
  const route = { method: 'GET', path: '/p', headers: ['queryBy'] } as const
  const request = { dimName: 'D1', queryBy: 'UUID' }
  const { url, init } = toRequest({ baseUrl: 'http://h', credentials, route }, request, {})
  expect([url, init.headers.get('queryBy')]).toEqual(['http://h/api/v1/p?dimName=D1', 'UUID'])
})

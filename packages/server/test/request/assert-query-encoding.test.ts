import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { assertQueryEncoding } from '../../src/request/assert-query-encoding.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

describe('the encoding of a query', () => {
  test.each([
    ['/x?name=%ff', 'The query parameter name must be UTF-8 in percent-encoding; found "%ff".'],
    [
      '/x?a=1&b=%E4%zz&c',
      'The query parameter b must be UTF-8 in percent-encoding; found "%E4%zz".',
    ],
    ['/x?%ff=1', 'The query parameter %ff must be UTF-8 in percent-encoding; found "%ff=1".'],
    ['/x?a%', 'The query parameter a% must be UTF-8 in percent-encoding; found "a%".'],
    [
      `/x?a=%ed%a0%80${'x'.repeat(60)}`,
      `The query parameter a must be UTF-8 in percent-encoding; found "%ed%a0%80${'x'.repeat(31)}…".`,
    ],
  ])('is refused in %s', (url, message) => {
    expect(() => assertQueryEncoding(url)).toThrow(message)
  })

  test('is accepted for every text that is encoded', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string())), (pairs) => {
        const query = new URLSearchParams(pairs as [string, string][])
        assertQueryEncoding(`/x?${query}`)
      }),
    )
  })

  test('of a request is answered with 400', async () => {
    const platform = fakePlatform()
    const app = createApp({ platform })
    const { status, body } = await ask(app, { url: '/api/v1/dataset/info?name=%ff' })
    expect(status).toBe(400)
    expect(body.detailErrorMsg).toMatch(/^SERVER_INVALID_QUERY: path name; /)
    expect(platform.calls).toEqual([])
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KINDS, readCaller, toCredentials } from '../../src/answers/credentials.ts'

const word = fc.stringMatching(/^[\w.-]{1,20}$/)

test('the credentials that the tab stores are read back unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), word, word, (kind, tenant, secret) => {
      const one = toCredentials({ kind, tenant, secret: ` ${secret}\n` })
      expect(readCaller(JSON.stringify(one))).toEqual(
        kind === 'BEARER'
          ? { token: secret }
          : { tenantId: tenant, authType: kind, authValue: secret },
      )
    }),
  )
})

test('a token may be pasted with the word before it', () => {
  const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln'
  expect(toCredentials({ kind: 'BEARER', tenant: '', secret: `Bearer ${token}` })).toEqual({
    token,
  })
})

test('stored texts without valid credentials are ignored', () => {
  for (const text of [null, '', '{', '[]', 'null', '{"token":""}', '{"tenantId":"a"}']) {
    expect(readCaller(text)).toBeNull()
  }
})

import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask, CREDENTIALS } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const app = createApp({ platform: fakePlatform() })
const url = '/api/v1/lineage/queryAll'

describe('requireCredentials', () => {
  test.each(['tenant-id', 'auth-type', 'auth-value'] as const)('misses %s', async (name) => {
    const { [name]: _left, ...headers } = CREDENTIALS
    const response = await app.inject({ url, headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: '400',
      errorMsg: `The header ${name} is missing.`,
      detailErrorMsg: `SERVER_INVALID_HEADER: path ${name}; ${name} is missing`,
    })
  })

  test('names every missing header', async () => {
    const { detailErrorMsg } = (await app.inject(url)).json()
    expect(detailErrorMsg).toMatch(
      /tenant-id is missing; auth-type is missing; auth-value is missing/,
    )
  })

  test.each(['Basic ZGVtbzpkZW1v', 'Bearer', 'Bearer ', 'Bearer a b', 'secret', ''])(
    'wants a bearer token where Authorization is %j, and does not repeat it',
    async (authorization) => {
      const response = await app.inject({ url, headers: { 'tenant-id': 'demo', authorization } })
      expect(response.statusCode).toBe(400)
      expect(response.json().errorMsg).toBe(
        'The header authorization must be "Bearer" and a token, or be left out beside auth-type and auth-value; found something else.',
      )
      const beside = await app.inject({ url, headers: { ...CREDENTIALS, authorization } })
      expect(beside.statusCode).toBe(200)
    },
  )

  test.each(['tenant-id', 'auth-value'])(
    'refuses 33 characters of %s, unrepeated',
    async (name) => {
      const { status, body } = await ask(app, { url, headers: { [name]: 'x'.repeat(33) } })
      expect(status).toBe(400)
      expect(body.errorMsg).toBe(
        `The header ${name} must be at most 32 characters; found a longer one.`,
      )
      expect(JSON.stringify(body)).not.toContain('xxx')
    },
  )

  test('accepts a header value of 32 characters', async () => {
    const { status } = await ask(app, { url, headers: { 'auth-value': 'x'.repeat(32) } })
    expect(status).toBe(401)
  })

  test('refuses an unknown kind of credential', async () => {
    const { status, body } = await ask(app, { url, headers: { 'auth-type': 'PASSWORD' } })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain('auth-type must be one of UID, TOKEN, ACCOUNT, APIKEY')
  })

  test('answers an unknown tenant as it answers a wrong value', async () => {
    const unknown = await ask(app, { url, headers: { 'tenant-id': 'other' } })
    const wrong = await ask(app, { url, headers: { 'auth-value': 'wrong' } })
    expect(unknown.status).toBe(401)
    expect({ ...unknown.body, traceId: '' }).toEqual({ ...wrong.body, traceId: '' })
  })

  test('asks for credentials before it reads a body', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/attribution/dim_time_compare',
      headers: { ...CREDENTIALS, 'auth-value': 'wrong', 'content-type': 'application/json' },
      payload: '{ not json',
    })
    expect(response.statusCode).toBe(401)
  })
})

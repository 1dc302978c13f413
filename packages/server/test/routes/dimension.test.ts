import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform, bodyLimit: 1_000 })
const DETAIL = '/api/v1/dimension/detail'
const ALL = '/api/v1/metrics/dimensionAll'

describe('dimension detail', () => {
  test('takes the name from the query', async () => {
    expect((await ask(app, { url: DETAIL, query: { dimName: 'origin' } })).status).toBe(200)
    expect(platform.calls.at(-1)!.arguments.slice(1)).toEqual(['origin', { by: 'NAME' }])
  })

  test('takes the name from the body of a GET', async () => {
    expect((await ask(app, { url: DETAIL, payload: { dimName: 'é' } })).status).toBe(200)
    expect(platform.calls.at(-1)!.arguments.slice(1)).toEqual(['é', { by: 'NAME' }])
  })

  test('prefers the query', async () => {
    await ask(app, { url: DETAIL, query: { dimName: 'origin' }, payload: { dimName: 'other' } })
    expect(platform.calls.at(-1)!.arguments[1]).toBe('origin')
  })

  test.each(['queryBy', 'queryby', 'QUERYBY'])(
    'looks up by code with the header %s',
    async (name) => {
      const options = { url: DETAIL, query: { dimName: 'D7' }, headers: { [name]: 'UUID' } }
      expect((await ask(app, options)).status).toBe(200)
      expect(platform.calls.at(-1)!.arguments.slice(1)).toEqual(['D7', { by: 'CODE' }])
    },
  )

  test('refuses another value of queryBy', async () => {
    const options = { url: DETAIL, query: { dimName: 'D7' }, headers: { queryBy: 'CODE' } }
    const { status, body } = await ask(app, options)
    expect(status).toBe(400)
    expect(body.errorMsg).toBe('The header queryBy must be UUID; found the string "CODE".')
  })

  test.each([
    ['nothing at all', {}, 'query parameter dimName is missing'],
    ['an empty name', { query: { dimName: '' } }, 'dimName must be not empty'],
    ['a body without it', { payload: {} }, 'body field dimName is missing'],
    ['a body with a number', { payload: { dimName: 5 } }, 'dimName must be a string'],
    ['a body that is no object', { payload: [] }, 'body must be an object'],
  ])('refuses %s', async (_what, options, message) => {
    const { status, body } = await ask(app, { url: DETAIL, ...options })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(message)
  })

  test.each([
    ['broken JSON', 'application/json', '{', 400, 'SERVER_INVALID_JSON'],
    [
      'a form',
      'application/x-www-form-urlencoded',
      'dimName=a',
      415,
      'SERVER_UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a body over the limit', 'application/json', ' '.repeat(1_001), 413, 'SERVER_BODY_TOO_LARGE'],
  ])('refuses %s', async (_what, type, payload, expected, code) => {
    const headers = { 'content-type': type }
    const { status, body } = await ask(app, { url: DETAIL, headers, payload })
    expect(status).toBe(expected)
    expect(body.detailErrorMsg).toMatch(new RegExp(`^${code}`))
  })
})

describe('the dimensions of metrics', () => {
  test.each(['metricNames=a,b&metricNames=c', 'metricNames=a%2Cb,c', 'metricNames=a,,b, c'])(
    'reads %s',
    async (query) => {
      expect((await ask(app, { url: `${ALL}?${query}` })).status).toBe(200)
      expect(platform.calls.at(-1)!.arguments[1]).toEqual(['a', 'b', 'c'])
    },
  )

  test.each([
    ['', 'metricNames is missing'],
    ['?metricNames=', 'metricNames must be a list of at least 1; found an empty list'],
    ['?metricNames=,', 'metricNames must be a list of at least 1; found an empty list'],
  ])('refuses the query %j', async (query, message) => {
    const { status, body } = await ask(app, { url: `${ALL}${query}` })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(message)
  })
})

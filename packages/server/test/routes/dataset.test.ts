import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })
const url = '/api/v1/dataset/info'

describe('dataset detail', () => {
  test('asks for the dataset', async () => {
    const { status, body } = await ask(app, { url, query: { name: 'flights' } })
    expect(status).toBe(200)
    expect(body.data).toEqual({ name: 'flights' })
    expect(platform.calls.at(-1)!.arguments[1]).toBe('flights')
  })

  test.each([
    ['', 'name is missing'],
    ['?name=', 'name must be not empty'],
    [`?name=${'x'.repeat(129)}`, 'name must be at most 128 characters'],
  ])('refuses the query %j', async (query, message) => {
    const { status, body } = await ask(app, { url: `${url}${query}` })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(message)
  })

  test('takes 128 characters', async () => {
    expect((await ask(app, { url, query: { name: 'x'.repeat(128) } })).status).toBe(200)
  })
})

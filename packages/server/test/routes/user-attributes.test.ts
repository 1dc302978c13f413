import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })

const USERS = [{ identityValue: 'ann', properties: [{ name: 'region', value: '' }] }]
const ITEMS = [{ identityValue: 'ann', propertyNames: ['region'] }]

/** Each operation with a body that it accepts. */
const OPERATIONS = [
  [
    'saveUserAttributes',
    '/api/v1/userPropertyValue/save',
    { identityType: 'USER_ACCOUNT', userPropertyRequests: USERS },
    true,
  ],
  [
    'deleteUserAttributes',
    '/api/v1/userPropertyValue/delete',
    { identityType: 'USER_ID', items: ITEMS },
    true,
  ],
  [
    'userAttributes',
    '/api/v1/userPropertyValue/list',
    { identityType: 'USER_ID', identityValues: ['ann'], propertyNames: null },
    [],
  ],
] as const

describe.each(OPERATIONS)('%s', (operation, url, payload, data) => {
  test('hands the body to the platform in the name of the caller', async () => {
    const { status, body } = await ask(app, { method: 'POST', url, payload })
    expect(status).toBe(200)
    expect(body.data).toEqual(data)
    const call = platform.calls.at(-1)!
    expect(call.operation).toBe(operation)
    expect(call.arguments).toEqual([expect.objectContaining({ account: 'demo' }), payload])
  })

  test('reaches the platform with nothing that breaks the contract', async () => {
    const before = platform.calls.length
    for (const identityType of [undefined, null, 'USER', 5]) {
      const answer = await ask(app, { method: 'POST', url, payload: { ...payload, identityType } })
      expect(answer.status).toBe(400)
      expect(answer.body.detailErrorMsg).toContain('identityType')
    }
    expect(platform.calls).toHaveLength(before)
  })

  test('answers no other method', async () => {
    const { status, headers } = await ask(app, { method: 'GET', url })
    expect(status).toBe(405)
    expect(headers.allow).toBe('POST')
  })
})

test('every wrong field is told, with its place', async () => {
  const userPropertyRequests = [
    { identityValue: '', properties: [{ name: 'a', value: 1 }] },
    { properties: [] },
  ]
  const { body } = await ask(app, {
    method: 'POST',
    url: '/api/v1/userPropertyValue/save',
    payload: { identityType: 'USER_ID', userPropertyRequests },
  })
  for (const path of [
    'userPropertyRequests[0].identityValue',
    'userPropertyRequests[0].properties[0].value',
    'userPropertyRequests[1].identityValue',
    'userPropertyRequests[1].properties',
  ]) {
    expect(body.detailErrorMsg).toContain(path)
  }
})

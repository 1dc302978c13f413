import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })
const LIST = '/api/v1/userGroup/list'
const MOVE = '/api/v1/userGroup/move'
const PAGE = { pageNumber: 1, pageSize: 1_000 }
const MOVED = { groupIdentityType: 'USER_GROUP_ID', value: 'a', parentGroupId: '-1' }

describe('the groups of users', () => {
  test.each([
    ['userGroups', LIST, PAGE],
    ['userGroups', LIST, { ...PAGE, keyword: '', groupIds: [], groupIdentityType: null }],
    ['moveUserGroup', MOVE, MOVED],
    ['moveUserGroup', MOVE, { ...MOVED, frontGroupId: null }],
  ])('%s hands the body of %s to the platform', async (operation, url, payload) => {
    const { status } = await ask(app, { method: 'POST', url, payload })
    expect(status).toBe(200)
    const call = platform.calls.at(-1)!
    expect(call.operation).toBe(operation)
    expect(call.arguments[1]).toEqual(payload)
  })

  test.each([
    [LIST, { ...PAGE, pageNumber: 0 }, 'pageNumber'],
    [LIST, { ...PAGE, pageNumber: '1' }, 'pageNumber'],
    [LIST, { ...PAGE, pageSize: 1_001 }, 'pageSize'],
    [LIST, { pageNumber: 1 }, 'pageSize'],
    [MOVE, { ...MOVED, groupIdentityType: 'ID' }, 'groupIdentityType'],
    [MOVE, { ...MOVED, parentGroupId: null }, 'parentGroupId'],
    [MOVE, { ...MOVED, frontGroupId: '' }, 'frontGroupId'],
  ])('%s refuses %j', async (url, payload, path) => {
    const { status, body } = await ask(app, { method: 'POST', url, payload })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(path)
  })
})

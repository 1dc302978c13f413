import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })
const url = '/api/v1/authority/userList'

test.each([
  'DATASET',
  'METRIC',
  'DIMENSION',
  'ANALYSIS_VIEW',
  'DATASOURCE',
  'RESULT_PLAN',
  'WORKBOOK',
])('asks the platform for the permissions on a %s', async (resourceType) => {
  const payload = { resourceType, resourceId: 'x' }
  const { status, body } = await ask(app, { method: 'POST', url, payload })
  expect(status).toBe(200)
  expect(body.data).toEqual([])
  expect(platform.calls.at(-1)).toMatchObject({ operation: 'resourceEntries' })
  expect(platform.calls.at(-1)!.arguments[1]).toEqual(payload)
})

test.each([
  [{ resourceId: 'x' }, 'resourceType is missing'],
  [{ resourceType: 'TENANT', resourceId: 'x' }, 'resourceType must be one of DATASET'],
  [{ resourceType: 'METRIC' }, 'resourceId is missing'],
  [{ resourceType: 'METRIC', resourceId: '' }, 'resourceId must be not empty'],
  [{ resourceType: 'METRIC', resourceId: 'x', resourceName: 5 }, 'resourceName must be'],
])('refuses %j', async (payload, message) => {
  const { status, body } = await ask(app, { method: 'POST', url, payload })
  expect(status).toBe(400)
  expect(body.errorMsg).toContain(message)
})

import { expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import { resolveStorePlace } from '../../../src/store/database/open-store.ts'

test('a store is in a folder, in PostgreSQL or in memory', () => {
  expect(resolveStorePlace({})).toBeUndefined()
  expect(resolveStorePlace({ data: 'here' })).toBe('here')
  expect(resolveStorePlace({ store: 'postgresql://u@h/d' })).toBe('postgresql://u@h/d')
})

test.each([
  [{ store: 'mysql://u:secret@h/d' }],
  [{ store: 'folder' }],
  [{ store: '' }],
  [{ store: 'postgres://u:secret@h/d', data: 'here' }],
])('%j is refused, and shows no password', async (options) => {
  const error = await createPlatform(options).catch((one: unknown) => one)
  expect(error).toMatchObject({ code: 'PLATFORM_INVALID_REQUEST', details: { path: 'store' } })
  expect((error as Error).message).not.toContain('secret')
})

import { describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import { openStore } from '../../../src/store/database/open-store.ts'
import { readStoredWorkspace } from '../../../src/store/definitions/read-definitions.ts'
import { folderOf, SHOP_FILES } from '../../support/shop.ts'

describe('readStoredWorkspace', () => {
  test('says which definition is damaged', async () => {
    const { folder, remove } = await folderOf(SHOP_FILES)
    const data = `${folder}/data`
    try {
      await (await createPlatform({ workspace: folder, data })).close()
      const store = await openStore(data)
      try {
        expect((await readStoredWorkspace(store, 'shop'))?.workspace.tenant).toBe('shop')
        await store
          .updateTable('definition')
          .set({ body: '{"name":' })
          .where('kind', '=', 'metric')
          .where('name', '=', 'revenue')
          .execute()
        await expect(readStoredWorkspace(store, 'shop')).rejects.toMatchObject({
          code: 'PLATFORM_STORE_FAILED',
          message: expect.stringContaining('the metric "revenue" of the tenant "shop" is not JSON'),
        })
      } finally {
        await store.destroy()
      }
    } finally {
      await remove()
    }
  })
})

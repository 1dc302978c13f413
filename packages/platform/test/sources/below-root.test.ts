import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import { assertBelowRoot } from '../../src/sources/below-root.ts'
import { SHOP_FILES } from '../support/shop.ts'

let home: string
let root: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-root-'))
  root = join(home, 'root')
  await mkdir(join(root, 'in'), { recursive: true })
  await mkdir(join(home, 'outside'))
  for (const [name, text] of Object.entries(SHOP_FILES)) await writeFile(join(root, name), text)
  await writeFile(join(home, 'outside', 'orders.csv'), SHOP_FILES['orders.csv']!)
})
afterEach(() => rm(home, { recursive: true }))

const check = (file: string, below = root) =>
  assertBelowRoot({ datasource: 'local', root: below, file })
const refused = { code: 'PLATFORM_SOURCE_MISMATCH', message: expect.stringContaining('is a link') }

describe('a data file', () => {
  test('may be a file, a link below the root, and below a root that is a link', async () => {
    await symlink(join(root, 'orders.csv'), join(root, 'in', 'link.csv'))
    await symlink(root, join(home, 'alias'))
    await symlink('in', join(root, '..in'))
    await writeFile(join(root, '..orders.csv'), 'a\n')
    for (const file of ['orders.csv', 'in/link.csv', '..in/link.csv', '..orders.csv']) {
      await check(file)
      await check(file, join(home, 'alias'))
    }
  })

  test('may not be a link, or below a link, that leads out of the root', async () => {
    await symlink(join(home, 'outside', 'orders.csv'), join(root, 'link.csv'))
    await symlink('../../outside', join(root, 'in', 'folder'))
    await symlink('link.csv', join(root, 'twice.csv'))
    await mkdir(join(home, 'root2'))
    await writeFile(join(home, 'root2', 'a.csv'), 'a\n')
    await symlink(join(home, 'root2', 'a.csv'), join(root, 'sibling.csv'))
    for (const file of ['link.csv', 'in/folder/orders.csv', 'twice.csv', 'sibling.csv']) {
      await expect(check(file), file).rejects.toMatchObject(refused)
    }
  })

  test('that does not exist is left to whoever opens it', async () => {
    await symlink(join(home, 'nowhere'), join(root, 'broken.csv'))
    await check('nothing.csv')
    await check('broken.csv')
  })
})

test('a service does not start on a link out of the root, and stops reading one that is put in place later', async () => {
  const orders = join(root, 'orders.csv')
  const options = { workspace: root, trustIdentityHeaders: true }
  const platform = await createPlatform(options)
  try {
    const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' }
    const ann = await platform.authenticate(credentials)
    const ask = () =>
      platform.as(ann).compareTimes({
        metric: 'revenue',
        dimensions: ['shop'],
        attribution: {
          attributionCalculateType: 'ALL',
          currentTimeConstraint: '[metric_time__month] = "2024-06"',
          compareTimeConstraint: '[metric_time__month] = "2024-05"',
        },
      })
    expect((await ask()).tables).toHaveLength(2)
    await rename(orders, join(root, 'old.csv'))
    await symlink(join(home, 'outside', 'orders.csv'), orders)
    await expect(ask()).rejects.toMatchObject(refused)
    expect((await platform.as(ann).datasetDetail({ name: 'orders' })).available).toBe(1)
  } finally {
    await platform.close()
  }
  await expect(createPlatform(options)).rejects.toMatchObject(refused)
})

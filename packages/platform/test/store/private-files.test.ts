import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import { folderOf, shopWith } from '../support/shop.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** A service with workers on a folder below a new one, and a plan whose table is written. */
async function serveIn(prepare: (data: string) => void = () => {}): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'tributary-'))
  const data = join(home, 'new', 'data')
  prepare(data)
  const plan = 'plans: [{ name: p, kind: RESULT, dimensions: [city], metrics: [revenue] }]\n'
  const { folder, remove } = await folderOf(shopWith(plan))
  const options = { workspace: folder, data, trustIdentityHeaders: true, workers: 1 }
  const platform = await createPlatform(options)
  cleanups.push(
    () => rm(home, { recursive: true }),
    remove,
    () => platform.close(),
  )
  const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' }
  const ann = await platform.authenticate(credentials)
  const days = { startTime: '2024-05-01', endTime: '2024-05-01' }
  const dagName = await platform.as(ann).createBackfill({ planName: 'p', ...days })
  await expect
    .poll(async () => (await platform.as(ann).taskInstances({ dagName })).instances[0]!.status, {
      timeout: 20_000,
    })
    .toBe('SUCCESS')
  return data
}

describe.skipIf(process.platform === 'win32')('the folder of a store', () => {
  test('and all in it can be read by nobody else', async () => {
    const data = await serveIn()
    expect(modeOf(data)).toBe('700')
    const files = readdirSync(data).toSorted()
    expect(files).toEqual(
      expect.arrayContaining([
        'tributary.sqlite',
        'tributary.sqlite-shm',
        'tributary.sqlite-wal',
        'tributary.sqlite.holder',
        'tributary.sqlite.tables',
      ]),
    )
    for (const file of files) {
      const expected = file.endsWith('.tables') ? '700' : '600'
      expect(modeOf(join(data, file)), file).toBe(expected)
    }
  })

  test('keeps its permissions where it exists; the files in it lose those of others', async () => {
    const first = await serveIn()
    await cleanups.pop()!()
    chmodSync(first, 0o755)
    for (const file of readdirSync(first)) chmodSync(join(first, file), 0o755)
    const platform = await createPlatform({ data: first, workers: 1 })
    cleanups.push(() => platform.close())
    expect(modeOf(first)).toBe('755')
    expect(modeOf(join(first, 'tributary.sqlite'))).toBe('600')
    expect(modeOf(join(first, 'tributary.sqlite-wal'))).toBe('600')
    expect(modeOf(join(first, 'tributary.sqlite.holder'))).toBe('600')
  })

  test('may exist beforehand', async () => {
    const data = await serveIn((folder) => mkdirSync(folder, { recursive: true, mode: 0o750 }))
    expect(modeOf(data)).toBe('750')
    expect(modeOf(join(data, 'tributary.sqlite'))).toBe('600')
  })
})

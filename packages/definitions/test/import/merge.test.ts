import type { SourceText } from '@tributary/catalog'
import { expect, test } from 'vitest'
import { LOCK_FILE, type MergeImportOptions, mergeImport } from '../../src/index.ts'
import { derived, importShop, manifest, ownGranularities, simple } from '../shop.ts'

const LOCK = `/w/${LOCK_FILE}`
const OWN = '/w/dbt_semantic_manifest.yaml'

/** A folder of files that imports are put into. */
class Folder {
  readonly files = new Map<string, string>()

  async import(metrics: readonly object[], options: Partial<MergeImportOptions> = {}) {
    const imported = await importShop(manifest(metrics))
    const existing: SourceText[] = [...this.files].flatMap(([file, text]) =>
      file.endsWith('.yaml') ? [{ file, text }] : [],
    )
    const lock = this.files.get(LOCK) ?? null
    const source = 'target/semantic_manifest.json'
    const merged = mergeImport({ imported, source, folder: '/w', existing, lock, ...options })
    for (const { file, text } of merged.files) this.files.set(file, text)
    return merged
  }

  edit(file: string, from: string, to: string): void {
    const text = this.files.get(file)!
    expect(text).toContain(from)
    this.files.set(file, text.replace(from, to))
  }
}

const revenue = simple('revenue')
const orders = simple('orders', { expr: '1' })

test('a first import writes a workspace, the same import nothing', async () => {
  const folder = new Folder()
  const { added } = await folder.import([revenue, orders])
  expect([...folder.files.keys()].toSorted()).toEqual([OWN, LOCK, '/w/workspace.yaml'].toSorted())
  expect(added).toContain('metrics/revenue')
  expect(await folder.import([revenue, orders])).toEqual({
    files: [],
    added: [],
    changed: [],
    removed: [],
    kept: [],
  })
})

test('a second import changes what changed in the file', async () => {
  const folder = new Folder()
  await folder.import([revenue, orders])
  const merged = await folder.import([
    simple('revenue', { expr: 'amount * 2' }),
    orders,
    derived('mean', 'revenue / orders', [{ name: 'revenue' }, { name: 'orders' }]),
  ])
  expect(merged).toMatchObject({ added: ['metrics/mean'], changed: ['metrics/revenue'], kept: [] })
  expect(folder.files.get(OWN)).toContain('[amount] * 2')
})

test('what was edited stays, again and again, until --theirs', async () => {
  const folder = new Folder()
  await folder.import([revenue, orders])
  folder.edit(OWN, '  - name: revenue\n', '  # Ours.\n  - name: revenue\n    unit: euros\n')
  for (const expr of ['amount * 2', 'amount * 3']) {
    const merged = await folder.import([simple('revenue', { expr }), orders])
    expect(merged.kept).toEqual([
      { key: 'metrics/revenue', reason: 'it was edited since the last import' },
    ])
    expect(folder.files.get(OWN)).toContain('unit: euros')
  }
  const merged = await folder.import([simple('revenue', { expr: 'amount * 3' }), orders], {
    theirs: true,
  })
  expect(merged).toMatchObject({ changed: ['metrics/revenue'], kept: [] })
  expect(folder.files.get(OWN)).not.toContain('unit: euros')
})

test('a definition of another file is never touched', async () => {
  const folder = new Folder()
  await folder.import([revenue])
  const own = 'metrics:\n  - { name: orders, type: ATOMIC, dataset: orders, aggregate: COUNT }\n'
  folder.files.set('/w/ours.yaml', own)
  const merged = await folder.import([revenue, orders])
  expect(merged.kept).toEqual([{ key: 'metrics/orders', reason: 'it is defined in ours.yaml' }])
  expect(folder.files.get('/w/ours.yaml')).toBe(own)
  expect(folder.files.get(OWN)).not.toContain('name: orders\n    type: ATOMIC')
})

test('the periods of an import are there in a workspace without a calendar, and one that has a calendar keeps it', async () => {
  const imported = await importShop(
    manifest([revenue], ownGranularities([{ name: 'season' }], 'season')),
  )
  const alone = new Folder()
  await alone.import([], { imported })
  expect(alone.files.get('/w/workspace.yaml')).toContain('name: SEASON')
  expect(await alone.import([], { imported })).toMatchObject({ files: [], kept: [] })
  const other = new Folder()
  other.files.set('/w/ours.yaml', 'tenant: shop\n')
  await other.import([], { imported })
  expect(other.files.get(OWN)).toContain('calendar:\n  custom:\n    - dataset: spine')
  expect(await other.import([], { imported })).toMatchObject({ files: [], kept: [] })
  other.files.set('/w/ours.yaml', 'tenant: shop\ncalendar: { weekStart: SUNDAY }\n')
  const { kept } = await other.import([], { imported })
  expect(kept).toEqual([{ key: 'calendar', reason: 'it is defined in ours.yaml' }])
  expect(other.files.get(OWN)).not.toContain('calendar:')
})

test('what the file has no more stays until --prune', async () => {
  const folder = new Folder()
  await folder.import([revenue, orders])
  expect((await folder.import([revenue])).kept).toEqual([
    { key: 'metrics/orders', reason: 'the file has it no more; --prune removes it' },
  ])
  expect((await folder.import([revenue], { prune: true })).removed).toEqual(['metrics/orders'])
  expect(folder.files.get(OWN)).not.toContain('name: orders\n    type')
})

test('an import that would break the workspace writes nothing', async () => {
  const folder = new Folder()
  await folder.import([revenue, orders])
  folder.files.set(
    '/w/ours.yaml',
    'metrics:\n  - { name: twice, type: COMPOSITE, expr: "[orders] * 2" }\n',
  )
  await expect(folder.import([revenue], { prune: true })).rejects.toMatchObject({
    code: 'DEFINITIONS_INVALID_IMPORT',
    message: expect.stringMatching(/ours\.yaml:2:.*orders/) as string,
  })
})

test.each([
  '{',
  '[]',
  '{"imports":{"a":5}}',
  '{"imports":{"a":{"file":"../../etc/passwd","objects":{}}}}',
])('a lock that no import wrote is refused: %s', async (lock) => {
  const folder = new Folder()
  await expect(folder.import([revenue], { lock })).rejects.toMatchObject({
    code: 'DEFINITIONS_INVALID_IMPORT',
  })
})

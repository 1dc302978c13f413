import type { LineageJournal } from '@tributary/lineage'
import type { JournalEntry } from '@tributary/lineage/internal'
import { afterEach, expect, test } from 'vitest'
import { openStore } from '../../../src/store/database/open-store.ts'
import { createWrite } from '../../../src/store/database/write-queue.ts'
import {
  createLineageJournal,
  createLineageJournals,
} from '../../../src/store/lineage/lineage-journal.ts'
import type { Store } from '../../../src/store/schema.ts'

const stores: Store[] = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.destroy()
})

async function open(): Promise<Store> {
  const store = await openStore(undefined)
  stores.push(store)
  return store
}

function entry(version: number): JournalEntry {
  const vertex = { vertexType: 'METRIC', vertexId: `é${version}` } as const
  return { version, at: '2026-01-01T00:00:00.000Z', actor: 'ann', change: { op: 'drop', vertex } }
}

async function all(journal: LineageJournal, after?: number): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = []
  for await (const one of journal.read(after)) entries.push(one)
  return entries
}

test('gives back what was added, in order, however much it is', async () => {
  const journal = createLineageJournal(await open(), 'shop')
  const entries = Array.from({ length: 1_203 }, (_, i) => entry(i + 1))
  await journal.append([])
  await journal.append(entries)
  expect(await all(journal)).toEqual(entries)
  expect(await all(journal, 1_200)).toEqual(entries.slice(1_200))
})

test('keeps tenants apart', async () => {
  const store = await open()
  await createLineageJournal(store, 'one').append([entry(1)])
  expect(await all(createLineageJournal(store, 'two'))).toEqual([])
})

test.each([
  ['{"op":', 'The lineage of tenant shop: the entry of version 2 is not JSON'],
  ['{"op":"soon"}', 'The lineage of tenant shop: the entry of version 2 is no change of a lineage'],
])('says which entry is damaged when it is %s', async (change, message) => {
  const store = await open()
  const journal = createLineageJournal(store, 'shop')
  await journal.append([entry(1), entry(2)])
  await store.updateTable('lineage_change').set({ change }).where('version', '=', 2).execute()
  await expect(all(journal)).rejects.toMatchObject({ code: 'LINEAGE_FILE_DAMAGED', message })
})

test('takes all or nothing, and refuses a version that another has taken', async () => {
  const store = await open()
  const { reader, write: writing } = createLineageJournals(
    store,
    'shop',
    createWrite(store, 'shop'),
  )
  await writing((journal) => journal.append([entry(1)]))
  const again = writing((journal) => journal.append([entry(2), entry(1)]))
  await expect(again).rejects.toThrow('UNIQUE')
  expect(await all(reader)).toEqual([entry(1)])
})

import { fixedClock } from '@tributary/core'
import type { LineageJournal, Vertex } from '@tributary/lineage'
import { describe, expect, test } from 'vitest'
import {
  type LineageRepository,
  openLineageRepository,
} from '../../../src/lineage/lineage-repository.ts'
import { createWrite } from '../../../src/store/database/write-queue.ts'
import { createLineageJournals } from '../../../src/store/lineage/lineage-journal.ts'
import { createLineageSnapshots } from '../../../src/store/lineage/lineage-snapshot.ts'
import type { Store } from '../../../src/store/schema.ts'
import { eachStore } from '../../support/each-store.ts'

const clock = fixedClock(new Date('2026-02-01T00:00:00Z'))

/** The lineage of a tenant, and after which versions its journal was read. */
async function opened(
  store: Store,
): Promise<{ repository: LineageRepository; readAfter: number[] }> {
  const write = createWrite(store, 'shop')
  const journals = createLineageJournals(store, 'shop', write)
  const snapshots = createLineageSnapshots(store, 'shop', write)
  const readAfter: number[] = []
  const reader: LineageJournal = {
    ...journals.reader,
    read: (after) => {
      readAfter.push(after ?? 0)
      return journals.reader.read(after)
    },
  }
  const keeping = { journals: { ...journals, reader }, snapshots, catalog: null, clock }
  return { repository: await openLineageRepository(keeping), readAfter }
}

function metric(i: number): Vertex {
  const custom = { place: i }
  return { vertexType: 'METRIC', vertexId: `é${i}`, displayName: null, description: 'x', custom }
}

const MANY = 10_500

async function fill({ graph, change }: LineageRepository, from: number, to: number): Promise<void> {
  await change('ann', () => {
    for (let i = from; i < to; i++) graph.setVertex(metric(i), 'test')
    const edge = { src: metric(from), dst: metric(from + 1), edgeType: 'COLUMN_IMPACT' } as const
    graph.addEdge(edge, 'test')
  })
}

const contentOf = ({ graph }: LineageRepository) => {
  const sorted = <T extends object>(items: Iterable<T>) =>
    Array.from(items, (one) => JSON.stringify(one, Object.keys(one).sort())).sort()
  return { vertices: sorted(graph.statedVertices()), edges: [...graph.edges()] }
}

describe('a lineage with many changes', () => {
  eachStore(({ open, place }) => {
    test('starts from its snapshot and reads what came later', async () => {
      const where = await place()
      const store = await open(where)
      const { repository } = await opened(store)
      await fill(repository, 0, MANY)
      await repository.settle()
      const kept = await opened(await open(where))
      expect(kept.readAfter).toEqual([MANY + 1])
      expect(contentOf(kept.repository)).toEqual(contentOf(repository))
      // Too little for another snapshot.
      await fill(kept.repository, MANY, MANY + 5)
      await kept.repository.settle()
      await repository.catchUp(MANY + 7)
      const again = await opened(store)
      expect(again.readAfter).toEqual([MANY + 1])
      for (const one of [kept.repository, repository]) {
        expect(contentOf(again.repository)).toEqual(contentOf(one))
      }
      const past = await again.repository.asOf(new Date('2026-03-01'))
      expect(past.view.vertexCount).toBe(MANY + 5)
    }, 30_000)

    test('starts from its journal when the snapshot cannot be read', async () => {
      const store = await open()
      const { repository } = await opened(store)
      await repository.settle()
      expect(await store.selectFrom('lineage_snapshot').selectAll().execute()).toEqual([])
      await fill(repository, 0, MANY)
      await repository.settle()
      const bytes = new Uint8Array([1, 2, 3])
      await store.updateTable('lineage_snapshot').set({ bytes }).where('piece', '=', 0).execute()
      const mended = await opened(store)
      expect(mended.readAfter).toEqual([0])
      expect(contentOf(mended.repository)).toEqual(contentOf(repository))
      // It is as good as none: the next one takes its place.
      await mended.repository.settle()
      expect((await opened(store)).readAfter).toEqual([MANY + 1])
    }, 30_000)

    test('keeps the newest of two snapshots', async () => {
      const store = await open()
      const { repository } = await opened(store)
      const behind = (await opened(store)).repository
      await fill(repository, 0, MANY)
      await behind.catchUp(MANY)
      await fill(repository, MANY, MANY + 2)
      await repository.settle()
      await behind.settle()
      expect((await opened(store)).readAfter).toEqual([MANY + 4])
    }, 30_000)
  })
})

import {
  collectCatalogLineage,
  createCatalog,
  loadWorkspace,
  parseWorkspace,
} from '@tributary/catalog'
import { fixedClock } from '@tributary/core'
import type { SlicedWork } from '@tributary/core/internal'
import {
  createLineageGraph,
  type Edge,
  reconcileSource,
  type Vertex,
  type VertexRef,
} from '@tributary/lineage'
import type { JournalEntry } from '@tributary/lineage/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  followCatalog,
  type LineageRepository,
  openLineageRepository,
} from '../../src/lineage/lineage-repository.ts'
import { openStore } from '../../src/store/database/open-store.ts'
import { createWrite } from '../../src/store/database/write-queue.ts'
import {
  createLineageJournals,
  type LineageJournals,
} from '../../src/store/lineage/lineage-journal.ts'
import type { Store } from '../../src/store/schema.ts'
import { eachStore } from '../support/each-store.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

let folder: Awaited<ReturnType<typeof folderOf>>
beforeAll(async () => {
  folder = await folderOf(SHOP_FILES)
})
afterAll(() => folder.remove())

const clock = fixedClock(new Date('2026-02-01T00:00:00Z'))

const journalsOf = (store: Store): LineageJournals =>
  createLineageJournals(store, 'shop', createWrite(store, 'shop'))

async function keeperWith(journals: LineageJournals, maxVertices = 50): Promise<LineageRepository> {
  const catalog = createCatalog(await loadWorkspace(folder.folder))
  return openLineageRepository({
    journals,
    snapshots: null,
    catalog,
    clock,
    limits: { maxVertices },
  })
}

const view = (vertexId: string): VertexRef => ({ vertexType: 'ANALYSIS_VIEW', vertexId })

const bare = (ref: VertexRef): Vertex => {
  return { ...ref, displayName: null, description: null, custom: null }
}

function add({ graph, change }: LineageRepository, id: string): Promise<void> {
  return change('ann', () => {
    graph.setVertex(bare(view(id)), 'test')
    const src = { vertexType: 'METRIC', vertexId: 'basket' } as const
    graph.addEdge({ src, dst: view(id), edgeType: 'COLUMN_IMPACT' }, 'test')
  })
}

const nameOfEdge = ({ src, dst }: Edge): string => `${src.vertexId} > ${dst.vertexId}`

async function entriesOf({ reader: reading }: LineageJournals): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = []
  for await (const entry of reading.read()) entries.push(entry)
  return entries
}

describe('the lineage of a tenant', () => {
  eachStore(({ place, open }) => {
    test('that two processes change has the changes of both', async () => {
      const where = await place()
      const one = await keeperWith(journalsOf(await open(where)))
      const journals = journalsOf(await open(where))
      const other = await keeperWith(journals)
      await add(one, 'first')
      await add(other, 'second')
      expect(other.graph.vertex(view('first'))).toBeDefined()
      await Promise.all([add(one, 'third'), add(other, 'fourth')])
      await add(one, 'last')
      await add(other, 'last')
      expect(Array.from(one.graph.edges(), nameOfEdge).sort()).toEqual(
        Array.from(other.graph.edges(), nameOfEdge).sort(),
      )
      const versions = (await entriesOf(journals)).map(({ version }) => version)
      expect(versions).toEqual(versions.map((_, place) => place + 1))
    })

    test('has every one of many changes that are made at once', async () => {
      const journals = journalsOf(await open())
      const repository = await keeperWith(journals)
      const count = repository.graph.edgeCount
      const names = Array.from({ length: 20 }, (_, i) => `many${i}`)
      await Promise.all(names.map((name) => add(repository, name)))
      for (const name of names) expect(repository.graph.vertex(view(name)), name).toBeDefined()
      expect(repository.graph.edgeCount).toBe(count + names.length)
      const again = await keeperWith(journals)
      expect(Array.from(again.graph.edges(), nameOfEdge)).toEqual(
        Array.from(repository.graph.edges(), nameOfEdge),
      )
    })

    test('plans a change in slices, and plans it again when another process has changed the lineage', async () => {
      const where = await place()
      const one = await keeperWith(journalsOf(await open(where)))
      const other = await keeperWith(journalsOf(await open(where)))
      const known: boolean[] = []
      let hasWritten = false
      let turns = 0
      const tick = setInterval(() => {
        turns += 1
      }, 0)
      const done = one.changeInSlices(
        'ann',
        function* plan(): SlicedWork<SlicedWork<void>> {
          known.push(one.graph.vertex(view('first')) !== undefined)
          if (known.length === 1) {
            void add(other, 'first').then(() => {
              hasWritten = true
            })
          }
          while (!hasWritten) yield
          return (function* work() {
            one.graph.setVertex(bare(view(`planned ${known.length}`)), 'test')
            yield
          })()
        },
        {},
      )
      const after = add(one, 'after')
      await Promise.all([done, after])
      clearInterval(tick)
      expect(known).toEqual([false, true])
      expect(turns).toBeGreaterThan(0)
      expect(one.graph.vertex(view('planned 2'))).toBeDefined()
      expect(one.graph.vertex(view('planned 1'))).toBeUndefined()
      await add(other, 'last')
      for (const id of ['first', 'planned 2', 'after']) {
        expect(other.graph.vertex(view(id)), id).toBeDefined()
      }
    })

    test('that an import changes has all of it or nothing, for everybody at every moment', async () => {
      const where = await place()
      const store = await open(where)
      const journals = journalsOf(store)
      const one = await keeperWith(journals, 1e6)
      await add(one, 'first')
      const edgesOf = ({ graph }: LineageRepository) => Array.from(graph.edges(), nameOfEdge).sort()
      const before = edgesOf(one)
      const seen = new Set<number>()
      const size = 3_000
      const grow = function* plan(): SlicedWork<SlicedWork<void>> {
        yield
        return (function* work() {
          for (let i = 0; i < size; i++) {
            one.graph.setVertex(bare(view(`v${i}`)), 'test')
            if (i > 0) {
              const edge = { src: view(`v${i - 1}`), dst: view(`v${i}`) }
              one.graph.addEdge({ ...edge, edgeType: 'COLUMN_IMPACT' }, 'test')
            }
            if (i % 50 !== 0) continue
            seen.add(one.graph.view.edgeCount)
            yield
          }
        })()
      }
      let writes = 0
      for (const abortAt of [1, 2]) {
        const controller = new AbortController()
        const writePiece: LineageJournals['writePiece'] = async (piece) => {
          await journals.writePiece(piece)
          writes += 1
          if (writes === abortAt) controller.abort(new Error('enough'))
        }
        const aborted = await keeperWith({ ...journals, writePiece }, 1e6)
        const plan = function* plan(): SlicedWork<SlicedWork<void>> {
          yield
          return (function* work() {
            for (let i = 0; i < size; i++) aborted.graph.setVertex(bare(view(`w${i}`)), 'test')
            yield
          })()
        }
        await expect(
          aborted.changeInSlices('ann', plan, { signal: controller.signal }),
        ).rejects.toThrow('enough')
        expect(edgesOf(aborted)).toEqual(before)
        expect(aborted.graph.vertex(view('w1'))).toBeUndefined()
        await aborted.changeInSlices(
          'ann',
          function* nothing() {
            yield
            return (function* work(): SlicedWork<void> {})()
          },
          {},
        )
        writes = 0
      }
      // Of a process that was killed there are pieces, and nothing else.
      const lost = JSON.stringify([{ op: 'set', vertex: bare(view('lost')), source: 'test' }])
      await journals.writePiece({
        id: 'lost',
        piece: 0,
        at: '2026-01-01T00:00:00.000Z',
        changes: lost,
      })
      const other = await keeperWith(journalsOf(await open(where)), 1e6)
      expect(edgesOf(other)).toEqual(before)
      const left = () => store.selectFrom('lineage_piece').select('import').distinct().execute()
      expect(await left()).toEqual([])
      await add(other, 'second')
      await one.changeInSlices('ann', grow, {})
      expect([...seen]).toEqual([before.length + 1])
      const all = before.length + 1 + size - 1
      expect(one.graph.edgeCount).toBe(all)
      expect(await left()).toHaveLength(1)
      await other.catchUp(Number.MAX_SAFE_INTEGER)
      const fresh = await keeperWith(journalsOf(await open(where)), 1e6)
      for (const repository of [other, fresh]) {
        expect(edgesOf(repository)).toEqual(edgesOf(one))
        expect(repository.graph.view.edgeCount).toBe(all)
      }
      expect((await entriesOf(journals)).map(({ version }) => version)).toEqual(
        (await entriesOf(journals)).map((_, at) => at + 1),
      )
      const past = await fresh.asOf(new Date('2026-01-31'))
      expect(past.view.edgeCount).toBe(0)
    })

    test('is as it was when the work of a change throws halfway', async () => {
      const journals = journalsOf(await open())
      const repository = await keeperWith(journals)
      const before = Array.from(repository.graph.edges(), nameOfEdge)
      const kept = await entriesOf(journals)
      const work = () => {
        repository.graph.clear()
        throw new RangeError('halfway')
      }
      await expect(repository.change('ann', work)).rejects.toThrow('halfway')
      expect(Array.from(repository.graph.edges(), nameOfEdge)).toEqual(before)
      expect(await entriesOf(journals)).toEqual(kept)
      await add(repository, 'after')
      expect(repository.graph.edgeCount).toBe(before.length + 1)
    })
  })
})

test('applies definitions with many edges in slices, as a single change', async () => {
  const places = Array.from({ length: 45 }, (_, i) => i)
  const sum = places.map((i) => `[c${i}]`).join(' + ')
  const text = `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: files, type: FILES, root: . }]
datasets:
  - name: wide
    source: { datasource: files, file: wide.csv }
    columns: [${places.map((i) => `{ name: c${i}, type: BIGINT }`).join(', ')}]
metrics:
${places.map((i) => `  - { name: m${i}, type: ATOMIC, dataset: wide, aggregate: SUM, expr: '${sum} + ${i}' }`).join('\n')}
`
  const { workspace } = parseWorkspace([{ file: '/shop.yaml', text }])
  const catalog = createCatalog(workspace!)
  const store = await openStore(undefined)
  const journals = journalsOf(store)
  const options = { journals, snapshots: null, catalog: null, clock }
  const [one, other] = [await openLineageRepository(options), await openLineageRepository(options)]
  await one.change('ann', () => one.graph.setVertex(bare(view('first')), 'test'))
  await followCatalog(one, catalog)
  await other.catchUp(Number.MAX_SAFE_INTEGER)
  const wanted = createLineageGraph()
  reconcileSource(wanted, 'catalog', collectCatalogLineage(catalog))
  expect(wanted.edgeCount).toBeGreaterThan(2_000)
  for (const { graph } of [one, other]) {
    const { vertices, edges } = graph.statedBy('catalog')
    const told = edges.map(nameOfEdge).sort()
    expect(told).toEqual(wanted.statedBy('catalog').edges.map(nameOfEdge).sort())
    expect(vertices.length).toBe(wanted.vertexCount)
  }
  expect((await entriesOf(journals)).map(({ change }) => change.op)).toEqual(['set', 'together'])
  await store.destroy()
})

test('queries during the rollback of a change see the complete lineage', async () => {
  const store = await openStore(undefined)
  const journals = journalsOf(store)
  const asked: { repository: LineageRepository | null; counts: number[] } = {
    repository: null,
    counts: [],
  }
  const read = async function* (after?: number) {
    for await (const entry of journals.reader.read(after)) {
      if (asked.repository !== null) asked.counts.push(asked.repository.graph.edgeCount)
      yield entry
    }
  }
  const repository = await keeperWith({ ...journals, reader: { ...journals.reader, read } })
  const before = repository.graph.edgeCount
  asked.repository = repository
  const work = () => {
    repository.graph.setVertex({ ...view('a'), displayName: null, description: null, custom: null })
    throw new RangeError('halfway')
  }
  await expect(repository.change('ann', work)).rejects.toThrow('halfway')
  expect(new Set(asked.counts)).toEqual(new Set([before]))
  expect(repository.graph.vertex(view('a'))).toBeUndefined()
  await store.destroy()
})

/** Journals that answer only while `isAway` is false. */
function unsteady(journals: LineageJournals) {
  const weather = { isAway: false }
  const steady: LineageJournals = {
    ...journals,
    reader: {
      ...journals.reader,
      read: (after) => {
        if (weather.isAway) throw new Error('away')
        return journals.reader.read(after)
      },
    },
    write: async (work) => {
      const result = await journals.write(async (journal, transaction) => {
        const done = await work(journal, transaction)
        if (weather.isAway) throw new Error('away')
        return done
      })
      return result
    },
  }
  return { weather, journals: steady }
}

eachStore(({ open }) => {
  test('a change that cannot be kept is undone once the store answers again', async () => {
    const { weather, journals } = unsteady(journalsOf(await open()))
    const repository = await keeperWith(journals)
    const count = repository.graph.edgeCount
    weather.isAway = true
    await expect(add(repository, 'lost')).rejects.toThrow('away')
    await expect(add(repository, 'lost')).rejects.toThrow('away')
    weather.isAway = false
    await add(repository, 'kept')
    expect(repository.graph.vertex(view('lost'))).toBeUndefined()
    expect(repository.graph.edgeCount).toBe(count + 1)
    const told = await repository.asOf(new Date('2026-03-01'))
    expect(told.view.edgeCount).toBe(count + 1)
  })
})

import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createLineageGraph,
  difference,
  type LineageJournal,
  openFileJournal,
  readHistory,
  recordToJournal,
} from '@tributary/lineage'
import type { JournalEntry } from '@tributary/lineage/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bare, edge, edgeText, failureOf, graphOf, ref, text } from '../samples.ts'
import { createMemoryJournal } from './memory-journal.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lineage-journal-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function all(journal: LineageJournal): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = []
  for await (const entry of journal.read()) entries.push(entry)
  return entries
}

function entry(version: number, id = 'é\n"'): JournalEntry {
  const vertex = bare({ vertexType: 'METRIC', vertexId: id })
  const change = { op: 'set', vertex, source: 'manual' } as const
  return { version, at: '2026-01-01T00:00:00.000Z', actor: 'ann', change }
}

describe.each([
  ['in memory', async () => ({ ...createMemoryJournal(), close: async () => {} })],
  ['in a file', () => openFileJournal(join(folder, `port-${Math.random()}.jsonl`))],
])('a journal %s', (_, make) => {
  test('gives back what was added, in order', async () => {
    const journal = await make()
    expect(await all(journal)).toEqual([])
    await Promise.all([journal.append([entry(1), entry(2)]), journal.append([entry(3)])])
    await journal.append([])
    expect(await all(journal)).toEqual([entry(1), entry(2), entry(3)])
    const later: JournalEntry[] = []
    for await (const one of journal.read(2)) later.push(one)
    expect(later).toEqual([entry(3)])
    await journal.close()
  })
})

test('a journal in memory takes more entries than a function can have arguments', async () => {
  const journal = createMemoryJournal()
  await journal.append(Array.from({ length: 200_000 }, (_, i) => entry(i + 1)))
  expect(await all(journal)).toHaveLength(200_000)
})

describe('a journal file', () => {
  test('goes on where it ended', async () => {
    const path = join(folder, 'again.jsonl')
    const first = await openFileJournal(path)
    await first.append([entry(1)])
    await first.close()
    const second = await openFileJournal(path)
    await second.append([entry(2)])
    expect(await all(second)).toEqual([entry(1), entry(2)])
    await second.close()
  })

  test.each([1, 20, 100])(
    'forgets an append that was cut off %i bytes before its end',
    async (cut) => {
      const path = join(folder, `cut-${cut}.jsonl`)
      const journal = await openFileJournal(path)
      await journal.append([entry(1)])
      const kept = (await readFile(path)).length
      await journal.append([entry(2, 'x'.repeat(100_000))])
      await journal.close()
      await truncate(path, (await readFile(path)).length - cut)
      const reopened = await openFileJournal(path)
      expect(await all(reopened)).toEqual([entry(1)])
      expect((await readFile(path)).length).toBe(kept)
      await reopened.append([entry(2)])
      expect(await all(reopened)).toHaveLength(2)
      await reopened.close()
    },
  )

  test.each(['{"my":"notes"}', 'one line\nand another'])(
    'that is something else stays as it is (%#)',
    async (notes) => {
      const path = join(folder, `notes-${notes.length}`)
      await writeFile(path, notes)
      await expect(openFileJournal(path)).rejects.toMatchObject({
        code: 'LINEAGE_FILE_DAMAGED',
        message: `${path}: is no journal: its last line has no end and is no entry`,
      })
      expect(await readFile(path, 'utf8')).toBe(notes)
    },
  )

  test('is cut off where a crash left zeros', async () => {
    const path = join(folder, 'zeros.jsonl')
    await writeFile(path, `${JSON.stringify(entry(1))}\n{"ver${'\0'.repeat(4096)}`)
    const journal = await openFileJournal(path)
    expect(await all(journal)).toEqual([entry(1)])
    await journal.close()
  })

  test.each([
    ['{"version":1}', 'line 2 is not the entry of version 2'],
    ['nonsense', 'line 2 is not JSON'],
    [JSON.stringify(entry(3)), 'line 2 is not the entry of version 2'],
    ['null', 'line 2 is not the entry of version 2'],
    ['{"version":2,"at":"","change":{"op":"set"}}', 'line 2 is not the entry of version 2'],
    [JSON.stringify(entry(2)).replace('"set"', '"soon"'), 'line 2 is not the entry of version 2'],
  ])('with the line %s says where it is damaged', async (line, problem) => {
    const path = join(folder, `damaged-${line.length}.jsonl`)
    await writeFile(path, `${JSON.stringify(entry(1))}\n`)
    await appendFile(path, `${line}\n`)
    const journal = await openFileJournal(path)
    await expect(all(journal)).rejects.toMatchObject({
      code: 'LINEAGE_FILE_DAMAGED',
      message: `${path}: ${problem}`,
    })
    await journal.close()
  })
})

describe('recordChanges', () => {
  test('says who made a change and when, and never goes back in time', async () => {
    const graph = createLineageGraph()
    const journal = createMemoryJournal()
    const times = [
      '2026-01-02T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-03T00:00:00.000Z',
    ]
    const clock = { now: () => new Date(times.shift()!) }
    const recorder = recordToJournal(graph, { journal, last: null, clock })
    recorder.as('ann', () => graph.setVertex(bare(ref('METRIC a'))))
    graph.setVertex(bare(ref('METRIC b')))
    recorder.as('bob', () => graph.dropVertex(ref('METRIC a')))
    await recorder.flush()
    recorder.stop()
    graph.clear()
    await recorder.flush()
    expect(
      (await all(journal)).map(({ version, at, actor }) => [version, at.slice(0, 10), actor]),
    ).toEqual([
      [1, '2026-01-02', 'ann'],
      [2, '2026-01-02', 'system'],
      [3, '2026-01-03', 'bob'],
    ])
    const history = await readHistory(journal.read())
    expect(history.versionAt(new Date('2026-01-01T23:59:59Z'))).toBe(0)
    expect(history.versionAt(new Date('2026-01-02T00:00:00Z'))).toBe(2)
    expect(history.versionAt(new Date('2030-01-01T00:00:00Z'))).toBe(3)
    expect(history.versionAt(new Date('9999-12-31T23:59:59-05:00'))).toBe(3)
  })

  test('keeps changes for a later write when the journal fails', async () => {
    const graph = createLineageGraph()
    const kept = createMemoryJournal()
    let isFull = true
    const journal: LineageJournal = {
      ...kept,
      append: async (entries) => {
        if (isFull) throw new Error('no space left')
        await kept.append(entries)
      },
    }
    const recorder = recordToJournal(graph, { journal, last: null })
    graph.setVertex(bare(ref('METRIC a')))
    await expect(recorder.flush()).rejects.toThrow('no space left')
    isFull = false
    graph.setVertex(bare(ref('METRIC b')))
    await recorder.flush()
    expect((await all(kept)).map(({ version }) => version)).toEqual([1, 2])
  })

  test('notes nothing that changes nothing', async () => {
    const graph = graphOf([edge('METRIC a > METRIC b')])
    const journal = createMemoryJournal()
    const recorder = recordToJournal(graph, { journal, last: null })
    graph.setVertex(bare(ref('METRIC a')))
    graph.addEdge(edge('METRIC a > METRIC b'))
    graph.dropEdge(edge('METRIC b > METRIC a'))
    await recorder.flush()
    expect(await all(journal)).toEqual([])
  })
})

describe('difference', () => {
  const before = graphOf([edge('METRIC a > METRIC b'), edge('METRIC x > METRIC y')])
  const after = graphOf([edge('METRIC a > METRIC b', 'COLUMN_IMPACT'), edge('METRIC b > METRIC c')])

  test('of a neighbourhood leaves out what is elsewhere', () => {
    const query = { root: ref('METRIC a'), upstream: 0, downstream: 2 }
    const { vertices, edges } = difference(before, after, query)
    expect(vertices.added.map(text)).toEqual(['METRIC c'])
    expect(vertices.removed).toEqual([])
    expect(edges.added.map(edgeText)).toEqual([
      'METRIC a > METRIC b COLUMN_IMPACT',
      'METRIC b > METRIC c TABLE_IMPACT',
    ])
    expect(edges.removed.map(edgeText)).toEqual(['METRIC a > METRIC b TABLE_IMPACT'])
  })

  test('takes a root that came later, and refuses one that never was', () => {
    const query = { root: ref('METRIC c'), upstream: 1, downstream: 0 }
    expect(difference(before, after, query).vertices.added.map(text)).toEqual([
      'METRIC b',
      'METRIC c',
    ])
    const never = { ...query, root: ref('METRIC never') }
    expect(failureOf(() => difference(before, after, never)).code).toBe('LINEAGE_UNKNOWN_VERTEX')
  })
})

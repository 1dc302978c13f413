import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type LineageGraph,
  neighbourhood,
  openLineageSnapshot,
  writeLineageSnapshot,
} from '@tributary/lineage'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bare, edge, graphOf, ref } from '../samples.ts'

let folder: string
let path: string
let graph: LineageGraph
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-snapshot-'))
  path = join(folder, 'shop.snapshot')
  graph = graphOf([edge('FILE a > DATASET b'), edge('DATASET b > METRIC c')])
  await writeLineageSnapshot(path, graph, { version: 7 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a snapshot file', () => {
  test('leaves nothing else behind, and takes the place of the one before', async () => {
    graph.setVertex(bare(ref('METRIC d')))
    await writeLineageSnapshot(path, graph, { version: 8 })
    expect(await readdir(folder)).toEqual(['shop.snapshot'])
    expect((await openLineageSnapshot(path)).version).toBe(8)
  })

  test('has what was there when it was begun, whatever changes meanwhile', async () => {
    const writing = writeLineageSnapshot(path, graph, { version: 9 })
    graph.clear()
    await writing
    expect((await openLineageSnapshot(path)).view.edgeCount).toBe(2)
  })

  test('is a complete snapshot when several are written at the same time', async () => {
    await Promise.all([8, 9, 10].map((version) => writeLineageSnapshot(path, graph, { version })))
    expect([8, 9, 10]).toContain((await openLineageSnapshot(path)).version)
    expect(await readdir(folder)).toEqual(['shop.snapshot'])
  })

  test('suggests the existing type for an unknown vertex', async () => {
    const snapshot = await openLineageSnapshot(path)
    const root = { vertexType: 'DATASET', vertexId: 'a' } as const
    expect(() => neighbourhood(snapshot, { root, upstream: 1, downstream: 1 })).toThrow(
      'That id exists as FILE.',
    )
  })

  test('that cannot be written leaves the one before as it was', async () => {
    const before = await readFile(path)
    const full = {
      statedVertices: () => graph.statedVertices(),
      edges: () => {
        throw new Error('full')
      },
    }
    await expect(writeLineageSnapshot(path, full, { version: 9 })).rejects.toThrow('full')
    await expect(
      writeLineageSnapshot(join(folder, 'no/such'), graph, { version: 9 }),
    ).rejects.toThrow('ENOENT')
    expect(await readFile(path)).toEqual(before)
    expect(await readdir(folder)).toEqual(['shop.snapshot'])
  })
})

describe('a file that is not a whole snapshot is refused', () => {
  const damaged = (problem: string) => ({
    code: 'LINEAGE_FILE_DAMAGED',
    message: expect.stringContaining(problem),
  })

  test('empty, of something else, of another version', async () => {
    for (const text of ['', '{}', `tributary-lineage-99${' '.repeat(100)}`]) {
      await writeFile(path, text)
      await expect(openLineageSnapshot(path)).rejects.toMatchObject(
        damaged('is no lineage snapshot'),
      )
    }
  })

  test('cut off anywhere', async () => {
    const { length } = await readFile(path)
    for (const end of [length - 1, length >> 1, 28, 30]) {
      await truncate(path, end)
      await expect(openLineageSnapshot(path)).rejects.toMatchObject({
        code: 'LINEAGE_FILE_DAMAGED',
      })
    }
  })

  test('with any byte changed', async () => {
    const good = await readFile(path)
    for (let at = 0; at < good.length; at++) {
      const bad = Buffer.from(good)
      bad[at]! ^= 0x10
      await writeFile(path, bad)
      await expect(openLineageSnapshot(path), `byte ${at}`).rejects.toMatchObject({
        code: 'LINEAGE_FILE_DAMAGED',
      })
    }
  })

  test('and one that is not there is missing, not damaged', async () => {
    await expect(openLineageSnapshot(join(folder, 'none'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})

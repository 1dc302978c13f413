import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AggregateRequest, AggregateSource } from '@tributary/attribution'
import { loadWorkspace } from '@tributary/catalog'
import { datasetTable } from '@tributary/catalog/internal'
import { createDuckDb, createSqlSource, duckdbDialect } from '@tributary/sql'
import { afterEach, expect, test } from 'vitest'
import { pickFileDefinitions } from '../../src/sources/source-kinds.ts'
import { createSources } from '../../src/sources/sources.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** The orders of a shop of which every question is asked twice, and the file replaced in between as often as told. */
async function replacedWhileRead(times: number) {
  const { folder, remove } = await folderOf(SHOP_FILES)
  const engine = await createDuckDb({ threads: 1 })
  cleanups.push(remove, () => engine.close())
  const workspace = await loadWorkspace(folder)
  const files = createSqlSource({ driver: engine, dialect: duckdbDialect })
  const counts: string[] = []
  const twice: AggregateSource = {
    async aggregate(request) {
      const countOf = async () => {
        const { frames } = await files.aggregate(request)
        return String(frames[0]!.present.current)
      }
      const first = await countOf()
      const turn = counts.length + 1
      if (turn <= times) {
        const orders = Array.from({ length: turn }, () => '2024-05-01,a,10\n').join('')
        await writeFile(join(folder, 'next.csv'), `day,shop,amount\n${orders}`)
        await rename(join(folder, 'next.csv'), join(folder, 'orders.csv'))
      }
      counts.push(`${first} ${await countOf()}`)
      return files.aggregate(request)
    },
  }
  const table = datasetTable(workspace.datasets.find(({ name }) => name === 'orders')!)
  const always = {
    kind: 'constant',
    type: 'BOOLEAN',
    constant: { type: 'BOOLEAN', value: true },
  } as const
  const request: AggregateRequest = {
    rows: { base: { table, alias: 'o' }, lookups: [] },
    filter: null,
    windows: { current: always, compare: always },
    measures: [],
    groupings: [[]],
    time: null,
  }
  await createSources(engine, pickFileDefinitions(workspace)).ready(twice).aggregate(request)
  return counts
}

test('queries again when a file is replaced during a query', async () => {
  expect(await replacedWhileRead(0)).toEqual(['5 5'])
  expect(await replacedWhileRead(1)).toEqual(['5 1', '1 1'])
})

test('asks three times at most', async () => {
  expect(await replacedWhileRead(9)).toEqual(['5 1', '1 2', '2 3'])
})

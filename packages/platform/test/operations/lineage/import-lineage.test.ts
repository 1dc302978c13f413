import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ImportedLineageData } from '@tributary/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import type { PlatformOptions } from '../../../src/model/options.ts'
import type { Platform } from '../../../src/platform.ts'
import { createWrite } from '../../../src/store/database/write-queue.ts'
import { createLineageImports } from '../../../src/store/imports/import-tasks.ts'
import { eachStore } from '../../support/each-store.ts'
import { folderOf, SHOP_FILES } from '../../support/shop.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function open(options: PlatformOptions = {}) {
  const { folder, remove } = await folderOf(SHOP_FILES)
  cleanups.push(remove)
  const platform = await createPlatform({
    workspace: folder,
    trustIdentityHeaders: true,
    ...options,
  })
  cleanups.push(() => platform.close())
  return { platform, lineage: await lineageOf(platform) }
}

async function lineageOf(platform: Platform, authValue = 'ann') {
  const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue } as const
  return platform.as(await platform.authenticate(credentials))
}

type Lineage = Awaited<ReturnType<typeof lineageOf>>

const HEAD = 'src_type,src_id,dst_type,dst_id'

/** A file whose import takes long enough to go on as a task. */
function large(last = ''): { readonly text: string; readonly file: string } {
  const rows = Array.from({ length: 10_000 }, (_, i) => `METRIC,own_${i},METRIC,own_${i + 1}`)
  return { text: [HEAD, ...rows, last].join('\n'), file: 'large.csv' }
}

const isThere = async (lineage: Lineage): Promise<boolean> =>
  (await lineage.exportLineage({ format: 'csv' })).includes('own_7,')

/** The import when it has ended, and everything that it was on the way. */
async function ended(lineage: Lineage, id: string) {
  const states: ImportedLineageData[] = []
  for (;;) {
    const state = await lineage.lineageImport({ import_id: id })
    states.push(state)
    if (state.status !== 'RUNNING') return { state, states }
    await delay(10)
  }
}

const NOTHING = { format: null, vertices: null, edges: null, newVertices: null, newEdges: null }
const ALL = {
  format: 'csv',
  vertices: 10_001,
  edges: 10_000,
  newVertices: 10_001,
  newEdges: 10_000,
}

describe('an import that takes longer than its answer may', () => {
  test('goes on, tells how far it is, and what it did', async () => {
    const { lineage } = await open()
    const controller = new AbortController()
    const answer = await lineage.importLineage(large(), {
      answerWithin: 0,
      signal: controller.signal,
    })
    expect(answer).toMatchObject({
      status: 'RUNNING',
      file: 'large.csv',
      ...NOTHING,
      endTime: null,
    })
    expect(answer.progress?.step).toBe('READING')
    // The answer is given, so the caller may leave.
    controller.abort(new Error('left'))
    expect(await isThere(lineage)).toBe(false)
    const { state, states } = await ended(lineage, answer.importId)
    expect(state).toMatchObject({ status: 'SUCCESS', ...ALL, progress: null, msg: null })
    expect(state.endTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    expect(await isThere(lineage)).toBe(true)
    expect(states.slice(0, -1).every(({ progress }) => progress !== null)).toBe(true)
  })

  test('fails with the position of a mistake in the file, and imports nothing', async () => {
    const { lineage } = await open()
    const given = large('METRIC,a,NO\0THING,b')
    const { importId } = await lineage.importLineage(given, { answerWithin: 0 })
    const { state } = await ended(lineage, importId)
    expect(state).toMatchObject({ status: 'FAILED', ...NOTHING, progress: null })
    expect(state.msg).toBe(
      'LINEAGE_INVALID_IMPORT: large.csv: line 10002 has "NO\\u0000THING" where a type of vertex must be.',
    )
    expect(await isThere(lineage)).toBe(false)
  })

  test('is told as failed when the service is stopped, and nothing is there', async () => {
    const data = await mkdtemp(join(tmpdir(), 'tributary-imports-'))
    cleanups.push(() => rm(data, { recursive: true, force: true }))
    const first = await open({ data })
    const { importId } = await first.lineage.importLineage(large(), { answerWithin: 0 })
    await first.platform.close()
    const second = await open({ data })
    const { status, msg } = await second.lineage.lineageImport({ import_id: importId })
    expect({ status, msg }).toEqual({
      status: 'FAILED',
      msg: 'PLATFORM_CLOSED: The service was stopped before the import was stored; nothing was imported. Import the file again.',
    })
    expect(await isThere(second.lineage)).toBe(false)
  })

  test('does not go on when its caller has left before', async () => {
    const { lineage } = await open()
    const controller = new AbortController()
    const answer = lineage.importLineage(large(), {
      answerWithin: 60_000,
      signal: controller.signal,
    })
    controller.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
    expect(await isThere(lineage)).toBe(false)
  })
})

describe('the state of an import', () => {
  test('is that of its answer where the answer waited', async () => {
    const { lineage } = await open()
    const text = `${HEAD}\nMETRIC,basket,METRIC,basket_index`
    const answer = await lineage.importLineage(
      { text, file: 'small.csv' },
      { answerWithin: 60_000 },
    )
    expect(answer).toMatchObject({ status: 'SUCCESS', format: 'csv', newVertices: 1, newEdges: 1 })
    expect(await lineage.lineageImport({ import_id: answer.importId })).toEqual(answer)
  })

  test('is for callers who may edit the tenant, and for no other tenant', async () => {
    const { platform, lineage } = await open()
    const unknown = { code: 'PLATFORM_UNKNOWN_IMPORT', details: { path: 'import_id' } }
    await expect(lineage.lineageImport({ import_id: 'nothing' })).rejects.toMatchObject(unknown)
    const reader = await lineageOf(platform, 'joe')
    await expect(reader.lineageImport({ import_id: 'nothing' })).rejects.toMatchObject({
      code: 'ACCESS_FORBIDDEN',
    })
  })
})

test('no more imports of a tenant run at once than may', async () => {
  const { lineage } = await open({ questionLimits: { imports: 1 } })
  const { importId } = await lineage.importLineage(large(), { answerWithin: 0 })
  await expect(lineage.importLineage(large())).rejects.toMatchObject({
    code: 'PLATFORM_TOO_MANY_IMPORTS',
    details: { retryAfter: 1 },
  })
  await ended(lineage, importId)
  const again = () => lineage.importLineage(large()).catch(({ code }) => code)
  await expect.poll(again).toMatchObject({ status: 'SUCCESS', newEdges: 0 })
})

eachStore(({ place, open: openStore }) => {
  test('an import whose process ended is told as failed, and cannot be stored any more', async () => {
    const where = await place()
    const { lineage } = await open(
      where.startsWith('postgres') ? { store: where } : { data: where },
    )
    const store = await openStore(where)
    const write = createWrite(store, 'shop')
    const imports = createLineageImports(store, 'shop', write)
    const progress = { step: 'STORING', done: 1_000, total: 5_000 } as const
    const now = new Date()
    const long = new Date(now.getTime() - 31_000)
    const begun = (id: string) => {
      return { id, account: 'ann', file: 'f.csv', started_at: long.toISOString() }
    }
    await imports.begin(begun('lost'), progress, long)
    await imports.begin(begun('slow'), progress, long)
    await imports.beat('slow', progress, now)
    expect(await lineage.lineageImport({ import_id: 'slow' })).toMatchObject({
      status: 'RUNNING',
      progress,
    })
    expect(await lineage.lineageImport({ import_id: 'lost' })).toMatchObject({
      status: 'FAILED',
      progress: null,
      msg: 'PLATFORM_STORE_UNAVAILABLE: The process that ran the import ended or did not answer; nothing was imported. Import the file again.',
    })
    const counts = { format: 'csv', vertices: 1, edges: 0, newVertices: 1, newEdges: 0, at: now }
    const succeed = (id: string) =>
      write((transaction) => imports.succeed(transaction, begun(id), counts))
    expect(await succeed('lost')).toBe(false)
    expect(await succeed('slow')).toBe(true)
    expect(await lineage.lineageImport({ import_id: 'slow' })).toMatchObject({
      status: 'SUCCESS',
      vertices: 1,
    })
    // An import that has ended is not declared lost by who looked at it before.
    await imports.end('slow', { status: 'FAILED', message: 'x', at: now })
    expect(await lineage.lineageImport({ import_id: 'slow' })).toMatchObject({ status: 'SUCCESS' })
  })

  test('imports of more than seven days ago are forgotten', async () => {
    const store = await openStore()
    const imports = createLineageImports(store, 'shop', createWrite(store, 'shop'))
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    const begun = (id: string, day: number) => {
      return { id, account: 'ann', file: 'f.csv', started_at: at(day).toISOString() }
    }
    const progress = { step: 'READING', done: 0, total: null } as const
    await imports.begin(begun('old', 1), progress, at(1))
    await imports.begin(begun('new', 2), progress, at(2))
    await imports.begin(begun('now', 9), progress, at(9))
    expect(await imports.read('old')).toBeNull()
    expect(await imports.read('new')).toMatchObject({ id: 'new', status: 'RUNNING' })
  })
})

test('a manifest replaces the earlier one of its project and leaves other projects alone', async () => {
  const { lineage } = await open()
  const manifest = (project: string, model: string) => ({
    text: JSON.stringify({
      metadata: {
        dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json',
        project_name: project,
      },
      nodes: {
        [`model.${project}.${model}`]: {
          resource_type: 'model',
          database: 'dwh',
          schema: project,
          name: model,
          columns: {},
          depends_on: { nodes: [] },
        },
      },
    }),
    file: 'manifest.json',
  })
  for (const [project, model] of [
    ['one', 'a'],
    ['two', 'b'],
    ['one', 'c'],
  ] as const) {
    await lineage.importLineage(manifest(project, model))
  }
  const exported = await lineage.exportLineage({ format: 'csv' })
  expect(exported.match(/dwh\.\w+\.\w+/g)).toEqual(['dwh.two.b', 'dwh.one.c'])
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { PLAIN_ENV } from '../../../../../test/support/command.ts'
import { createPlatform } from '../../../src/create-platform.ts'
import type { PlatformOptions } from '../../../src/model/options.ts'
import type { Platform } from '../../../src/platform.ts'
import {
  createTableLock,
  requestLock,
  type TableLock,
} from '../../../src/tables/lock/table-lock.ts'
import { folderOf, shopWith } from '../../support/shop.ts'
import { backfilled, named } from '../../support/work.ts'

const PLAN = `
plans:
  - name: by_day
    kind: RESULT
    dimensions: [metric_time__day, shop]
    metrics: [revenue]
`

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function folder(): Promise<string> {
  const made = await folderOf(shopWith(PLAN))
  endings.push(made.remove)
  return made.folder
}

/** Another process that holds the folder. */
async function startHolder(path: string, workers: number): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../support/hold-child.ts')
  const args = [script, path, String(workers)]
  const child = spawn(process.execPath, args, { env: PLAIN_ENV })
  endings.push(() => child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  return child
}

function holdOn(path: string, workers: number, release = async () => {}): TableLock {
  const hold = createTableLock({ folder: path, workers, release })
  endings.push(() => hold.close())
  return hold
}

const IN_USE = { code: 'PLATFORM_TABLES_IN_USE' }

describe('the lock on a folder', () => {
  test('belongs to a single process, names it to others, and is released at its end', async () => {
    const path = await folder()
    const one = holdOn(path, 2)
    one.take()
    one.take()
    const other = holdOn(path, 0)
    expect(() => other.take()).toThrow(
      expect.objectContaining({ ...IN_USE, message: expect.not.stringContaining(path) }),
    )
    const holder = { pid: process.pid, host: hostname(), workers: 2, since: expect.any(String) }
    await expect(holdOn(path, 1).claim()).rejects.toMatchObject({
      ...IN_USE,
      message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
      details: { folder: path, holder },
    })
    one.close()
    other.take()
    expect(() => one.take()).toThrow(expect.objectContaining(IN_USE))
    other.close()
    one.take()
  })

  test('is released by a process without workers to a process with workers, after closing everything', async () => {
    const path = await folder()
    const said: string[] = []
    const idle = holdOn(path, 0, async () => {
      said.push('closing')
      expect(() => idle.take()).toThrow(expect.objectContaining(IN_USE))
      await setTimeout(50)
      said.push('closed')
    })
    idle.take()
    const working = holdOn(path, 1)
    await working.claim()
    said.push('claimed')
    expect(said).toEqual(['closing', 'closed', 'claimed'])
    expect(() => idle.take()).toThrow(expect.objectContaining(IN_USE))
    working.close()
    idle.take()
    expect(() => working.take()).toThrow(expect.objectContaining(IN_USE))
  })

  test('ignores the request of a process that died long ago', async () => {
    const path = await folder()
    requestLock(path)
    expect(() => holdOn(path, 0).take()).toThrow(expect.objectContaining(IN_USE))
    const before = new Date(Date.now() - 60_000)
    await utimes(join(path, 'tributary.sqlite.wanted'), before, before)
    holdOn(path, 0).take()
  })

  test('does not outlive a process that is killed', async () => {
    const path = await folder()
    const child = await startHolder(path, 3)
    const own = holdOn(path, 1)
    await expect(own.claim()).rejects.toThrow(`process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await own.claim()
  })

  test('is given up by another process that does not work', async () => {
    const path = await folder()
    await startHolder(path, 0)
    await holdOn(path, 1).claim()
    expect(await readdir(path)).not.toContain('tributary.sqlite.wanted')
  })

  test('is refused when its file has other content', async () => {
    const path = await folder()
    const text = 'something else, and long enough'.repeat(9)
    await writeFile(join(path, 'tributary.sqlite.holder'), text)
    expect(() => holdOn(path, 1).take()).toThrow(
      expect.objectContaining({ code: 'PLATFORM_STORE_UNAVAILABLE' }),
    )
  })
})

describe('a folder that another process uses', () => {
  async function open(options: PlatformOptions): Promise<Platform> {
    const platform = await createPlatform({ trustIdentityHeaders: true, ...options })
    endings.push(() => platform.close())
    return platform
  }

  test('refuses a second process with workers, which changes nothing', async () => {
    const path = await folder()
    const data = join(path, 'data')
    const first = await open({ data, workspace: path, workers: 1 })
    const changed = (await readFile(join(path, 'workspace.yaml'), 'utf8')).replace('Ann', 'Anna')
    await writeFile(join(path, 'workspace.yaml'), changed)
    const second = createPlatform({ data, workspace: path, workers: 1 })
    await expect(second).rejects.toMatchObject({
      code: 'PLATFORM_TABLES_IN_USE',
      details: { holder: { pid: process.pid, workers: 1 } },
    })
    expect((await first.definitions()).accounts[0]!.displayName).toBe('Ann')
    await first.close()
    await open({ data, workspace: path, workers: 1 })
  })

  test('takes processes without workers, which ask and answer as before', async () => {
    const path = await folder()
    const data = join(path, 'data')
    await open({ data, workspace: path, workers: 1 })
    const second = await open({ data })
    const caller = await named(second, 'shop', 'ann')
    expect(second.as(caller).datasetDetail({ name: 'orders' })).toBeDefined()
    const request = { planName: 'by_day', startTime: '2024-05-01', endTime: '2024-06-03' }
    await backfilled(second, caller, { ...request, dateIntervalOfLot: 40 })

    const inUse = { code: 'PLATFORM_TABLES_IN_USE' }
    await expect(second.as(caller).planDetail({ planName: 'by_day' })).rejects.toMatchObject(inUse)
    const answer = await second.as(caller).compareTimes({
      metric: 'revenue',
      dimensions: ['shop'],
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-06-01"',
        compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-05-01"',
      },
      explain: true,
    })
    expect(JSON.stringify(answer)).toContain('its tables cannot be read from this process')
  })

  test('passes from a process without workers to a process with workers, and back', async () => {
    const path = await folder()
    const data = join(path, 'data')
    const place = { data, workspace: path }
    const request = { planName: 'by_day', startTime: '2024-05-01', dateIntervalOfLot: 40 }
    const idle = await open(place)
    const caller = await named(idle, 'shop', 'ann')
    const days = async (): Promise<number | undefined> => {
      const plan = await idle.as(caller).planDetail({ planName: 'by_day' })
      const query = { uuid: plan!.planId, pageNumber: 1, pageSize: 1 }
      return (await idle.as(caller).planPartitions(query)).partition?.total
    }
    for (const [endTime, total] of [
      ['2024-05-01', 1],
      ['2024-06-03', 5],
    ] as const) {
      const working = await open({ data, workers: 1 })
      await backfilled(working, await named(working, 'shop', 'ann'), { ...request, endTime })
      await expect(days()).rejects.toMatchObject(IN_USE)
      await working.close()
      expect(await days()).toBe(total)
    }
  })

  test('loses no plan to a process that cannot reach its table', async () => {
    const path = await folder()
    const data = join(path, 'data')
    const first = await open({ data, workspace: path, workers: 1 })
    const owner = await named(first, 'shop', 'ann')
    const request = { planName: 'by_day', startTime: '2024-05-01', endTime: '2024-05-01' }
    await backfilled(first, owner, request)
    const { planId } = (await first.as(owner).planDetail({ planName: 'by_day' }))!
    const second = await open({ data })
    const deleting = second.as(await named(second, 'shop', 'ann')).deletePlan({ uuid: planId })
    await expect(deleting).rejects.toMatchObject({ code: 'PLATFORM_TABLES_IN_USE' })
    expect(await first.as(owner).planDetail({ planName: 'by_day' })).toMatchObject({ planId })
    expect(await first.as(owner).deletePlan({ uuid: planId })).toBe('success')
  })
})

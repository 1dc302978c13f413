import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { NODE_OPTIONS, PLAIN_ENV } from '../../../../test/support/command.ts'
import { tableHold } from '../../src/acceleration/table-hold.ts'
import { createPlatform } from '../../src/create-platform.ts'
import type { PlatformOptions } from '../../src/options.ts'
import type { Platform } from '../../src/platform.ts'
import { folderOf, shopWith } from '../support/shop.ts'
import { backfilled, named } from '../support/work.ts'

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
async function startHolder(path: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'support/hold-child.ts')
  const child = spawn(process.execPath, [...NODE_OPTIONS, script, path], { env: PLAIN_ENV })
  endings.push(() => child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  return child
}

describe('the hold on a folder', () => {
  test('is of one, who is named to the others, and comes free with an end', async () => {
    const path = await folder()
    const one = tableHold({ folder: path, workers: 2 })
    one.take()
    one.take()
    const other = tableHold({ folder: path, workers: 0 })
    const holder = { pid: process.pid, host: hostname(), workers: 2, since: expect.any(String) }
    expect(() => other.take()).toThrow(
      expect.objectContaining({
        code: 'PLATFORM_TABLES_IN_USE',
        message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
        details: { folder: path, holder },
      }),
    )
    one.close()
    other.take()
    expect(() => one.take()).toThrow(/which works on none/)
    other.close()
    one.take()
    one.close()
  })

  test('does not outlive a process that is killed', async () => {
    const path = await folder()
    const child = await startHolder(path)
    const own = tableHold({ folder: path, workers: 0 })
    expect(() => own.take()).toThrow(`process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    own.take()
    own.close()
  })

  test('cannot be had where its file is something else', async () => {
    const path = await folder()
    await writeFile(
      join(path, 'tributary.sqlite.holder'),
      'something else, and long enough'.repeat(9),
    )
    const hold = tableHold({ folder: path, workers: 1 })
    expect(() => hold.take()).toThrow(
      expect.objectContaining({ code: 'PLATFORM_STORE_UNAVAILABLE' }),
    )
  })
})

describe('a folder that another process works on', () => {
  async function open(options: PlatformOptions): Promise<Platform> {
    const platform = await createPlatform({ trustIdentityHeaders: true, ...options })
    endings.push(() => platform.close())
    return platform
  }

  test('takes no second process with workers, and the refused one has changed nothing', async () => {
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
    expect(second.datasetDetail(caller, 'orders')).toBeDefined()
    const request = { planName: 'by_day', startTime: '2024-05-01', endTime: '2024-06-03' }
    await backfilled(second, caller, { ...request, dateIntervalOfLot: 40 })

    const inUse = { code: 'PLATFORM_TABLES_IN_USE' }
    await expect(second.planDetail(caller, { planName: 'by_day' })).rejects.toMatchObject(inUse)
    const answer = await second.compareTimes(caller, {
      metric: 'revenue',
      dimensions: ['shop'],
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-06-01"',
        compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2024-05-01"',
      },
      explain: true,
    })
    expect(JSON.stringify(answer)).toContain('its home cannot be reached from here')
  })

  test('loses no plan to a process that cannot reach its table', async () => {
    const path = await folder()
    const data = join(path, 'data')
    const first = await open({ data, workspace: path, workers: 1 })
    const owner = await named(first, 'shop', 'ann')
    const request = { planName: 'by_day', startTime: '2024-05-01', endTime: '2024-05-01' }
    await backfilled(first, owner, request)
    const { planId } = await first.planDetail(owner, { planName: 'by_day' })
    const second = await open({ data })
    const deleting = second.deletePlan(await named(second, 'shop', 'ann'), planId)
    await expect(deleting).rejects.toMatchObject({ code: 'PLATFORM_TABLES_IN_USE' })
    expect(await first.planDetail(owner, { planName: 'by_day' })).toMatchObject({ planId })
    expect(await first.deletePlan(owner, planId)).toBe('success')
  })
})

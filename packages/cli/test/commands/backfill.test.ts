import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createPlatform } from '@tributary/platform'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { interruptedError } from '../../src/errors.ts'
import { main } from '../../src/main.ts'
import { type CapturedEffects, captureEffects } from '../support/captured-effects.ts'

const WORKSPACE = `tenant: shop
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: amount, type: BIGINT }]
metrics: [{ name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }]
plans:
  - id: 7f1d8a52-6c0e-4b3a-9a51-000000000001
    name: by_day
    kind: RESULT
    dimensions: [metric_time__day]
    metrics: [revenue]
`

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'tributary-backfill-'))
  await writeFile(join(cwd, 'workspace.yaml'), WORKSPACE)
  const rows = Array.from(
    { length: 20 },
    (_, i) => `2024-05-${String(i + 1).padStart(2, '0')},${i}`,
  )
  await writeFile(join(cwd, 'orders.csv'), `day,amount\n${rows.join('\n')}\n`)
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

const RANGE = ['2024-05-01', '2024-05-20'] as const
const PLACE = ['--workspace', '.', '--data', 'data'] as const

function run(captured: CapturedEffects, ...argv: readonly string[]): Promise<number> {
  return main(['backfill', ...argv, ...PLACE], captured.effects)
}

/** The partitions that the store of the command knows of. */
async function partitions(): Promise<readonly string[]> {
  const place = { data: join(cwd, 'data'), trustIdentityHeaders: true }
  const platform = await createPlatform(place)
  try {
    const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' }
    const caller = await platform.authenticate(credentials)
    const plan = await platform.as(caller).planDetail({ planName: 'by_day' })
    const query = { uuid: plan!.planId, pageNumber: 1, pageSize: 1_000 }
    const { partition } = await platform.as(caller).planPartitions(query)
    return partition?.paritionList.map(({ value }) => value) ?? []
  } finally {
    await platform.close()
  }
}

describe('tributary backfill', () => {
  test('refreshes the partitions, and says what was done', async () => {
    const captured = captureEffects({ cwd })
    expect(await run(captured, 'by_day', ...RANGE, '--days', '7')).toBe(0)
    expect(captured.stdout()).toMatch(/^by_day\S+: 3 of 3 done in [\d.]+ s, [\d.]+\/s\n$/)
    expect(await partitions()).toHaveLength(20)
  })

  test('takes the id of a plan', async () => {
    const captured = captureEffects({ cwd })
    const id = '7f1d8a52-6c0e-4b3a-9a51-000000000001'
    expect(await run(captured, id, '2024-05-03', '2024-05-04')).toBe(0)
    expect(await partitions()).toEqual(['2024-05-04', '2024-05-03'])
  })

  test('shows a bar on a terminal, and takes it away', async () => {
    const captured = captureEffects({ cwd, isTerminal: true, env: { NO_COLOR: '1' } })
    expect(await run(captured, 'by_day', ...RANGE)).toBe(0)
    expect(captured.stderr()).toMatch(/[█░]{6,} {2}\d+ of 20 done, \d+ running, 0 failed/)
    expect(captured.stderr().endsWith('\r\u001b[2K')).toBe(true)
    expect(captured.stdout()).toContain('20 of 20 done')
  })

  test('lets the process that works on the folder do the work', async () => {
    const options = { workspace: cwd, data: join(cwd, 'data'), workers: 1 }
    const service = await createPlatform({ ...options, taskTimes: { poll: 20 } })
    try {
      const captured = captureEffects({ cwd })
      expect(await run(captured, 'by_day', ...RANGE, '--days', '7')).toBe(0)
      expect(captured.stdout()).toMatch(/^by_day\S+: 3 of 3 done/)
    } finally {
      await service.close()
    }
    expect(await partitions()).toHaveLength(20)
  })

  test('goes on by itself when the process that works on the folder ends', {
    timeout: 30_000,
  }, async () => {
    const options = { workspace: cwd, data: join(cwd, 'data'), workers: 1 }
    // It looks for work so seldom that it ends before it has done any.
    const service = await createPlatform({ ...options, taskTimes: { poll: 3_600_000 } })
    const captured = captureEffects({ cwd, isTerminal: true, env: { NO_COLOR: '1' } })
    const running = run(captured, 'by_day', ...RANGE, '--days', '7')
    try {
      while (!captured.stderr().includes(' done, ')) await setTimeout(10)
    } finally {
      await service.close()
    }
    expect(await running).toBe(0)
    expect(captured.stdout()).toMatch(/^by_day\S+: 3 of 3 done/)
    expect(await partitions()).toHaveLength(20)
  })

  test('does the work itself when the other process on the folder has no workers', async () => {
    expect(await run(captureEffects({ cwd }), 'by_day', '2024-05-01', '2024-05-01')).toBe(0)
    const idle = await createPlatform({ data: join(cwd, 'data'), trustIdentityHeaders: true })
    try {
      const caller = await idle.authenticate({
        ...{ tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' },
      })
      const newest = async () =>
        (await idle.as(caller).planDetail({ planName: 'by_day' }))?.latestDataTime
      expect(await newest()).toBe('2024-05-01 00:00:00')
      expect(await run(captureEffects({ cwd }), 'by_day', ...RANGE, '--days', '20')).toBe(0)
      expect(await newest()).toBe('2024-05-20 00:00:00')
    } finally {
      await idle.close()
    }
  })

  test('says which instances failed and why, and exits with 1', async () => {
    await run(captureEffects({ cwd }), 'by_day', '2024-05-01', '2024-05-01')
    await rm(join(cwd, 'orders.csv'))
    const captured = captureEffects({ cwd })
    const argv = ['backfill', 'by_day', ...RANGE, '--days', '10', '--data', 'data']
    expect(await main(argv, captured.effects)).toBe(1)
    expect(captured.stdout()).toMatch(/failed: 2024-05-01 to 2024-05-10 \(instance \d+\): .*by_day/)
    expect(captured.stdout()).toMatch(/: 0 of 2 done, 2 failed/)
  })

  test('ends in order when it is interrupted, and leaves the rest to be done', async () => {
    const captured = captureEffects({ cwd, isTerminal: true })
    const running = run(captured, 'by_day', '2020-01-01', '2024-05-20')
    while (!captured.stderr().includes(' done, ')) await setTimeout(10)
    captured.interrupt(interruptedError('SIGINT', 130))
    expect(await running).toBe(130)
    expect(captured.stderr()).toMatch(
      /of 1,602 done, .*; the rest continues when the service starts again\n/,
    )
    expect(captured.stdout()).toBe('')
  })

  test.each([
    [['by_dey', ...RANGE], 'PLATFORM_UNKNOWN_PLAN', 'Did you mean by_day?'],
    [['by_day', '2024-05-20', '2024-05-01'], 'PLATFORM_INVALID_REQUEST', 'exchange them'],
    [['by_day', '2024-02-30', '2024-05-01'], 'PLATFORM_INVALID_REQUEST', 'startTime'],
    [['by_day', '1000-01-01', '2024-05-01'], 'PLATFORM_INVALID_REQUEST', '100000 instances'],
  ])('refuses %j', async (argv, code, message) => {
    const captured = captureEffects({ cwd })
    expect(await run(captured, ...argv)).toBe(1)
    expect(captured.stderr()).toContain(code)
    expect(captured.stderr()).toContain(message)
    expect(captured.stdout()).toBe('')
  })

  test.each([
    [['by_day', ...RANGE, '--days', '0'], 'from 1 to 36525'],
    [['by_day', '2024-05-01'], "missing required argument 'to'"],
  ])('does not understand %j', async (argv, message) => {
    const captured = captureEffects({ cwd })
    expect(await run(captured, ...argv)).toBe(2)
    expect(captured.stderr()).toContain(message)
  })

  test('needs a store that lasts', async () => {
    const captured = captureEffects({ cwd })
    const argv = ['backfill', 'by_day', ...RANGE, '--workspace', '.']
    expect(await main(argv, captured.effects)).toBe(1)
    expect(captured.stderr()).toContain('CLI_STORE_MISSING')
  })
})

test('warns of a plan whose table does not add up its metric', async () => {
  await writeFile(join(cwd, 'workspace.yaml'), WORKSPACE.replace('type: BIGINT', 'type: DOUBLE'))
  const captured = captureEffects({ cwd })
  expect(await run(captured, 'by_day', ...RANGE, '--days', '20')).toBe(0)
  expect(captured.stdout()).toMatch(/^warning: .*plan "by_day" .* "revenue" adds doubles.*\n.*done/)
})

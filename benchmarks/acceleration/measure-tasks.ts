import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPlatform } from '@tributary/platform'
import { interleave } from '../measure/interleave.ts'

/** What tasks take on the embedded store; times in milliseconds. */
export interface TaskFigures {
  /** A task of 3,650 instances is made. */
  readonly create: number
  /** A page of 20 of a task of 100,000 instances, in the middle; the median. */
  readonly page: number
}

const FLIGHTS = fileURLToPath(new URL('../../examples/flights', import.meta.url))
const PLAN = { planName: 'flights_by_day', dateIntervalOfLot: 1 } as const

/** Makes tasks that nobody works on, and reads them. */
export async function measureTasks(): Promise<TaskFigures> {
  const data = await mkdtemp(join(tmpdir(), 'tributary-tasks-'))
  const platform = await createPlatform({
    workspace: FLIGHTS,
    data,
    trustIdentityHeaders: true,
  })
  try {
    const caller = await platform.authenticate({
      tenantId: 'demo',
      authType: 'ACCOUNT',
      authValue: 'demo',
    })
    const begin = performance.now()
    await platform.as(caller).createBackfill({ ...PLAN, ...lastDays(3_650) })
    const create = performance.now() - begin
    const dagName = await platform.as(caller).createBackfill({ ...PLAN, ...lastDays(100_000) })
    const query = { dagName, pageIndex: 2_500, pageSize: 20 }
    const [page] = await interleave([
      { name: 'page', run: () => platform.as(caller).taskInstances(query) },
    ])
    return { create, page: page!.median }
  } finally {
    await platform.close()
    await rm(data, { recursive: true, force: true })
  }
}

/** So many days up to the last of the year 2100. */
function lastDays(days: number): { readonly startTime: string; readonly endTime: string } {
  const last = Date.UTC(2100, 11, 31)
  const text = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { startTime: text(last - (days - 1) * 86_400_000), endTime: text(last) }
}

import { setTimeout } from 'node:timers/promises'
import type { AttributionData } from '@tributary/contract'
import type { Platform, PlatformOptions } from '@tributary/platform'
import { expect, test } from 'vitest'

/** An engine with the shop of its tests, and a schema for tables of plans. */
export interface PlansInEngine {
  /** Opens the shop with these keys behind its workspace; its datasource keeps tables of plans in the schema. */
  open(more: string, options: Partial<PlatformOptions>): Promise<Platform>
  /** Asks by shop and city why a metric differs between May and June 2024, with `explain`. */
  ask(platform: Platform, metric: string): Promise<AttributionData>
  /** Writes to a table that plans read, so that the revenue is another. */
  write(): Promise<void>
  /** Days of an instance: each instance takes an engine that is slow to begin some time. */
  readonly daysOfLot: number
  /** The names of the tables of plans in the schema. */
  tablesOfPlans(): Promise<readonly string[]>
}

const CALLER = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' } as const
const ID = '0f3d6f5e-6f0a-4a55-9d2c-3f7a51f6a001'
const PLANS = {
  RESULT: `plans: [{ id: ${ID}, name: by_day, kind: RESULT, dimensions: [metric_time__day, shop, city], metrics: [revenue, value] }]\n`,
  ACCELERATION: `plans: [{ id: ${ID}, name: by_day, kind: ACCELERATION, dimensions: [metric_time, shop, city], metrics: [revenue, value] }]\n`,
}

/** Fills May and June of the plan `by_day`, so many days an instance; gives the instances that failed. */
export async function fill(
  platform: Platform,
  dateIntervalOfLot: number,
): Promise<readonly string[]> {
  const caller = await platform.authenticate(CALLER)
  const range = { startTime: '2024-05-01', endTime: '2024-06-30', dateIntervalOfLot }
  const dagName = await platform.as(caller).createBackfill({ planName: 'by_day', ...range })
  for (;;) {
    const { instances } = await platform.as(caller).taskInstances({ dagName, pageSize: 100 })
    if (instances.every(({ status }) => status === 'SUCCESS' || status === 'FAILED')) {
      const failed = instances.filter(({ status }) => status === 'FAILED')
      const details = failed.map(({ id }) => platform.as(caller).taskInstance({ id }))
      return (await Promise.all(details)).map((one) => JSON.stringify(one))
    }
    await setTimeout(20)
  }
}

/** The tests of plans in an engine, which every engine runs; those of rows as they are take longer. */
export function testPlansInEngine(
  engine: PlansInEngine,
  kinds: readonly ('RESULT' | 'ACCELERATION')[] = ['RESULT', 'ACCELERATION'],
): void {
  const { ask, daysOfLot } = engine
  const isFast = ({ explanation }: AttributionData): boolean =>
    explanation!.executed.join('\n').includes('-- from tributary.shop')
  const textOf = ({ tables }: AttributionData): string => JSON.stringify(tables)
  const options = { workers: 2, taskTimes: { poll: 20 }, memoryBytes: 0 }

  for (const kind of kinds) {
    test(`keeps the table of a plan (${kind}) where the rows are, and answers the same from it until they change`, async () => {
      const platform = await engine.open(PLANS[kind], options)
      const base = [await ask(platform, 'revenue'), await ask(platform, 'value')]
      expect(await fill(platform, daysOfLot)).toEqual([])
      expect(await engine.tablesOfPlans()).toHaveLength(Math.ceil(61 / daysOfLot))
      const fast = [await ask(platform, 'revenue'), await ask(platform, 'value')]
      expect(fast.map(textOf)).toEqual(base.map(textOf))
      expect([...base, ...fast].map(isFast)).toEqual([false, false, true, true])
      await engine.write()
      const changed = await ask(platform, 'revenue')
      expect(isFast(changed)).toBe(false)
      expect(textOf(changed)).not.toBe(textOf(base[0]!))
      expect(await fill(platform, daysOfLot)).toEqual([])
      const again = await ask(platform, 'revenue')
      expect(isFast(again)).toBe(true)
      expect(textOf(again)).toBe(textOf(changed))
      // Those of the first backfill are gone.
      expect(await engine.tablesOfPlans()).toHaveLength(Math.ceil(61 / daysOfLot))
      await platform.as(await platform.authenticate(CALLER)).deletePlan({ uuid: ID })
      expect(await engine.tablesOfPlans()).toEqual([])
    })
  }
}

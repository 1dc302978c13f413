import { setTimeout } from 'node:timers/promises'
import type { Workspace } from '@tributary/catalog'
import type { AttributionData, BackfillRequest } from '@tributary/contract'
import { expect } from 'vitest'
import type { Caller } from '../../src/model/rights.ts'
import type { Platform } from '../../src/platform.ts'

/** A workspace of a tenant with nothing in it, as far as tables ask for it. */
export function emptyWorkspace(tenant = 't'): Workspace {
  const workspace = { tenant, timeZone: 'UTC', datasets: [], datasources: [], plans: [] }
  return workspace as unknown as Workspace
}

/** Somebody who is only named. */
export function named(platform: Platform, tenantId: string, authValue: string): Promise<Caller> {
  return platform.authenticate({ tenantId, authType: 'ACCOUNT', authValue })
}

/** Makes a backfill, and waits until all of its instances have succeeded: those of this platform, or of another. */
export async function backfilled(
  platform: Platform,
  caller: Caller,
  request: BackfillRequest,
): Promise<void> {
  const dagName = await platform.as(caller).createBackfill(request)
  for (;;) {
    const { instances } = await platform.as(caller).taskInstances({ dagName, pageSize: 1_000 })
    const states = instances.map(({ status }) => status)
    expect(states).not.toContain('FAILED')
    if (states.every((status) => status === 'SUCCESS')) return
    await setTimeout(10)
  }
}

/** Which plans' tables answered, of each pass; null for the data itself. */
export function answeringPlans({ explanation }: AttributionData): readonly (string | null)[] {
  return explanation!.executed.map((text) => /^-- from .*"(\w+)"$/m.exec(text)?.[1] ?? null)
}

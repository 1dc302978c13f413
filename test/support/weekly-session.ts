import { createColumnarSource } from '@tributary/attribution'
import { createCatalog, parseWorkspace } from '@tributary/catalog'
import { fixedClock } from '@tributary/core'
import type { Session } from '../../packages/platform/src/tenant/session.ts'

/** The Monday of a week, counted from the first of 2026. */
export function toDay(week: number): string {
  return new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10)
}

/** The range of a week. */
export function toRange(week: number): string {
  return `[metric_time] >= "${toDay(week)}" AND [metric_time] < "${toDay(week + 1)}"`
}

/** The comparison of a week with the one before. */
export function compareWithWeekBefore(week: number) {
  return {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: toRange(week),
    compareTimeConstraint: toRange(week - 1),
  } as const
}

type Columns = Parameters<typeof createColumnarSource>[0]
type ColumnTypes = NonNullable<NonNullable<Parameters<typeof createColumnarSource>[1]>['types']>

/** A session of the owner of a workspace whose only file, rows.csv, is these columns in memory. */
export function createMemorySession(text: string, columns: Columns, types: ColumnTypes): Session {
  const { workspace } = parseWorkspace([{ file: 'workspace.yaml', text }])
  return {
    catalog: createCatalog(workspace!),
    caller: { tenant: 'shop', account: 'boss', displayName: 'boss', role: 'OWNER', grants: [] },
    access: { may: () => true },
    clock: fixedClock(new Date('2026-07-01T00:00:00Z')),
    questionLimits: { dimensions: 10, filters: 10 },
    sources: { isZoned: async () => false },
    source: createColumnarSource(columns, { name: 'local.files.rows_csv', types }),
  } as unknown as Session
}

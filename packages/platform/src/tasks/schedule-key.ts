import type { TableName } from './instance.ts'

/** Names the instance of a source table for a time of its schedule. */
export function sourceKey(table: TableName, scheduleTime: Date): string {
  return JSON.stringify(['TABLE', ...table, scheduleTime.toISOString()])
}

/** Names the instance of a plan for a time of its own schedule. */
export function planKey(planId: string, scheduleTime: Date): string {
  return JSON.stringify(['PLAN', planId, scheduleTime.toISOString()])
}

/** Names the instance of a plan that follows a source table's instance. */
export function downstreamKey(planId: string, table: TableName, scheduleTime: Date): string {
  return JSON.stringify(['PLAN_AFTER', planId, ...table, scheduleTime.toISOString()])
}

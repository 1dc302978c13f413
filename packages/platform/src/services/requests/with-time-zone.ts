import type { AttributionRequest } from '@tributary/attribution'
import type { Session } from '../../tenant/session.ts'

/** The plan with the time zone of its times where they are moments, so that the hours of a day are counted as they were. */
export async function withTimeZone<Plan extends Pick<AttributionRequest, 'time' | 'rows'>>(
  { sources, catalog }: Session,
  plan: Plan,
): Promise<Plan> {
  const { time, rows } = plan
  if (time === null || time.value.kind !== 'reference') return plan
  const isZoned = await sources.isZoned(rows.base.table, time.value.name)
  return isZoned ? { ...plan, time: { ...time, timeZone: catalog.workspace.timeZone } } : plan
}

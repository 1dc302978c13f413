import type { GroupKey } from '@tributary/attribution'
import type { PeriodFill } from '@tributary/attribution/internal'
import { findConditionIntervals, type TypedExpr } from '@tributary/expression'
import type { PlanContext } from '../plan/attribution-question.ts'
import { findRowTime } from '../plan/plan-attribution.ts'
import type { PlannedWindow } from '../plan/plan-window.ts'
import { combineConditions, toIdentity } from '../resolve/rows/conjunction.ts'
import { toPeriodTruncation } from '../route/periods.ts'
import { splitTime } from './part-periods.ts'

/** The window and the condition of a question about a fact. */
interface FilteredWindow {
  readonly window: PlannedWindow
  readonly filter: TypedExpr | null
}

/**
 * The periods that a question of a metric with `fillsPeriods` has without rows too. Null for another metric, for a question
 * that groups by something else than periods of its time, and for conditions on the time that are no ranges.
 */
export function planPeriodFill(
  context: PlanContext,
  keys: readonly GroupKey[],
  { window, filter }: FilteredWindow,
): PeriodFill | null {
  const time = findRowTime(context)?.value
  const fills = [...context.metric.metrics].some(
    (metric) => metric.type === 'ATOMIC' && metric.fillsPeriods === true,
  )
  if (!fills || time === undefined || keys.length === 0) return null
  const identity = toIdentity(time)
  const grains = keys.flatMap(({ value }) => {
    const period = toPeriodTruncation(value)
    return period !== null && toIdentity(period.time) === identity ? [period.grain] : []
  })
  if (grains.length < keys.length) return null
  const { timed } = splitTime(context, filter)
  const condition = combineConditions(
    [window.time, ...timed].filter((conjunct) => conjunct.kind !== 'constant'),
  )
  if (condition === null) return { grains, intervals: [{ from: null, to: null }] }
  const intervals = findConditionIntervals(
    condition,
    (reference) => toIdentity(reference) === identity,
  )
  return intervals === null ? null : { grains, intervals }
}

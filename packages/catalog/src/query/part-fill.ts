import type { GroupKey } from '@tributary/attribution'
import type { PeriodFill } from '@tributary/attribution/internal'
import { intervalsOf, type TypedExpr } from '@tributary/expression'
import type { PlanContext } from '../plan/attribution-question.ts'
import { timeOf } from '../plan/plan-attribution.ts'
import type { PlannedWindow } from '../plan/plan-window.ts'
import { allOf, identityOf } from '../resolve/conjunction.ts'
import { periodOf } from '../route/periods.ts'
import { splitTime } from './part-periods.ts'

/** What a question asks for of a fact. */
interface Asked {
  readonly window: PlannedWindow
  readonly filter: TypedExpr | null
}

/**
 * The periods that a question of a metric with `fillsPeriods` has without rows too. Null for another metric, for a question
 * that groups by something else than periods of its time, and for conditions on the time that are no ranges.
 */
export function fillOf(
  context: PlanContext,
  keys: readonly GroupKey[],
  { window, filter }: Asked,
): PeriodFill | null {
  const time = timeOf(context)?.value
  const fills = [...context.metric.metrics].some(
    (metric) => metric.type === 'ATOMIC' && metric.fillsPeriods === true,
  )
  if (!fills || time === undefined || keys.length === 0) return null
  const identity = identityOf(time)
  const grains = keys.flatMap(({ value }) => {
    const period = periodOf(value)
    return period !== null && identityOf(period.time) === identity ? [period.grain] : []
  })
  if (grains.length < keys.length) return null
  const { timed } = splitTime(context, filter)
  const condition = allOf([window.time, ...timed].filter((one) => one.kind !== 'constant'))
  if (condition === null) return { grains, asked: [{ from: null, to: null }] }
  const asked = intervalsOf(condition, (one) => identityOf(one) === identity)
  return asked === null ? null : { grains, asked }
}
